import { type Draft, hasContent } from "../answering/draft.ts";
import { approvalSubject, toSubjectText } from "../approval-subject.ts";
import { toPictureCount } from "../attachments.ts";
import { cleanLine } from "../clean-text.ts";
import { toAnswerText, toHeaderName } from "../option-name.ts";
import type { By, Delivery, Outcome, OutcomeStatus, QuestionAnswer } from "../outcome-schemas.ts";
import type { AgentInfo, Ask, AskKind } from "../schemas.ts";
import { toQuestionLine } from "./question-line.ts";
import { toSpan } from "./times.ts";

/** The part of an ask that a list row shows. */
export interface ListedAsk extends Pick<Ask, "kind"> {
  status: "pending" | OutcomeStatus;
  waiting: { count: number; lastSeenAt: string };
  draft?: { draft: Draft };
  to?: readonly string[];
}

/** `claude (Explore) · fix login · ~/shop · feat/sessions · worktree shop-2`: as much of this as the agent reported. */
export function toAgentText(ask: { agent: AgentInfo }, home?: string): string {
  const { who, where } = toPlaceParts(ask, home);
  return [who, ...where].filter((part) => part !== "").join(" · ");
}

/** The same in two parts, who and where: `claude · fix login`, and `~/shop`, `feat/sessions`. */
export function toPlaceParts({ agent }: { agent: AgentInfo }, home?: string): { who: string; where: string[] } {
  const { subagent, title, cwd } = agent;
  const name = `${agent.name}${cleanLine(subagent ?? "") === "" ? "" : ` (${subagent})`}`;
  const parts = (...texts: (string | undefined)[]) =>
    texts.map((text) => cleanLine(text ?? "")).filter((text) => text !== "");
  return {
    who: parts(name, title).join(" · "),
    where: parts(cwd === undefined ? undefined : toShortPath(cwd, home), toGitText(agent)),
  };
}

/** `claude · shop`: who asks, and the name of the project. */
export function toProjectText({ agent }: { agent: AgentInfo }): string {
  return [cleanLine(agent.name), toProjectName(agent)].filter((part) => part !== "").join(" · ");
}

/** `shop`: the last part of the agent's directory; empty if it has none. */
export function toProjectName({ cwd = "" }: Pick<AgentInfo, "cwd">): string {
  return cleanLine(/([^\\/]*)[\\/]*$/.exec(cwd)?.[1] ?? "");
}

/** `feat/sessions · worktree shop-2`. A worktree is omitted if its branch or a directory of its path already has its name. */
function toGitText({ branch, worktree, cwd = "" }: AgentInfo): string {
  const [name, tree] = [cleanLine(branch ?? ""), cleanLine(worktree ?? "")];
  const isNamed = tree === "" || tree === name || cwd.split(/[\\/]/).includes(tree);
  return [name, isNamed ? "" : `worktree ${tree}`].filter((part) => part !== "").join(" · ");
}

/** A row of a list: what it is called and what it is about. An approval is its tool and what it would be used on. */
export function toHeadline(ask: Ask & { agent?: AgentInfo }): { name: string; text: string } {
  const question = toQuestionLine(ask.questions[0]?.question ?? "");
  if (ask.approval === undefined) return { name: toHeaderName(ask, 0), text: question };
  const { act } = approvalSubject(ask.approval);
  return { name: act, text: toSubjectText(ask.approval, ask.agent?.cwd).slice(act.length).trim() || question };
}

/** Whether the ask is pending and its agent is gone. */
export function isAgentGone(
  { status, kind, waiting }: Pick<ListedAsk, "status" | "kind" | "waiting">,
  now: number,
): boolean {
  return status === "pending" && isAskerGone(waiting, now, kind);
}

/** `for ana, bo`, or nothing if anybody may answer. */
export function toAddressees({ to = [] }: Pick<ListedAsk, "to">): string {
  return to.length === 0 ? "" : `for ${to.map((name) => cleanLine(name)).join(", ")}`;
}

/** What matters about an ask before it is opened. */
export function toMarks(ask: ListedAsk, now: number): string[] {
  return [
    ...(ask.status === "pending" ? [] : [ask.status === "cancelled" ? "withdrawn" : ask.status]),
    ...(ask.kind === "approval" ? ["approval"] : []),
    ...(ask.status === "pending" && ask.draft !== undefined && hasContent(ask.draft.draft) ? ["draft"] : []),
    ...(isAgentGone(ask, now) ? ["agent gone"] : []),
    ...(ask.status === "pending" && ask.to !== undefined ? [toAddressees(ask)] : []),
  ];
}

/**
 * `web by ana`: where and who. A script's acts are marked, `terminal by ana (a script)`, and one act for several asks, `web by ana (batch)`. The holder of a link or a named
 * token could claim to be anybody, so only its name is shown: `link "Bo"`, `token "ci"`. An app says who used it: `ana via
 * my-chat-app`.
 *
 * @example
 * if (outcome.status === "answered") console.log(`answered ${toByText(outcome.by)}`);
 */
