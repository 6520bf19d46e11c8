import { setTimeout as sleep } from "node:timers/promises";
import {
  type Answering,
  type AnsweringEnd,
  answer,
  applyDraft,
  cleanInput,
  cleanLine,
  createKeyGuard,
  messageOf,
  startAnswering,
} from "@yourcall/core";
import { describePicture, parseGuardMs, toSpokenTimeLeft } from "@yourcall/core/internal";
import { createDeadline } from "../create-deadline.ts";
import { toRefusalText } from "../notice-text.ts";
import type { Prompt, PromptEnd, PromptOptions } from "../prompt.ts";
import { type EndSignal, endSignals } from "../screen/open-screen.ts";
import { approvalPreview } from "../view/view-approval.ts";
import { endingLines } from "./ending-lines.ts";
import { createLineReader } from "./line-reader.ts";
import { questionLines } from "./question-lines.ts";
import { isAllowing, requestLine } from "./request-line.ts";
import type { Linear } from "./step.ts";
import { takeLine } from "./take-line.ts";

const controlC = 3;
// Long enough for an unfinished line to arrive.
const pendingMs = 50;

/**
 * The prompt for screen readers and plain terminals: lines out, lines in, nothing is ever redrawn. The answering machine
 * decides, as on every surface; end of input is an interruption, never an answer. The question is written before this returns,
 * the request for a line once one would be accepted.
 *
 * @example
 * const terminal = { input: process.stdin, output: process.stderr };
 * const end = await startLinearPrompt({ ask, terminal }).ended;
 */
