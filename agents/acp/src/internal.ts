// What other packages of this repository need and users do not. It may change in any release.

export { splitLines } from "./split-lines.ts";