export function toByText(by: By): string {
  const { surface, user, act, token } = by;
  if (act === "reported") return toHostText(by);
  if (act === "covered") return `a grant made ${toPlaceText({ ...by, act: "click" })}`;
  const script = `${act === "script" ? " (a script)" : ""}${by.batch === undefined ? "" : " (batch)"}`;
  const name = toTokenName(token);
  if (token?.scope === "app" && cleanLine(user ?? "") !== "") return `${cleanLine(user ?? "")} via ${name}${script}`;
  if (name !== undefined) return `${name}${script}`;
  const who = user === undefined ? "" : ` by ${cleanLine(user)}`;
  return `${toSurfaceName(surface)}${who}${script}`;
}

/** Where a person answers, as people call it. A card in somebody's own page has no name that says anything to them. */
export function toSurfaceName(surface: string): string {
  return surface === "card" ? "a chat" : cleanLine(surface);
}

/** Names of hosts that ask in windows of their own. */
const hostNames = new Map([["claude-code", "Claude Code"]]);

/** The host in which the person answered, as reported by its agent. It is always marked, because any agent can claim any name. */
function toHostText({ surface, token }: By): string {
  const name = toTokenName(token);
  const host = hostNames.get(surface) ?? cleanLine(surface);
  return name === undefined ? `${host} (reported)` : `${host} (reported, ${name})`;
}

/** The same as part of a sentence: `in web by ana`, `with link "Bo"`, `by ana via my-chat-app`. */
export function toPlaceText(by: By): string {
  if (by.act === "covered") return `by ${toByText(by)}`;
  const isNamed = toTokenName(by.token) !== undefined && by.act !== "reported";
  const preposition = new Map([
    ["app", "by"],
    ["device", "on"],
  ]).get(by.token?.scope ?? "");
  return `${!isNamed ? "in" : (preposition ?? "with")} ${toByText(by)}`;
}

/** `link "Bo"`, `token "ci"`, `my-chat-app`; undefined for the person's own, which have no names. */
export function toTokenName(token: By["token"]): string | undefined {
  if (token?.name === undefined) return undefined;
  if (token.scope === "app") return cleanLine(token.name) || "an app";
  if (token.scope === "device") return cleanLine(token.name) || "a device";
  if (token.scope !== "link") return `token "${cleanLine(token.name)}"`;
  // A link without a name is shown by its scope.
  return token.name === "link" ? "a link" : `link "${cleanLine(token.name)}"`;
}

/** `in web by ana (click)`: where, who and how. */
function toActText(by: By): string {
  const isClaimed = toTokenName(by.token) === undefined;
  return by.act === "script" || by.act === "reported" || by.act === "covered" || !isClaimed
    ? toPlaceText(by)
    : `${toPlaceText(by)} (${by.act})`;
}

/** What was decided, in one line: `Database: SQLite`, `Deny: Bash  npm publish`. */
export function toDecision(ask: Ask & { agent?: AgentInfo }, outcome: Outcome): string {
  const { approval } = ask;
  // The decision comes first: a command may be long.
  const of = (index: number, said: string) =>
    approval === undefined
      ? `${toHeaderName(ask, index)}: ${said}`
      : `${said}: ${toSubjectText(approval, ask.agent?.cwd)}`;
  const headers = ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ");
  const all = (said: string) => (approval === undefined ? `${headers}: ${said}` : of(0, said));
  const why = (reason: string | undefined) => (reason === undefined ? "" : ` ("${cleanLine(reason)}")`);
  switch (outcome.status) {
    case "answered":
      // Nobody looked at this call.
      if (outcome.by.act === "covered") return all("Covered");
      return outcome.answers
        .map((answer, index) => {
          const beside = saidBeside(answer).map((words) => ` (${words})`);
          return of(index, `${toAnswerText(ask, index, answer)}${beside.join("")}`);
        })
        .concat(outcome.comment === undefined ? [] : [`comment: ${cleanLine(outcome.comment)}`])
        .join(" · ");
    case "declined":
      return all(`${toEndWord(outcome).toLowerCase()}${why(outcome.asked ?? outcome.reason)}`);
    case "cancelled":
      return all(`${toEndWord(outcome).toLowerCase()}${why(outcome.reason)}`);
    case "expired":
      return all("expired, nobody answered");
  }
}

/** What goes with a choice, each in a few words: `3 comments on lines`, `changed to: npm test`, `note: later`, `2 pictures`. */
export function saidBeside({ review = [], edited, notes, attachments }: QuestionAnswer): string[] {
  return [
    review.length === 0 ? "" : countComments(review.length),
    edited === undefined ? "" : `changed to: ${cleanLine(edited)}`,
    notes === undefined ? "" : `note: ${cleanLine(notes)}`,
    toPictureCount({ attachments }),
  ].filter((words) => words !== "");
}

export function countComments(count: number): string {
  return `${count} comment${count === 1 ? "" : "s"} on lines`;
}

const endWords = { answered: "Answered", declined: "Declined", cancelled: "Withdrawn", expired: "Expired" };

