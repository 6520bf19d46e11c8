import type { CallToolResult } from "@modelcontextprotocol/server";
import { type Ask, type Clock, type CreatedAsk, checkAskInput, InvalidAskError, type Outcome } from "@yourcall/core";
import { toAskForm } from "@yourcall/core/elicitation";
import type { AskKeeper } from "./ask-keeper.ts";
import { toCallKey } from "./call-context.ts";
import { withAsk } from "./card/answer-card.ts";
import { callSeconds, findClient } from "./clients.ts";
import { explainRepeat, toQuestionTexts } from "./known-asks.ts";
import type { McpHub, McpSettings } from "./settings.ts";
import { fillForm, readReply, reportForm } from "./show-form.ts";
import { toCreatedTask } from "./to-task.ts";
import type { FormRequests, FormRound, FormRounds, ToolCall } from "./tool-call.ts";
import { fromOutcome, fromPending, toFailure } from "./tool-result.ts";

// The request that creates the ask already waits this long, for an answer that comes immediately.
const firstHoldSeconds = 1;
// However short the wait, a hub gets time to start and to accept the ask.
const shortestCreateMs = 10_000;

/** What all calls share. */
export interface Shared {
  settings: McpSettings;
  keeper: AskKeeper;
}

/** How long this call may wait for a person. */
export function limitMs({ clientName, progress, waitMs }: ToolCall, { env = {} }: McpSettings): number {
  return waitMs ?? callSeconds(clientName, progress !== undefined, env) * 1000;
}

/**
 * `AskUserQuestion`:
 *
 *     check ──▶ find or create the ask ──▶ show a form in the client, if wanted ──▶ wait ──▶ outcome, or pending
 *                                     ├──▶ pending at once, for clients that show the card └──▶ a task, for clients that support them
 */
export async function askUser(input: unknown, call: ToolCall, shared: Shared): Promise<CallToolResult | FormRound> {
  const checked = checkAskInput(input);
  if ("issues" in checked) return toFailure(new InvalidAskError(checked.issues));
  const { ask } = checked;
  const { settings } = shared;
  const until = settings.clock.now() + limitMs(call, settings);
  const hub = await settings.hub();
  const { form } = call;
  const last = form !== undefined && "again" in form ? form.last : undefined;
  const known = last === undefined ? await findOrCreate(hub, ask, call, shared, until) : await hub.get(last.state.id);
  const asked: Asked = { hub, ask, known, call, shared, until };
  shared.keeper.hold(known.id, toHolder(call, ask.questions));
  if (call.card !== undefined) return withAsk(await takeOrRest(asked), await hub.get(known.id), call, call.card);
  // Only by waiting for it does the call take an outcome, and then the hub has recorded that.
  if (known.outcome !== undefined) return waitInHub(asked);
  if (form === undefined) return taskOrWait(asked);
  return "again" in form ? nextRound(asked, form) : showAndWait(asked, form);
}

/** An ask, and the call that waits for it. */
export interface Asked {
  hub: McpHub;
  ask: Ask;
  known: CreatedAsk;
  call: ToolCall;
  shared: Shared;
  /** When the call has to return. */
  until: number;
}

async function findOrCreate(
  hub: McpHub,
  ask: Ask,
  call: ToolCall,
  { keeper, settings }: Shared,
  until: number,
): Promise<CreatedAsk> {
  const { agent, signal, meta, mayTakeOver } = call;
  const key = toCallKey(meta);
  // A call with an id finds its own ask by that.
  const takeOver = key === undefined && mayTakeOver;
  const isFirst = keeper.isFirstCall(agent.session);
  if (takeOver) await keeper.makeWay(hub, toHolder(call, ask.questions));
  const repeated =
    takeOver && isFirst ? await explainRepeat(hub, agent.session, ask.questions, settings.clock.now()) : undefined;
  const context = [ask.context, repeated].filter(Boolean).join("\n\n") || undefined;
  const leftMs = until - settings.clock.now();
  const withinMs = Math.max(leftMs, shortestCreateMs);
  const mayHold =
    [call.form, call.task, call.card].every((way) => way === undefined) && leftMs > 2000 * firstHoldSeconds;
  const holdSeconds = mayHold ? firstHoldSeconds : 0;
  const request = { ...ask, context, asksAgain: true, key: key ?? crypto.randomUUID(), agent, takeOver };
  return hub.create(request, { signal, holdSeconds, withinMs });
}

/** The call as the holder of its ask. */
export function toHolder({ agent, connection }: ToolCall, questions: Ask["questions"]) {
  return { session: agent.session, connection, words: toQuestionTexts(questions) };
}

/** The outcome, if the ask has ended; otherwise `pending` at once. */
async function takeOrRest(asked: Asked): Promise<CallToolResult> {
  if (asked.known.outcome !== undefined) return waitInHub(asked);
  asked.shared.keeper.rest(asked.known.id);
  return fromPending(asked.known);
}

