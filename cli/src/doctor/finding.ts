import { cleanLine } from "@yourcall/core";

/** The result of one check. `todo` says what to do, if anything. */
export interface Finding {
  status: "ok" | "warn" | "fail";
  /** The name of the check, for scripts. */
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

/** One line for a person. A quoted message may already end in a full stop. */
export function toFindingLine({ status, what, todo }: Finding): string {
  const said = cleanLine(what);
  return `${status.padEnd(4)}  ${todo === undefined ? said : `${said.replace(/\.+$/, "")}. ${cleanLine(todo)}`}`;
}
