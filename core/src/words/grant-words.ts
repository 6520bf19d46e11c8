import { approvalSubject, toTitleWords } from "../approval-subject.ts";
import { cleanLine } from "../clean-text.ts";
import type { AgentInfo, Approval, Ask } from "../schemas.ts";
import type { GrantBody, GrantCovers, WireGrant } from "../wire/grant-shapes.ts";
import { toShownPath } from "./shorten.ts";
import { toClock, toTimeLeft } from "./times.ts";

/** What a grant covers, in a few words: `npm test …`, `Write: files below ~/shop`, `exactly npm test`. */
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

/** The call of an approval, as `toCoversText` names it. */
export function toAskedCall({ approval, agent }: Ask & { agent?: Pick<AgentInfo, "cwd"> }) {
  if (approval === undefined) return { tool: "", subject: "" };
  return { tool: approval.tool, subject: toCoveredText(approval, agent?.cwd) };
}

/** What a grant for one input covers, in one line: `npm test`, `Write notes.md`. */
export function toCoveredText(approval: Pick<Approval, "tool" | "input">, cwd?: string): string {
  const about = approvalSubject(approval, cwd);
  const { verb, object } = toTitleWords(about);
  if (about.part.kind !== "command") return [verb, object].filter((text) => text !== "").join(" ");
  return about.part.lines > 1 ? `${object}, ${about.part.lines} lines` : object;
}

/** Where a grant would hold, as a choice: `This session`, `~/shop`, `Anywhere`. */
export function toPlaceName(where: GrantBody["where"], cwd = ""): string {
  return { session: "This session", directory: toShownPath(cwd, 30), everywhere: "Anywhere" }[where];
}

/** What a grant would allow beyond this call: `npm test … in ~/shop until 15:32`. */
export function toGrantNotice(grant: GrantBody, ask: Ask & { agent?: AgentInfo }): string {
  const place = toPlaceName(grant.where, ask.agent?.cwd);
  const where =
    grant.where === "directory" ? `in ${place}` : grant.where === "session" ? "in this session" : "anywhere";
  const until = grant.until === undefined ? "until the session ends" : `until ${toClock(grant.until)}`;
  return `${toCoversText(grant.covers, toAskedCall(ask))} ${where} ${until}`;
}

/** A grant in one line: `npm test … in ~/shop, 42 min left, 7 uses`. */
export function toGrantText(grant: WireGrant, now: number): string {
  const { covers, where, until, uses } = grant;
  const place =
    where.kind === "everywhere"
      ? "anywhere"
      : where.kind === "session"
        ? ["in one session", where.cwd && `in ${toShownPath(where.cwd)}`].filter(Boolean).join(" ")
        : `in ${toShownPath(where.cwd ?? "")}`;
  const left = until === undefined ? "until the session ends" : `${toTimeLeft(Date.parse(until) - now)} left`;
  return `${toCoversText(covers, grant)} ${place}, ${left}, ${uses} ${uses === 1 ? "use" : "uses"}`;
}
