// A separate file, because only an ask of flags, one that is not plain, or `--lenient`, needs it.
export { checkAsk, checkAskInput, toAskLeniently } from "@yourcall/core";
