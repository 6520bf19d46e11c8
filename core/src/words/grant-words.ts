import { cleanLine } from "../clean-text.ts";
import type { GrantCovers, WireGrant } from "../wire/grant-shapes.ts";
import { toShownPath } from "./shorten.ts";
import { toTimeLeft } from "./times.ts";

/** What a grant covers, in a few words: `npm test …`, `Write: files below ~/shop`, `exactly Bash  npm test`. */
export function toCoversText(covers: GrantCovers, { tool, subject }: Pick<WireGrant, "tool" | "subject">) {
  switch (covers.kind) {
    case "input":
      return `exactly ${cleanLine(subject)}`;
    case "prefix":
      return `${cleanLine(covers.words.join(" "))} …`;
    case "files":
      return `${cleanLine(tool)}: files below ${toShownPath(covers.directory)}`;
  }
}

/** A grant in one line: `npm test … in ~/shop, 42 min left, 7 uses`. */
export function toGrantText(grant: WireGrant, now: number): string {
  const { covers, where, until, uses } = grant;
  const place =
    where.kind === "everywhere"
      ? "anywhere"
      : where.kind === "session"
        ? "in one session"
        : `in ${toShownPath(where.cwd ?? "")}`;
  const left = until === undefined ? "until the session ends" : `${toTimeLeft(Date.parse(until) - now)} left`;
  return `${toCoversText(covers, grant)} ${place}, ${left}, ${uses} ${uses === 1 ? "use" : "uses"}`;
}
