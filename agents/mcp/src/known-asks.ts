import type { Question } from "@yourcall/core";
import type { KnownAsk, McpHub } from "./settings.ts";

// How many of the newest asks are searched.
const searched = 50;
// A call that was cut off is repeated soon.
const recentMs = 600_000;

/**
 * The asks of a session that are still pending, or whose outcome was never delivered. One that somebody waits for is listed only if
 * this process holds it: otherwise it belongs to another client in the same project.
 */
export async function listOpenAsks(hub: McpHub, session: string, isHeld: (id: string) => boolean): Promise<KnownAsk[]> {
  return (await listNewest(hub, session)).filter(({ id, status, delivery, waiting }) => {
    if (waiting.count > 0 && !isHeld(id)) return false;
    return status === "pending" || (isDecided(status) && delivery?.state === "waiting");
  });
}

/**
 * For the person who is asked again: whether an earlier call got a decision on the same questions a short while ago. After a crash
 * it is unknown whether it arrived.
 */
export async function explainRepeat(
  hub: McpHub,
  session: string,
  questions: readonly Question[],
  now: number,
): Promise<string | undefined> {
  const wanted = toQuestionTexts(questions);
  const known = (await listNewest(hub, session)).find((ask) => toQuestionTexts(ask.questions) === wanted);
  if (known?.outcome === undefined || !isDecided(known.status) || known.delivery?.state !== "taken") return undefined;
  if (now - Date.parse(known.outcome.at) > recentMs) return undefined;
  return "You decided the same question a short while ago. That went to an earlier call, which may not have received it, and one answer never serves two calls. So you are asked again.";
}

async function listNewest(hub: McpHub, session: string): Promise<KnownAsk[]> {
  return (await hub.list({ status: "all", session, order: "newest", limit: searched })).asks;
}

function isDecided(status: KnownAsk["status"]): boolean {
  return status === "answered" || status === "declined";
}

/** All that a person reads, as one text to compare. */
export function toQuestionTexts(questions: readonly Question[]): string {
  return JSON.stringify(
    questions.map(({ question, header, multiSelect, options }) => [
      question,
      header,
      multiSelect,
      options.map(({ label, description, preview }) => [label, description, preview]),
    ]),
  );
}
