// A separate file, because only an ask that is not plain, or `--lenient`, needs it.
export { checkAsk, checkAskInput, toAskLeniently } from "@yourcall/core";