export function startLinearPrompt(options: PromptOptions): Prompt {
  const { ask, terminal } = options;
  const { input, output } = terminal;
  const guard = createKeyGuard({ guardMs: parseGuardMs(process.env.YOURCALL_KEY_GUARD_MS) });
  const approval = ask.kind === "approval";
  const { promise: ended, resolve } = Promise.withResolvers<PromptEnd>();
  const deadline = createDeadline({ onTick: warnOfExpiry, onExpired });
  const reader = createLineReader(onLine);

  const started = applyDraft(
    startAnswering(ask, { ...options.settings, pictures: options.attach !== undefined }),
    options.draft,
  );
  const isCut = ask.approval !== undefined && approvalPreview(ask.approval).isCut === true;
  // Every line of an approval is written out, so it counts as read unless it is too long for that.
  let linear: Linear = { state: isCut ? started : answer(started, { type: "seen" }), withWords: [] };
  let open = true;
  let over = false;
  let listening = false;
  let sending = false;
  let warned = false;
  /** What was typed after the ask had ended elsewhere; null before. */
  let unfinished: string | null = null;
  let isLost = false;
  /** Whether the cursor is at the end of a request, so that anything else needs a new line first. */
  let requested = false;

  function end(how: PromptEnd): void {
    over = true;
    resolve(how);
  }

  function print(lines: readonly string[], options: { request: boolean }): void {
    const text = lines.map((line) => `${line}\n`).join("");
    output.write((requested ? "\n" : "") + text + (options.request ? requestLine(linear.state) : ""));
    requested = options.request;
  }

  function onLine(line: string): void {
    if (!open || !listening) return;
    // Enter has moved the cursor to a new line.
    requested = false;
    if (over || sending) return;
    if (!guard.allows("paste", Date.now())) {
      print(["Typing ignored. Pause a moment."], { request: true });
      return;
    }
    deadline.acted();
    warned = false;
    const before = linear.state;
    const { linear: after, said } = takeLine(linear, cleanInput(line, { maxLength: Number.POSITIVE_INFINITY }));
    linear = after;
    const { state } = linear;
    if (isAllowing(state) && !isAllowing(before)) guard.start(Date.now(), { approval });
    const moved = state.page !== "decline" && placeOf(state) !== placeOf(before);
    const place = moved && state.end === null ? ["", ...(state.page === "question" ? questionLines(state) : [])] : [];
    print([...said, ...place], { request: state.end === null });
    options.onActed?.(state);
    if (state.adding !== null && state.adding !== before.adding) void addPicture(state.adding);
    if (state.end !== null) void submit(state.end);
  }

  async function addPicture({ path, question }: NonNullable<Answering["adding"]>): Promise<void> {
    const added = await options.attach?.(path).catch((error: unknown) => messageOf(error));
    const isAdded = typeof added === "object";
    const event = isAdded
      ? ({ type: "attach", attachment: added, question } as const)
      : ({ type: "not-attached", message: added ?? "" } as const);
    linear = { ...linear, state: answer(answer(linear.state, event), { type: "leave-field" }) };
    if (!open || over || sending) return;
    print([isAdded ? `Added: ${describePicture(added)}.` : cleanLine(added ?? "")], { request: true });
    options.onActed?.(linear.state);
  }

  function onExpired(): void {
    if (options.submit === undefined) end({ type: "expired" });
  }

  async function submit(given: AnsweringEnd): Promise<void> {
    if (options.submit === undefined) return end(given);
    sending = true;
    const refused = await options.submit(given);
    if (refused === null) return end(given);
    sending = false;
    linear = { ...linear, state: answer(linear.state, { type: "refused" }) };
    if (open) print([toRefusalText(refused)], { request: true });
  }

  function warnOfExpiry(): void {
    if (warned || over || sending || deadline.countdown()?.urgent !== true) return;
    warned = true;
    print(["Expires in less than 30 seconds. Any line gives you another minute."], { request: true });
  }

  function onResumed(): void {
    if (over || sending) return;
    guard.start(Date.now(), { approval });
    print([], { request: true });
  }

  /** The rest of a line, and what follows it, must not go to the shell; raw mode makes the terminal hand it over. */
  async function rest(): Promise<void> {
    if (!open || !listening || !input.isTTY || parseGuardMs(process.env.YOURCALL_KEY_GUARD_MS) === 0) return;
    over = true;
    unfinished = "";
    setWholeLines(false);
    await sleep(pendingMs);
    for (let at = guard.restsAt(Date.now()); at !== undefined && !isLost; at = guard.restsAt(Date.now()))
      await sleep(Math.max(1, at - Date.now()));
    setWholeLines(true);
  }

  function onData(chunk: Uint8Array | string): void {
    if (unfinished !== null) {
      isLost ||= Buffer.from(chunk).includes(controlC);
      guard.allows("paste", Date.now());
      unfinished += Buffer.from(chunk).toString("utf8");
      return;
    }
    // Before listening, the terminal is in raw mode, where Ctrl-C arrives as a byte.
    if (!listening && Buffer.from(chunk).includes(controlC)) onEnd();
    reader.feed(chunk);
  }

  function setWholeLines(whole: boolean): void {
    if (input.isTTY) input.setRawMode(!whole);
  }

  function listen(): void {
    if (!open) return;
    setWholeLines(true);
    // Everything typed ahead has arrived, so what comes next begins a line.
    if (input.isTTY) reader.feed("\n");
    reader.drop();
    listening = true;
    if (!over && !sending && !requested) print([], { request: true });
  }

  const onEnd = () => end({ type: "interrupted", signal: "SIGINT" });
  const onLost = () => end({ type: "interrupted", signal: "SIGHUP" });
  const onSignal = (signal: EndSignal) => end({ type: "interrupted", signal });

  function leave(): void {
    if (!open) return;
    open = false;
    over = true;
    deadline.stop();
    input.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onLost);
    for (const signal of endSignals) process.off(signal, onSignal);
    process.off("SIGCONT", onResumed);
    if (!listening) setWholeLines(true);
    if (requested) output.write("\n");
    requested = false;
    input.pause();
    // A terminal opened for this prompt must not keep the process alive.
    if (terminal.ownsInput === true) input.destroy();
  }

  deadline.set(options.expiresAt);
  warned = deadline.countdown()?.urgent === true;
  print(
    [
      ...(options.expiresAt === undefined ? [] : [`Expires in ${toSpokenTimeLeft(options.expiresAt - Date.now())}.`]),
      ...questionLines(linear.state),
      ...(options.footer === undefined ? [] : [cleanLine(options.footer)]),
    ],
    { request: false },
  );
  guard.start(Date.now(), { approval });
  // An earlier prompt on this terminal may have paused it.
  input.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onLost).resume();
  for (const signal of endSignals) process.on(signal, onSignal);
  process.on("SIGCONT", onResumed);
  if (input.readableEnded || input.destroyed) onEnd();
  // Pending input was typed before the question could be read: one round of the event loop drops it. Raw mode makes the
  // terminal hand over an unfinished line, too.
  setWholeLines(false);
  setImmediate(() => setTimeout(listen));

  return {
    ended,
    state: () => linear.state,
    setDeadline(at) {
      if (open) deadline.set(at);
      // Warn again once it is urgent again.
      if (deadline.countdown()?.urgent !== true) warned = false;
    },
    setFooter(text) {
      if (open && !over && !sending) print(text.split("\n").map(cleanLine), { request: listening });
    },
    rest,
    async finish(outcome, context = {}) {
      if (context.elsewhere === true || outcome.status === "expired") await rest();
      const lines = endingLines(ask, outcome, { ...context, state: linear.state });
      const line = cleanLine(unfinished ?? "").trim();
      leave();
      await context.report?.();
      print(line === "" ? lines : [...lines, `Not sent: "${line}".`], { request: false });
    },
    stop: leave,
  };
}

/**
 * The current question or the review; a change of it is announced. The decline page lies on top of a place and is not one
 * itself.
 */
function placeOf(state: Linear["state"]): string {
  const page = state.page === "decline" ? state.declineFrom : state.page;
  return page === "review" ? "review" : `question ${state.at}`;
}
