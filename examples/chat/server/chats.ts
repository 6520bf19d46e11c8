import { guardToolStream } from "@yourcall/ai-sdk";
import { messageOf } from "@yourcall/core";
import { createUIMessageStream, generateId, isToolUIPart, type UIMessage, type UIMessageChunk } from "ai";
import { isComplete } from "../src/is-complete.ts";
import type { Conversation, Conversations } from "./conversations.ts";
import type { Provider } from "./providers.ts";
import { type Run, startRun } from "./run.ts";
import { isOpen, type Settler, withoutOpenCalls } from "./settle.ts";
import { toChunks } from "./to-chunks.ts";

export interface Chats {
  /** A message of the person. */
  send(id: string, user: string, message: UIMessage): Promise<ReadableStream<UIMessageChunk>>;
  /** Continues the run after the page has seen the calls of the last reply end; `claimed` is that reply as the page has it. */
  goOn(id: string, claimed: UIMessage): Promise<ReadableStream<UIMessageChunk>>;
  /** Continues the run without a page. Resolves when the run has ended. */
  catchUp(id: string): Promise<void>;
  /** Continues the replies that were waiting for a person when the server stopped. */
  wake(): Promise<void>;
  /**
   * The reply that is being written, from its beginning, or one that has just ended and that a page with `known` messages does not have
   * yet. Null if there is none.
   */
  resume(id: string, known: number): ReadableStream<UIMessageChunk> | null;
  /** The messages, without the one that `resume` streams. */
  messages(id: string): UIMessage[];
  stop(id: string): void;
  /** Ends the conversation, and withdraws what it asks. */
  remove(id: string): Promise<void>;
}

export class ChatError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Active {
  run: Run;
  /** The conversation when the run began, without the reply that it continues. */
  messages: UIMessage[];
  /** The reply that it continues, as it was then. */
  before: UIMessage | undefined;
}

