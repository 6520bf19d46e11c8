// A file of its own, because only an ask that is not plain, or `--lenient`, pays for it.
export { checkAskInput, toAskLeniently } from "@yourcall/core";
