import { type Ask, cleanLine, type Outcome, type QuestionAnswer, YourcallError } from "@yourcall/core";
import { type FormResult, readAskForm, toAskForm, toWordsForm } from "@yourcall/core/elicitation";
import type { McpHub } from "./settings.ts";
import type { FormRequests } from "./tool-call.ts";

/** A client without a screen declines within 15 ms; no person reads a question in half a second. */
const unseenMs = 500;
const attempts = 3;

type Decision = { status: "answered"; answers: QuestionAnswer[] } | { status: "declined" };
/** What a reply to the form means: a decision, the form once more with a remark, or that the answer has to come from another screen. */
type Reading = { decided: Decision } | { again: string } | "elsewhere";

/** Reads a client's reply to the form. A decline that no person can have made decides nothing. */
export function readReply(
  ask: Ask,
  result: FormResult,
  { shownMs, attempt }: { shownMs: number; attempt: number },
): Reading {
  if (result.action === "decline") return shownMs < unseenMs ? "elsewhere" : { decided: { status: "declined" } };
  // Closed without a decision: the question still waits on every other screen.
  if (result.action !== "accept") return "elsewhere";
  const read = readAskForm(ask, result.content);
  if ("answers" in read) return { decided: { status: "answered", answers: read.answers } };
  if (attempt >= attempts) return "elsewhere";
  return { again: read.issues.map(({ path, message }) => `${cleanLine(path)}: ${message}.`).join(" ") };
}

/** Shows the form until the person has decided. Null if the answer has to come from another screen. */
export async function fillForm(
  ask: Ask,
  port: FormRequests,
  signal: AbortSignal,
  now: () => number,
): Promise<Decision | null> {
  let remark: string | undefined;
  for (let attempt = 1; ; attempt++) {
    const shownAt = now();
    const first = await port.show(toAskForm(ask, { ...port, remark }), signal);
    const words = first.action === "accept" ? toWordsForm(ask, first.content) : null;
    const result = words === null ? first : withContent(first, await port.show(words, signal));
    const reading = readReply(ask, result, { shownMs: now() - shownAt, attempt });
    if (reading === "elsewhere") return null;
    if ("decided" in reading) return reading.decided;
    remark = reading.again;
  }
}

/** The second form with what was filled in before it. */
function withContent(first: FormResult, second: FormResult): FormResult {
  return second.action === "accept" ? { ...second, content: { ...first.content, ...second.content } } : second;
}

/** Reports to the hub what was decided in the client. If another screen was first, its outcome counts. */
export async function reportForm(
  hub: McpHub,
  id: string,
  decided: Decision,
  { surface, session, now }: { surface: string; session: string; now: number },
): Promise<Outcome> {
  try {
    await hub.report(id, { outcome: decided, surface, session });
  } catch (error) {
    if (!YourcallError.isInstance(error) || error.code !== "already-ended") throw error;
    const winner = await hub.wait(id);
    if (winner !== null) return winner;
  }
  return { ...decided, by: { surface, act: "reported" }, at: new Date(now).toISOString() };
}