/** Returns a task if the client can fetch the outcome later; otherwise waits for it. */
async function taskOrWait(asked: Asked): Promise<CallToolResult> {
  const { hub, known, call } = asked;
  return call.task === undefined ? waitInHub(asked) : toCreatedTask(call.task, await hub.get(known.id));
}

/** Waits until the ask has ended or the call has to return. */
export async function waitInHub({ hub, ask, known, call, shared, until }: Asked): Promise<CallToolResult> {
  const { clock } = shared.settings;
  const stop = startProgress(call, clock);
  let outcome: Outcome | null = null;
  try {
    outcome = await hub.wait(known.id, { signal: call.signal, timeoutMs: Math.max(0, until - clock.now()) });
  } catch (error) {
    if (!call.signal.aborted)
      return toFailure(error, `The question is kept. Call get_answer with {"id": "${known.id}"} later.`);
  } finally {
    stop();
  }
  if (outcome !== null) return take({ hub, ask, known, call, shared, until }, outcome);
  // Nobody reads the result of a call that was cut off.
  if (call.signal.aborted) shared.keeper.leave(hub, known.id);
  else shared.keeper.rest(known.id);
  return fromPending(known);
}

/** Makes the outcome the call's result, unless the call was cut off before it could receive it. */
function take({ hub, ask, known, call, shared }: Asked, outcome: Outcome): Promise<CallToolResult> {
  if (call.signal.aborted) shared.keeper.leave(hub, known.id, outcome);
  else shared.keeper.done(known.id);
  return fromOutcome(hub, ask, known.id, outcome);
}

/** Shows the form in the client while the ask waits in the hub: the first answer counts, and closes the other. */
async function showAndWait(asked: Asked, form: FormRequests): Promise<CallToolResult> {
  const { hub, ask, known, call, shared } = asked;
  const { clock } = shared.settings;
  const over = new AbortController();
  const signal = AbortSignal.any([call.signal, over.signal]);
  // Some clients pause their time limit while a form is open.
  const pauses = findClient(call.clientName)?.pausesForForms === true;
  const timeoutMs = pauses ? undefined : Math.max(0, asked.until - clock.now());
  const inHub = hub.wait(known.id, { signal, timeoutMs }).then((outcome) => ({ outcome }));
  // If the client fails to show the form, or disconnects, nothing is decided.
  const inForm = fillForm(ask, form, signal, clock.now).then(
    (decided) => ({ decided }),
    () => ({ decided: null }),
  );
  const stop = startProgress(call, clock);
  try {
    const first = await Promise.race([inHub, inForm]);
    if ("outcome" in first && first.outcome !== null) return take(asked, first.outcome);
    if ("decided" in first && first.decided !== null && !call.signal.aborted)
      return take(asked, await reportForm(hub, known.id, first.decided, toSurface(call, clock.now())));
  } catch (error) {
    if (!call.signal.aborted) throw error;
  } finally {
    stop();
    inHub.catch(() => {});
    over.abort();
  }
  return waitInHub(pauses ? { ...asked, until: clock.now() + limitMs(call, shared.settings) } : asked);
}

/** Returns the form as the call's result; the client answers by repeating the call. */
async function nextRound(asked: Asked, form: FormRounds): Promise<CallToolResult | FormRound> {
  const { hub, ask, known, call, shared } = asked;
  const now = shared.settings.clock.now();
  const { last } = form;
  if (last === undefined) return form.again(toAskForm(ask, form), { id: known.id, shownAt: now, attempt: 1 });
  if (last.result === null) return taskOrWait(asked);
  const { attempt, shownAt } = last.state;
  const reading = readReply(ask, last.result, { shownMs: now - shownAt, attempt });
  if (reading === "elsewhere") return taskOrWait(asked);
  if ("decided" in reading) return take(asked, await reportForm(hub, known.id, reading.decided, toSurface(call, now)));
  const state = { id: known.id, shownAt: now, attempt: attempt + 1 };
  return form.again(toAskForm(ask, { ...form, remark: reading.again }), state);
}

function toSurface({ agent }: ToolCall, now: number) {
  return { surface: agent.name, session: agent.session, now };
}

// Often enough for the shortest limit known, 60 seconds.
const everyMs = 10_000;

/** Tells the client at intervals that the call still waits. Returns how to stop. */
function startProgress({ progress }: Pick<ToolCall, "progress">, clock: Clock): () => void {
  if (progress === undefined) return () => {};
  const startedAt = clock.now();
  let stop = () => {};
  function next(): void {
    stop = clock.after(everyMs, () => {
      const seconds = Math.round((clock.now() - startedAt) / 1000);
      progress?.(seconds, `Waiting for the user's answer for ${seconds} seconds.`);
      next();
    });
  }
  next();
  return () => stop();
}
