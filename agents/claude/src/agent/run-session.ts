import type { ModelInfo, Options, SDKMessage, SDKResultMessage, SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import { AgentError, isHubAsker, type Outcome, type Picture } from "@yourcall/core";
import { loadPackage, toStopped, withdrawAsk } from "@yourcall/core/internal";
import type { AskNotice } from "../ask-person.ts";
import { type DeferOptions, deferQuestions } from "../defer-questions.ts";
import type { DeferredQuestion } from "../defer-store.ts";
import { endStopped, goOn, interruptOn, resumeDeferred } from "../resume-deferred.ts";
import { type WithYourcall, withYourcall } from "../with-yourcall.ts";
import type { ClaudeAgentOptions } from "./create-claude-agent.ts";
import { createTiedSpawn } from "./spawn-tied.ts";
import { stateEvents, type TurnMessages } from "./turn-messages.ts";

/** Turns the events of a session into those its host reads. */
export interface SessionReader<Event> {
  read(message: SDKMessage): Event[];
  /** The events of an ask. If it arrives before its call, they also start the call. */
  readAsk(notice: AskNotice): Event[];
  readOutcome(outcome: Outcome, toolUseId: string): Event[];
  /** The events that end a turn. Throws if the turn failed. */
  readEnd(result: SDKResultMessage): Event[];
  /** The models that can be chosen. */
  readModels?(models: readonly ModelInfo[]): Event[];
}

/** One run of a session: a new one, or a continued one, which starts with the question it waits for. */
interface SessionRun<Event> {
  session: { id: string; isNew: boolean };
  /** Without a prompt, a continued session only continues with the question it waits for. */
  prompt: string | AsyncIterable<SDKUserMessage> | undefined;
  /** The pictures of a prompt that is text. They need `messages`. */
  pictures?: readonly Picture[];
  signal: AbortSignal;
  /** What the person says while the turn runs. */
  messages?: TurnMessages;
  reader: SessionReader<Event>;
  /** Resolves when the host has received the event. */
  emit(event: Event): Promise<void>;
}

interface SessionSettings extends ClaudeAgentOptions {
  /** How Claude asks; by default it asks for approvals too. */
  asking?: Partial<WithYourcall>;
}

/** How long an interrupted Claude may take to end before it is killed. */
const grace = 3000;

/**
 * Drives a session to the end of its turn:
 *
 *     prompt ──▶ turn ──▶ done
 *                 │ question deferred                 only with a store
 *                 ▼
 *               ask_user ──▶ outcome ──▶ the session resumed, its call answered ──▶ done, or the next question
 */
export async function runSession<Event>(
  { session, prompt, pictures = [], signal, emit, messages, reader }: SessionRun<Event>,
  settings: SessionSettings,
): Promise<void> {
  const { asker, store, cwd = process.cwd(), model, planMode = false } = settings;
  const { query } = await loadSdk();
  await settings.hold?.(session.id);
  const pass = (events: Event[]) => Promise.all(events.map(emit));
  const kill = new AbortController();
  let deferred: AskNotice | undefined;
  const asking: Omit<WithYourcall, "asker"> = {
    agent: settings.agent,
    deadline: settings.deadline,
    approvals: true,
    ...settings.asking,
    async onAsk(notice) {
      // Reported when the turn has ended, since only then has Claude certainly stored the call.
      if (notice.deferred === true) deferred = notice;
      else await pass(reader.readAsk(notice));
      await settings.asking?.onAsk?.(notice);
    },
    onOutcome(outcome, toolUseId) {
      void pass(reader.readOutcome(outcome, toolUseId));
      settings.asking?.onOutcome?.(outcome, toolUseId);
    },
  };
  // If the host starts Claude in its own way, we cannot notice that the process has died.
  const { spawnClaudeCodeProcess, hasDied } =
    store === undefined || settings.options?.spawnClaudeCodeProcess ? {} : createTiedSpawn(signal);
  const base: Options = {
    includePartialMessages: true,
    ...settings.options,
    cwd,
    abortController: kill,
    ...(settings.window === true ? { env: { ...(settings.options?.env ?? process.env), ...stateEvents } } : {}),
    ...(spawnClaudeCodeProcess === undefined ? {} : { spawnClaudeCodeProcess }),
    permissionMode: planMode ? "plan" : (settings.options?.permissionMode ?? "default"),
    ...(model === undefined ? {} : { model }),
  };
  const lasting = store !== undefined && asker !== undefined ? { ...asking, asker, store, hasDied } : null;

  function wrap(options: Options): Options {
    if (asker === undefined) return options;
    return lasting === null ? withYourcall(options, { ...asking, asker }) : deferQuestions(options, lasting);
  }

  /** Reads a turn to its end, and all turns that follow a deferred question. */
  async function drive(turn: AsyncIterable<SDKMessage>): Promise<Event[]> {
    let done: Event[] | undefined;
    let isDeferred = false;
    for await (const message of turn) {
      void pass(reader.read(message));
      messages?.receive(message);
      if (message.type !== "result") continue;
      isDeferred = message.terminal_reason === "tool_deferred";
      if (!isDeferred) done = reader.readEnd(message);
    }
    if (isDeferred && deferred !== undefined) void pass(reader.readAsk(deferred));
    const next = isDeferred ? await goOnWithDeferred() : undefined;
    if (next !== undefined) return next;
    if (done === undefined) throw new AgentError("provider-error", "Claude ended before its turn was finished.");
    return done;
  }

  async function goOnWithDeferred(): Promise<Event[] | undefined> {
    if (lasting === null) return undefined;
    let done: Event[] | undefined;
    for (const settled = new Set<string>(); ; ) {
      const waiting = (await lasting.store.list()).filter(
        (kept) => kept.session === session.id && !settled.has(kept.toolUseId),
      );
      // A resumed session repeats its deferred call unprompted, so that one is settled first.
      const question = waiting.find(({ inProcess }) => inProcess !== true) ?? waiting[0];
      if (question === undefined) return done;
      settled.add(question.toolUseId);
      if (question.stopped === true) await endStopped(question, { query, options: base, store: lasting.store });
      else done = await goOnWith(question, lasting);
    }
  }

  async function goOnWith(question: DeferredQuestion, lasting: DeferOptions): Promise<Event[]> {
    try {
      return await drive(resumeDeferred(question, { ...lasting, query, options: base, signal }));
    } catch (error) {
      const { askId } = question;
      if (!signal.aborted || askId === undefined || !isHubAsker(lasting.asker)) throw error;
      const outcome = await withdrawAsk(lasting.asker, askId).catch(() => null);
      const isKept = (await lasting.store.load(question.toolUseId)) !== undefined;
      if (outcome?.status === "cancelled" && isKept) await lasting.store.save({ ...question, stopped: true });
      throw error;
    }
  }

  let timer: NodeJS.Timeout | undefined;
  const killSoon = () => {
    timer = setTimeout(() => kill.abort(), grace);
  };
  signal.addEventListener("abort", killSoon, { once: true });
  try {
    signal.throwIfAborted();
    const finished = session.isNew ? undefined : await goOnWithDeferred();
    if (finished !== undefined && prompt === undefined) return void pass(finished);
    const isChosen = session.isNew && base.continue !== true;
    const place: Options = session.isNew ? (isChosen ? { sessionId: session.id } : {}) : { resume: session.id };
    const words = prompt ?? goOn;
    const isOpen = settings.window === true || pictures.length > 0;
    const turn = query({
      prompt: isOpen && typeof words === "string" ? (messages?.open({ text: words, pictures }) ?? words) : words,
      options: wrap({ ...base, ...place }),
    });
    if (settings.window === true) {
      messages?.attach(turn);
      void turn.supportedModels().then(
        (models) => pass(reader.readModels?.(models) ?? []),
        // It ended before it could say.
        () => {},
      );
    }
    const unwatch = interruptOn(signal, turn);
    const done = await drive(turn).finally(unwatch);
    signal.throwIfAborted();
    void pass(done);
  } catch (error) {
    if (!signal.aborted) throw toNotFound(error, session.id);
    throw toStopped(error);
  } finally {
    signal.removeEventListener("abort", killSoon);
    clearTimeout(timer);
    messages?.end();
    kill.abort();
  }
}

function toNotFound(error: unknown, id: string): unknown {
  if (!(error instanceof Error) || !/no conversation found/i.test(error.message)) return error;
  return new AgentError("not-found", `Claude has no session "${id}" in this directory.`, { cause: error });
}

type Sdk = Pick<typeof import("@anthropic-ai/claude-agent-sdk"), "query" | "getSessionMessages">;

/** The Agent SDK, which the host installs. It is large, so it loads when a run starts. */
export function loadSdk(importing: () => Promise<Sdk> = () => import("@anthropic-ai/claude-agent-sdk")): Promise<Sdk> {
  return loadPackage(importing, "The Claude Agent SDK is not installed: npm install @anthropic-ai/claude-agent-sdk");
}
