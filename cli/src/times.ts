// How the terminal says times; the command says them the same way.
export { toAge, toLocalDate, toLocalTime, toSpan, toUniversalTime } from "@yourcall/terminal";
