import type { Question } from "@yourcall/core";
import type { KnownAsk, McpHub } from "./settings.ts";

// How many of the newest asks are searched: a repeated call comes soon after the one that was cut off.
const searched = 50;

/** The asks of a session that are still pending, or whose outcome was never delivered. */
export async function listOpenAsks(hub: McpHub, session: string): Promise<KnownAsk[]> {
  const { asks } = await hub.list({ status: "all", session, order: "newest", limit: searched });
  return asks.filter(isOpen);
}

/**
 * The ask that a call without an id was cut off from: the same questions of the same session, still pending, or answered and
 * never delivered. An answer that was delivered belongs to an earlier call.
 */
export async function findOpenAsk(
  hub: McpHub,
  session: string,
  questions: readonly Question[],
  isDone: (id: string) => boolean,
): Promise<KnownAsk | undefined> {
  const wanted = toText(questions);
  return (await listOpenAsks(hub, session)).find(({ id, questions }) => !isDone(id) && toText(questions) === wanted);
}

function isOpen({ status, delivery }: KnownAsk): boolean {
  if (status === "pending") return true;
  return (status === "answered" || status === "declined") && delivery?.state === "waiting";
}

function toText(questions: readonly Question[]): string {
  return JSON.stringify(
    questions.map(({ question, header, multiSelect, options }) => [
      question,
      header,
      multiSelect,
      options.map(({ label, description, preview }) => [label, description, preview]),
    ]),
  );
}
