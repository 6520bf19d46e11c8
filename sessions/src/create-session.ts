import type { Session, WireAsk } from "@yourcall/client";
import { AgentError, type AgentEvent, cleanLine, messageOf, YourcallError } from "@yourcall/core";
import { toLostWords } from "@yourcall/core/internal";
import type { AgentTurn } from "./agents/agent.ts";
import { agentTable } from "./agents/agent-table.ts";
import type { LiveSession, SessionAgent, SessionOptions, SessionPlace } from "./live-session.ts";
import { createMessageQueue } from "./message-queue.ts";
import { createSessionAsks } from "./session-asks.ts";
import type { SessionMessage } from "./session-record.ts";
import { takesPictures, toSessionView } from "./session-view.ts";
import { closeText, takeEvent, toShortLine } from "./take-event.ts";
import { watchSilence } from "./watch-silence.ts";

interface Turn {
  stop: AbortController;
  over: Promise<void>;
  run?: AgentTurn;
}

/**
 * One session and its agent:
 *
 *     idle ──message──▶ working ──▶ idle, then the next message
 *                        │   ▲ └──▶ failed ──resume──▶ working
 *             ask opened ▼   │ ask ended
 *                       waiting
 *
 * The state is never stored: it is derived from the turn, the failure, and the asks that the hub lists as pending.
 */
