// A file of its own, because only `--lenient` pays for it.
export { toAskLeniently } from "@yourcall/core";