/** How it ended, in a word or two: `Answered`, `Asked back`, `Withdrawn`. */
export function toEndWord(outcome: Outcome): string {
  return outcome.status === "declined" && outcome.asked !== undefined ? "Asked back" : endWords[outcome.status];
}

/** How it ended, in a sentence: how, where, by whom, when, after how long. `toTime` formats times. */
export function toEndText(ask: { createdAt: string }, outcome: Outcome, toTime: (iso: string) => string): string {
  const when = `${toTime(outcome.at)}, after ${toWaited(ask, outcome)}`;
  switch (outcome.status) {
    case "answered":
      return `${outcome.by.act === "covered" ? "Allowed" : toEndWord(outcome)} ${toActText(outcome.by)}, ${when}.`;
    case "declined":
      return `${toEndWord(outcome)} ${toActText(outcome.by)}, ${when}.${outcome.asked === undefined ? "" : " Nothing was decided."}`;
    case "cancelled":
      return `${toEndWord(outcome)}, ${when}. Nothing was answered.`;
    case "expired":
      return `${toEndWord(outcome)}, ${when}. Nobody answered.`;
  }
}

/** That an ask was withdrawn, and the agent's reason, for a list: `Withdrawn: “The turn was stopped.” Nothing was answered`. */
export function toWithdrawnText(reason = ""): string {
  const said = cleanLine(reason).trim();
  if (said === "") return "Withdrawn. Nothing was answered";
  return `Withdrawn: “${said}”${/[.!?…。！？]$/.test(said) ? "" : "."} Nothing was answered`;
}

/** What the screen of the person who asked back says until the agent has replied. A record does not: it may be read later. */
export const awaitingReply = "waiting for the agent's reply";

const agentNames = new Map([["claude", "Claude"]]);
// An agent that waits has the outcome within milliseconds.
const lateMs = 5000;

/**
 * Why an outcome may not have had its effect, in one line: `did not reach Claude: it went on with PostgreSQL`, or
 * `reached Codex, but the note was not passed on`. Undefined if all of it was taken, if it may still be, or if the agent withdrew the
 * ask. Without `now`, an outcome that is still waiting counts as late.
 */
export function toDeliveryText(
  { agent, delivery, outcome }: { agent: AgentInfo; delivery?: Delivery | undefined; outcome?: Outcome | undefined },
  now = Number.POSITIVE_INFINITY,
): string | undefined {
  if (delivery === undefined || outcome?.status === "cancelled") return undefined;
  const name = agentNames.get(agent.name) ?? cleanLine(agent.name);
  if (delivery.state === "waiting")
    return now - Date.parse(delivery.at) < lateMs ? undefined : `has not reached ${name} yet`;
  const note = cleanLine(delivery.note ?? "");
  if (delivery.state === "taken") return note === "" ? undefined : `reached ${name}, but ${note}`;
  return `did not reach ${name}${note === "" ? "" : `: ${note}`}`;
}

/** What was decided and, if that is so, that it did not reach its agent: `Database: SQLite · did not reach Claude`. */
export function toDecisionLine(
  ask: Ask & { agent: AgentInfo; delivery?: Delivery },
  outcome: Outcome,
  now?: number,
): string {
  const late = toDeliveryText({ ...ask, outcome }, now);
  return `${toDecision(ask, outcome)}${late === undefined ? "" : ` · ${late}`}`;
}

/** When `toDeliveryText` starts to call the outcome late, if no event comes first; undefined if never. */
export function lateAt({ delivery }: { delivery?: Delivery }): number | undefined {
  return delivery?.state === "waiting" ? Date.parse(delivery.at) + lateMs : undefined;
}

/** How long an ask waited until it ended: `12 min`. */
export function toWaited(ask: { createdAt: string }, outcome: Outcome): string {
  return toSpan(Date.parse(outcome.at) - Date.parse(ask.createdAt));
}

/** The fallback an expired ask gave its agent, one line per question; empty if there was no fallback. */
export function toFallbackLines(ask: Ask, outcome: Outcome): string[] {
  const fallback = outcome.status === "expired" ? (outcome.fallback ?? []) : [];
  return fallback.map((answer, index) => `${toHeaderName(ask, index)}: ${toAnswerText(ask, index, answer)}`);
}

function toShortPath(path: string, home: string | undefined): string {
  if (home === undefined || home === "" || home === "/") return path;
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

const goneMs = 10 * 60_000;
// The program that asks for an approval waits for it all the time, and nobody continues the call for it later.
const approvalGoneMs = 60_000;

/** Whether nobody has waited for the outcome for ten minutes, or for one if it is an approval. The ask can still be answered. */
export function isAskerGone(
  waiting: { count: number; lastSeenAt?: string | null },
  now: number,
  kind: AskKind = "question",
): boolean {
  if (waiting.count > 0 || typeof waiting.lastSeenAt !== "string") return false;
  return now - Date.parse(waiting.lastSeenAt) > (kind === "approval" ? approvalGoneMs : goneMs);
}
