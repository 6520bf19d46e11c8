import { cleanText } from "@yourcall/core";
import {
  foldText,
  toAddressees,
  toAge,
  toApprovalText,
  toSearchWords,
  toSubjectText,
  toTimeLeft,
} from "@yourcall/core/internal";
import type { WireAsk } from "@yourcall/core/internal/wire";

/** What a list is narrowed down to. If both are empty, all asks are shown. */
export interface ListFilter {
  /** Words, all of which must occur in what screens show of the ask. */
  text: string;
  only: "approval" | "soon" | null;
}

export const noFilter: ListFilter = { text: "", only: null };

// From here on a deadline is shown as a warning, and counted above the list.
const soonMs = 10 * 60_000;

export function isShown(ask: WireAsk, { text, only }: ListFilter, now: number): boolean {
  if (only === "approval" && ask.kind !== "approval") return false;
  if (only === "soon" && !isSoon(ask, now)) return false;
  return hasWords(ask, text);
}

/** Whether all words of the text occur in the ask: in who asks, where and whom, in the questions and options, or in what is to be approved. */
export function hasWords(ask: WireAsk, text: string): boolean {
  const words = toSearchWords(text);
  return words.length === 0 || words.every((word) => searchText(ask).includes(word));
}

const searchTexts = new WeakMap<WireAsk, string>();

function searchText(ask: WireAsk): string {
  const known = searchTexts.get(ask);
  if (known !== undefined) return known;
  const { agent, approval, kind, questions } = ask;
  const { name, title = "", cwd = "", branch = "", worktree = "", subagent = "" } = agent;
  const about = approval === undefined ? [] : [kind, toSubjectText(approval, cwd), toApprovalText(approval.input)];
  const asked = questions.flatMap(({ header, question, options }) => [
    header,
    question,
    ...options.flatMap(({ label, description = "" }) => [label, description]),
  ]);
  const parts = [name, title, cwd, branch, worktree, subagent, toAddressees(ask), ...about, ...asked];
  const text = foldText(cleanText(parts.join("\n")));
  searchTexts.set(ask, text);
  return text;
}

/** Time left until a pending ask expires; undefined if it never does. */
export function msLeft({ status, expiresAt }: Pick<WireAsk, "status" | "expiresAt">, now: number): number | undefined {
  return status !== "pending" || expiresAt === undefined ? undefined : Math.max(0, Date.parse(expiresAt) - now);
}

/** `12 min`: how long ago the ask was made; `3 min left` if it expires. */
export function toRowTime(ask: Pick<WireAsk, "status" | "createdAt" | "expiresAt">, now: number): string {
  const left = msLeft(ask, now);
  return left === undefined ? toAge(now - Date.parse(ask.createdAt)) : `${toTimeLeft(left)} left`;
}

/** Whether a pending ask expires within ten minutes. */
export function isSoon(ask: Pick<WireAsk, "status" | "expiresAt">, now: number): boolean {
  const left = msLeft(ask, now);
  return left !== undefined && left <= soonMs;
}

interface CountPart {
  only: NonNullable<ListFilter["only"]>;
  words: string;
}

/** `2 approvals`, `1 expires in 3 min`: what matters most about the pending asks. The active filter is always included. */
export function toCountParts(pending: readonly WireAsk[], now: number, on: ListFilter["only"] = null): CountPart[] {
  const approvals = pending.filter(({ kind }) => kind === "approval").length;
  const soon = pending.filter((ask) => isSoon(ask, now));
  const first = Math.min(...soon.map((ask) => msLeft(ask, now) ?? 0));
  const parts: CountPart[] = [];
  if (approvals > 0 || on === "approval")
    parts.push({ only: "approval", words: `${approvals} ${approvals === 1 ? "approval" : "approvals"}` });
  if (soon.length > 0)
    parts.push({
      only: "soon",
      words: `${soon.length} ${soon.length === 1 ? "expires" : "expire"} in ${toTimeLeft(first)}`,
    });
  else if (on === "soon") parts.push({ only: "soon", words: "none expiring soon" });
  return parts;
}
