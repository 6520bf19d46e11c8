import { toSubjectText } from "../approval-subject.ts";
import { cleanLine } from "../clean-text.ts";
import type { AgentInfo, Ask } from "../schemas.ts";
import type { GrantBody, GrantCovers, WireGrant } from "../wire/grant-shapes.ts";
import { toShownPath } from "./shorten.ts";
import { toClock, toTimeLeft } from "./times.ts";

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

/** Where a grant would hold, as a choice: `This session`, `~/shop`, `Anywhere`. */
export function toPlaceName(where: GrantBody["where"], cwd = ""): string {
  return { session: "This session", directory: toShownPath(cwd, 30), everywhere: "Anywhere" }[where];
}

/** What a grant would allow beyond this call: `npm test … in ~/shop until 15:32`. */
export function toGrantNotice(grant: GrantBody, ask: Ask & { agent?: AgentInfo }): string {
  const { approval, agent } = ask;
  const { tool = "" } = approval ?? {};
  const subject = approval === undefined ? "" : toSubjectText(approval, agent?.cwd);
  const place = toPlaceName(grant.where, agent?.cwd);
  const where =
    grant.where === "directory" ? `in ${place}` : grant.where === "session" ? "in this session" : "anywhere";
  const until = grant.until === undefined ? "until the session ends" : `until ${toClock(grant.until)}`;
  return `${toCoversText(grant.covers, { tool, subject })} ${where} ${until}`;
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
