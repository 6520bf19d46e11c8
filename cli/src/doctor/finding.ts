import { cleanLine } from "@yourcall/core";
import { wrapWords } from "../print.ts";

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

/**
 * One line for a person, wrapped with a hanging indent if it is longer than the screen. A quoted message may already end in a
 * full stop.
 */
export function toFindingLines(
  { status, what, todo }: Finding,
  { width = Number.POSITIVE_INFINITY, home = "" } = {},
): string[] {
  const said = cleanLine(what);
  const text = todo === undefined ? said : `${said.replace(/\.+$/, "")}. ${cleanLine(todo)}`;
  const short = home.length > 1 ? text.replaceAll(`${home}/`, "~/") : text;
  return wrapWords(short, width - 6).map((line, index) => `${(index === 0 ? status : "").padEnd(6)}${line}`);
}
