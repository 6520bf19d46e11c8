import { cleanLine } from "@yourcall/core";

/** One thing that was looked at. `todo` says what to do about it, where there is something. */
export interface Finding {
  status: "ok" | "warn" | "fail";
  /** What was looked at, as a word for scripts. */
  check: string;
  what: string;
  todo?: string;
}

export function ok(check: string, what: string): Finding {
  return { status: "ok", check, what };
}

/** Works, but not as well as it could. */
export function warn(check: string, what: string, todo: string): Finding {
  return { status: "warn", check, what, todo };
}

/** Keeps something from working. */
export function fail(check: string, what: string, todo: string): Finding {
  return { status: "fail", check, what, todo };
}

/** As a line for a person. What is quoted from elsewhere may end in a full stop of its own. */
export function toFindingLine({ status, what, todo }: Finding): string {
  const said = cleanLine(what);
  return `${status.padEnd(4)}  ${todo === undefined ? said : `${said.replace(/\.+$/, "")}. ${cleanLine(todo)}`}`;
}
