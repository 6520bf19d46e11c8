export { toAskLeniently } from "@yourcall/core";