export function createSession(options: SessionOptions): LiveSession {
  const { record, transcript, pictures, clock, silentMs = 120_000 } = options;
  const { forgetsAsks = false } = agentTable[record.kind];
  let place: SessionPlace = { project: record.cwd };
  let agent: SessionAgent | undefined;
  let turn: Turn | undefined;
  let placeReads = 0;
  let isClosing = false;
  const messages = createMessageQueue(record, transcript);
  const asks = createSessionAsks({ transcript, clock, isBusy: () => turn !== undefined, onChange: changed });
  const silence = watchSilence({
    clock,
    // While a person is being asked, silence is normal.
    isExpected: () => turn !== undefined && asks.ids().length === 0,
    afterMs: silentMs,
    onChange: options.onChange,
  });
  let shown = stateOf(0);

  function now(): string {
    return new Date(clock.now()).toISOString();
  }

  function view(): Session {
    const open = asks.open();
    const [state, queue] = [stateOf(open.length), messages.texts()];
    return toSessionView({ record, place, transcript, open, state, queue, silentSince: silence.since() });
  }

  function stateOf(open: number): Session["state"] {
    if (open > 0) return "waiting";
    if (turn !== undefined) return "working";
    return record.failure === undefined ? "idle" : "failed";
  }

  function changed(): void {
    const state = stateOf(asks.open().length);
    if (state !== shown) {
      record.since = now();
      refreshPlace();
    }
    shown = state;
    record.openAsks = asks.ids();
    options.save();
    options.onChange();
  }

  function note(tone: "info" | "failure", text: string): void {
    transcript.add({ type: "note", tone, text });
    record.lastLine = toShortLine(text);
  }

  /** `isSecond`: the agent ended while it waited for the person, and this is the second attempt to wait. */
  function takeTurn(prompt: SessionMessage | undefined, isSecond = false): void {
    record.failure = undefined;
    record.stoppedAt = undefined;
    record.isActive = true;
    const current: Turn = { stop: new AbortController(), over: Promise.resolve() };
    turn = current;
    silence.noteActivity();
    changed();
    current.over = play(current, prompt).finally(() => {
      closeText({ record, transcript });
      turn = undefined;
      silence.stop();
      messages.placeTaken();
      if (isClosing) return;
      asks.placeAll();
      record.isActive = false;
      const isLost = record.failure !== undefined && asks.ids().length > 0;
      if (isLost && !forgetsAsks && !isSecond) return takeTurn(undefined, true);
      if (isLost) record.orphanedAsks = [...new Set([...record.orphanedAsks, ...asks.ids()])];
      changed();
      const next = record.failure === undefined ? messages.take() : undefined;
      if (next !== undefined) takeTurn(next);
    });
  }

  /** Reads where it works. A busy machine may take too long to name the branch, so without one it is read again, later and later. */
  function refreshPlace(waitMs = 1000): void {
    const read = ++placeReads;
    void options.place().then((found) => {
      if (read !== placeReads || isClosing) return;
      const isNew = found.branch !== place.branch || found.project !== place.project;
      place = found;
      if (isNew) options.onChange();
      if (found.branch === undefined && waitMs < 20_000)
        clock.after(waitMs, () => read === placeReads && !isClosing && refreshPlace(waitMs * 4));
    });
  }

  async function play(current: Turn, prompt: SessionMessage | undefined): Promise<void> {
    const { signal } = current.stop;
    try {
      agent ??= await options.open();
      const words = [...record.unsentMessages, prompt?.text ?? ""].filter((text) => text !== "").join("\n\n");
      const images = prompt?.pictures?.map(pictures.read);
      const isEmpty = words === "" && images === undefined;
      const run = record.hasBegun
        ? agent.resume(record.id, isEmpty ? undefined : words, signal, images)
        : isEmpty
          ? agent.begin(record.prompt, signal, record.promptPictures?.map(pictures.read))
          : agent.begin(words, signal, images);
      current.run = run;
      for await (const event of run) take(event);
    } catch (error) {
      fail(error);
    }
  }

  function fail(error: unknown): void {
    closeText({ record, transcript });
    if (isClosing) return;
    if (turn?.stop.signal.aborted) {
      note("info", record.stoppedAt === undefined ? "Interrupted." : "Stopped.");
      return;
    }
    noteResume(AgentError.isInstance(error) && error.code === "not-found");
    noteFailure(cleanLine(messageOf(error)) || "The agent failed.");
  }

  /** Notes whether the conversation can be continued: its agent has said that it cannot, or could only while its process ran. */
  function noteResume(isUnknown = false): void {
    const isLost = record.continuesSessions === false && agent?.isRunning?.() !== true;
    record.cannotResume = record.hasBegun && (isUnknown || isLost);
  }

  function noteFailure(text: string): void {
    record.failure = text;
    note("failure", text);
  }

  function take(event: AgentEvent): void {
    silence.noteActivity();
    if (event.type === "error") {
      fail(event.error);
      return;
    }
    if (!record.hasBegun || record.unsentMessages.length > 0) {
      record.hasBegun = true;
      record.unsentMessages = [];
      options.save();
    }
    const hasChanged = takeEvent(event, { record, transcript, asks });
    messages.placeTaken();
    if (hasChanged) changed();
    else options.onChange();
  }

  async function end(): Promise<void> {
    turn?.stop.abort("stopped");
    await turn?.over;
  }

  /** Handles an answer that came after its agent had ended. */
  function keepAnswer(ask: WireAsk): void {
    record.orphanedAsks = record.orphanedAsks.filter((id) => id !== ask.id);
    if (ask.outcome === undefined) return;
    record.unsentMessages.push(toLostWords(ask, ask.outcome));
    options.refuse(ask.id, "The agent had ended. It gets the answer as a message when the session is resumed.");
    if (turn !== undefined || record.orphanedAsks.length > 0 || record.stoppedAt !== undefined) return;
    noteFailure("The agent ended before your answer reached it. Resume to send it.");
  }

  function noteAsk(ask: WireAsk): void {
    if (turn !== undefined) silence.noteActivity();
    asks.note(ask);
    if (!record.orphanedAsks.includes(ask.id) || ask.outcome === undefined) return;
    keepAnswer(ask);
    changed();
  }

  return {
    record,
    transcript,
    pictures,
    view,
    begin(notes = []) {
      const { prompt, promptPictures } = record;
      transcript.add({ type: "message", text: prompt, ...(promptPictures && { pictures: promptPictures }) });
      for (const text of notes) transcript.add({ type: "note", tone: "info", text });
      takeTurn(undefined);
    },
    send(message) {
      if (message.pictures !== undefined && !takesPictures(record))
        throw new YourcallError("invalid-ask", `${record.agent} takes no pictures.`);
      const images = message.pictures?.map(pictures.read);
      const isFree = turn !== undefined && asks.ids().length === 0;
      messages.add(message, isFree && turn?.run?.send?.(message.text, images) === true);
      if (turn === undefined) return takeTurn(messages.take());
      messages.placeTaken();
      changed();
    },
    interrupt: end,
    resume() {
      if (turn !== undefined) return;
      // An agent that has lost the conversation begins again with the first prompt.
      if (record.cannotResume === true) Object.assign(record, { hasBegun: false, cannotResume: undefined });
      takeTurn(messages.take());
    },
    async stop() {
      record.stoppedAt = now();
      await end();
      record.failure = undefined;
      for (const id of asks.ids()) await options.withdraw(id);
      await agent?.close?.();
      agent = undefined;
      noteResume();
      record.stoppedAt = now();
      changed();
    },
    setMode(mode) {
      record.mode = mode;
      turn?.run?.setMode?.(mode);
      changed();
    },
    setModel(id) {
      const model = record.models?.find((each) => each.id === id);
      if (model === undefined)
        throw new YourcallError("invalid-ask", `${record.agent} does not offer the model "${id}".`);
      Object.assign(record, { wantedModel: id, model: model.name });
      turn?.run?.setModel?.(id);
      changed();
    },
    amend(change, noted) {
      Object.assign(record, change);
      if (noted !== undefined) note("info", noted);
      changed();
    },
    restore(open) {
      if (forgetsAsks && record.isActive)
        record.orphanedAsks = [...new Set([...record.orphanedAsks, ...open.map(({ id }) => id)])];
      const waited = record.isActive && open.length > 0;
      const worked = record.isActive && open.length === 0;
      record.isActive = false;
      if (waited && forgetsAsks)
        note("info", "The desk ended while the agent waited for you. It gets your answer when the session is resumed.");
      messages.placeTaken();
      for (const ask of open) noteAsk(ask);
      if (waited && !forgetsAsks) return takeTurn(undefined);
      if (record.continuesSessions === false) noteResume();
      if (worked)
        noteFailure(
          `The desk ended while the agent worked. ${record.cannotResume ? "Start it again with its prompt." : "Resume to continue."}`,
        );
      changed();
      refreshPlace();
    },
    async close() {
      isClosing = true;
      silence.stop();
      await agent?.close?.();
    },
    noteAsk,
    noteDelivery: asks.noteDelivery,
    noteGone: asks.noteGone,
  };
}
