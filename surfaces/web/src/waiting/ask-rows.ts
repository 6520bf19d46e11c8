import type { WireAsk } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { toTimeLeft } from "@yourcall/core/internal";

/** What the list is narrowed down to. If everything is empty, all asks are shown. */
export interface ListFilter {
  /** Words that must all occur: in the agent, its project, the kind or the questions. */
  text: string;
  only: "approval" | "soon" | null;
}

export const noFilter: ListFilter = { text: "", only: null };

// From here on a deadline is shown as a warning, and counted above the list.
const soonMs = 10 * 60_000;

/** The order everywhere: oldest first, so that a new ask comes last. */
export function inOrder(asks: Iterable<WireAsk>): WireAsk[] {
  return [...asks].sort((one, other) => compare(one.createdAt, other.createdAt) || compare(one.id, other.id));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export function isShown(ask: WireAsk, { text, only }: ListFilter, now: number): boolean {
  if (only === "approval" && ask.kind !== "approval") return false;
  if (only === "soon" && !isSoon(ask, now)) return false;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { name, title, cwd } = ask.agent;
  const parts = [name, title, cwd, ask.kind, ask.approval?.tool, JSON.stringify(ask.approval?.input ?? "")];
  const questions = ask.questions.flatMap(({ header, question }) => [header, question]);
  const all = [...parts, ...questions].join("\n").toLowerCase();
  return words.every((word) => all.includes(word));
}

/** Time left until a pending ask expires; undefined if it never does. */
export function msLeft({ status, expiresAt }: Pick<WireAsk, "status" | "expiresAt">, now: number): number | undefined {
  return status !== "pending" || expiresAt === undefined ? undefined : Math.max(0, Date.parse(expiresAt) - now);
}

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

/** The session of an ask as a heading: who, and which of its tasks. */
export function toSession({ agent, token = "" }: Pick<WireAsk, "agent" | "token">): {
  key: string;
  name: string;
  title: string;
} {
  const { name, session, title = "", cwd = "" } = agent;
  const project = cleanLine(cwd).split("/").filter(Boolean).at(-1) ?? "";
  return {
    key: JSON.stringify(session === undefined ? [token, name, null, title, cwd] : [token, name, session]),
    name: cleanLine(name),
    title: cleanLine(title) || project,
  };
}

/**
 * The next ask to show after this one: the one below it in the order, then from the top. Asks that were put off are skipped.
 * Undefined if none is left.
 */
export function nextAsk(
  shown: readonly WireAsk[],
  after: string | undefined,
  putOff: ReadonlySet<string>,
): WireAsk | undefined {
  const at = shown.findIndex(({ id }) => id === after);
  const isOpen = ({ id, status }: WireAsk) => status === "pending" && id !== after && !putOff.has(id);
  return shown.slice(at + 1).find(isOpen) ?? shown.slice(0, Math.max(0, at)).find(isOpen);
}