/** Runs conversations: one reply at a time in each, whoever requests it and however often. */
export function createChats(store: Conversations, provider: Provider, { settle, withdraw }: Settler): Chats {
  const runs = new Map<string, Active>();
  const turns = new Map<string, Promise<unknown>>();

  /** One act at a time in each conversation. */
  function inTurn<Result>(id: string, act: () => Promise<Result>): Promise<Result> {
    const turn = (turns.get(id) ?? Promise.resolve()).then(act, act);
    turns.set(id, turn);
    return turn;
  }

  function read(id: string): Conversation {
    const found = store.read(id);
    if (found === undefined) throw new ChatError(404, "There is no such conversation.");
    return found;
  }

  function save(conversation: Conversation, messages: UIMessage[]): UIMessage[] {
    store.save({ ...conversation, messages, updatedAt: new Date().toISOString() });
    return messages;
  }

  function running(id: string): Active | undefined {
    const found = runs.get(id);
    return found?.run.isRunning === true ? found : undefined;
  }

  function start(id: string, { goesOn }: { goesOn: boolean }): Run {
    const { title, messages } = read(id);
    const last = messages.at(-1);
    const before = last?.role === "assistant" ? last : undefined;
    function keep({ messages }: { messages: UIMessage[] }): void {
      const conversation = store.read(id);
      if (conversation !== undefined) save(conversation, messages);
    }
    const run = startRun((signal) =>
      createUIMessageStream({
        originalMessages: messages,
        generateId,
        onError: messageOf,
        async execute({ writer }) {
          const reply = await provider.reply({ id, title, messages, goesOn, signal });
          // Keeps the page working in whatever order the provider sends its chunks.
          writer.merge(reply.pipeThrough(guardToolStream({ message: before })));
        },
        // Each step is saved, in case the server is killed while the rest waits for a person.
        onStepEnd: keep,
        onEnd: keep,
      }),
    );
    runs.set(id, { run, messages: before === undefined ? messages : messages.slice(0, -1), before });
    return run;
  }

  /** Saves what people decided, and continues the reply once nothing is open. */
  async function goOnIfReady(id: string, claimed?: UIMessage): Promise<Run | undefined> {
    const messages = save(read(id), await settle(id, read(id).messages, claimed));
    if (messages.at(-1)?.parts.some(isOpen) === true) return undefined;
    return isComplete({ messages }) ? start(id, { goesOn: true }) : undefined;
  }

  return {
    send: (id, user, message) =>
      inTurn(id, async () => {
        if (running(id) !== undefined) throw new ChatError(409, "The agent is still writing. Stop it, or wait.");
        const conversation = store.read(id) ?? { id, user, title: toTitle(message), updatedAt: "", messages: [] };
        const messages = await settle(id, conversation.messages);
        const last = messages.at(-1);
        const isLeft = last?.parts.some(isOpen) === true;
        await withdraw(id).catch((error: unknown) => {
          if (isLeft) throw error;
        });
        const before = isLeft ? [...messages.slice(0, -1), withoutOpenCalls(last)] : messages;
        save(conversation, [...before, message]);
        return start(id, { goesOn: false }).follow();
      }),

    goOn: (id, claimed) =>
      inTurn(id, async () => {
        const going = running(id);
        if (going !== undefined && hasCallsOf(going.before, claimed)) return going.run.follow();
        // The run that asked may still be saving its last chunks; the page already has them.
        await going?.run.ended;
        const last = read(id).messages.at(-1);
        if (last?.id !== claimed.id) throw new ChatError(409, "The conversation has gone on. Load the page again.");
        const run = await goOnIfReady(id, claimed);
        if (run !== undefined) return run.follow();
        if (read(id).messages.at(-1)?.parts.some(isOpen) === true)
          throw new ChatError(409, "Another question of this reply is still open.");
        // The run continued without this page and has ended: send the rest of the reply.
        return replay(last, claimed.parts.length);
      }),

    async catchUp(id) {
      for (let going = running(id); going !== undefined; going = running(id)) await going.run.ended;
      const run = await inTurn(id, async () =>
        store.read(id) === undefined || running(id) !== undefined ? running(id)?.run : goOnIfReady(id),
      );
      await run?.ended;
    },

    async wake() {
      for (const id of (await provider.waiting?.()) ?? [])
        if (store.read(id) !== undefined) start(id, { goesOn: true });
    },

    resume(id, known) {
      const going = running(id);
      if (going !== undefined)
        return going.run.follow(
          going.before && [{ type: "start", messageId: going.before.id }, ...toChunks(going.before.parts)],
        );
      const { messages } = read(id);
      const last = messages.at(-1);
      return last?.role === "assistant" && messages.length === known + 1 ? replay(last) : null;
    },

    messages: (id) => running(id)?.messages ?? read(id).messages,

    stop: (id) => runs.get(id)?.run.stop(),

    async remove(id) {
      const going = running(id);
      store.remove(id);
      going?.run.stop();
      await going?.run.ended;
      await withdraw(id);
    },
  };
}

/** A reply that has ended, for a page that has the parts before `from`. */
function replay({ id, parts }: UIMessage, from = 0): ReadableStream<UIMessageChunk> {
  return ReadableStream.from([
    { type: "start", messageId: id },
    ...toChunks(parts.slice(from)),
    { type: "finish" },
  ]) as ReadableStream<UIMessageChunk>;
}

/** Whether a reply has every call of another one. */
function hasCallsOf(reply: UIMessage | undefined, other: UIMessage): boolean {
  const ids = new Set(reply?.parts.filter(isToolUIPart).map(({ toolCallId }) => toolCallId));
  return other.parts.filter(isToolUIPart).every(({ toolCallId }) => ids.has(toolCallId));
}

function toTitle({ parts }: UIMessage): string {
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join(" ");
  return text.trim().replace(/\s+/g, " ").slice(0, 60) || "New conversation";
}
