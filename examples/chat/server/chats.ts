import { guardToolStream } from "@yourcall/ai-sdk";
import {
  createUIMessageStream,
  generateId,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
  type UIMessageChunk,
} from "ai";
import type { Conversation, Conversations } from "./conversations.ts";
import type { Provider } from "./provider.ts";
import { type Run, startRun } from "./run.ts";
import { isOpen, type Settler, withoutOpenCalls } from "./settle.ts";
import { toChunks } from "./to-chunks.ts";

export interface Chats {
  /** A message of the person. */
  send(id: string, user: string, message: UIMessage): Promise<ReadableStream<UIMessageChunk>>;
  /** The page has seen that the calls of the last reply have ended, as in this message: the run goes on. */
  goOn(id: string, claimed: UIMessage): Promise<ReadableStream<UIMessageChunk>>;
  /** The same without a page. Resolves when the run has ended. */
  catchUp(id: string): Promise<void>;
  /** The reply that is being written, from its beginning; null if there is none. */
  resume(id: string): ReadableStream<UIMessageChunk> | null;
  /** The messages, without the one that `resume` brings. */
  messages(id: string): UIMessage[];
  stop(id: string): void;
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
  /** The reply that it goes on with, as it was then. */
  before: UIMessage | undefined;
}

/** Runs conversations: one reply at a time in each, whoever wants it and however often. */
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

  function start(id: string): Run {
    const { title, messages } = read(id);
    const last = messages.at(-1);
    const run = startRun((signal) =>
      createUIMessageStream({
        originalMessages: messages,
        generateId,
        onError: (error) => (error instanceof Error ? error.message : String(error)),
        async execute({ writer }) {
          const reply = await provider.reply({ id, title, messages, signal });
          // No order of chunks breaks the page, whatever the provider does.
          writer.merge(reply.pipeThrough(guardToolStream({ message: last?.role === "assistant" ? last : undefined })));
        },
        onEnd: ({ messages }) => {
          const conversation = store.read(id);
          if (conversation !== undefined) save(conversation, messages);
        },
      }),
    );
    runs.set(id, { run, before: last?.role === "assistant" ? last : undefined });
    return run;
  }

  /** Writes down what people decided, and goes on once nothing is open. */
  async function goOnIfReady(id: string, claimed?: UIMessage): Promise<Run | undefined> {
    const messages = save(read(id), await settle(id, read(id).messages, claimed));
    if (messages.at(-1)?.parts.some(isOpen) === true) return undefined;
    const isReady =
      lastAssistantMessageIsCompleteWithToolCalls({ messages }) ||
      lastAssistantMessageIsCompleteWithApprovalResponses({ messages });
    return isReady ? start(id) : undefined;
  }

  return {
    send: (id, user, message) =>
      inTurn(id, async () => {
        if (running(id) !== undefined) throw new ChatError(409, "The agent is still writing. Stop it, or wait.");
        const conversation = store.read(id) ?? { id, user, title: toTitle(message), updatedAt: "", messages: [] };
        const messages = await settle(id, conversation.messages);
        const last = messages.at(-1);
        const before =
          last?.parts.some(isOpen) === true ? [...messages.slice(0, -1), withoutOpenCalls(last)] : messages;
        save(conversation, [...before, message]);
        await withdraw(id);
        return start(id).follow();
      }),

    goOn: (id, claimed) =>
      inTurn(id, async () => {
        const going = running(id);
        if (going !== undefined && hasCallsOf(going.before, claimed)) return going.run.follow();
        // The run that asked: the page has all of it, and its last words are being saved.
        await going?.run.ended;
        const last = read(id).messages.at(-1);
        if (last?.id !== claimed.id) throw new ChatError(409, "The conversation has gone on. Load the page again.");
        const run = await goOnIfReady(id, claimed);
        if (run !== undefined) return run.follow();
        if (read(id).messages.at(-1)?.parts.some(isOpen) === true)
          throw new ChatError(409, "Another question of this reply is still open.");
        // It went on without this page, and has ended: the rest of the reply.
        return toStream([
          { type: "start", messageId: last.id },
          ...toChunks(last.parts.slice(claimed.parts.length)),
          { type: "finish" },
        ]);
      }),

    async catchUp(id) {
      for (let going = running(id); going !== undefined; going = running(id)) await going.run.ended;
      const run = await inTurn(id, async () =>
        store.read(id) === undefined || running(id) !== undefined ? running(id)?.run : goOnIfReady(id),
      );
      await run?.ended;
    },

    resume(id) {
      const going = running(id);
      if (going === undefined) return null;
      const { run, before } = going;
      return run.follow(before && [{ type: "start", messageId: before.id }, ...toChunks(before.parts)]);
    },

    messages(id) {
      const { messages } = read(id);
      const before = running(id)?.before;
      return before === undefined ? messages : messages.filter((message) => message.id !== before.id);
    },

    stop: (id) => runs.get(id)?.run.stop(),
  };
}

/** Whether a reply has every call of another one. */
function hasCallsOf(reply: UIMessage | undefined, other: UIMessage): boolean {
  const ids = new Set(reply?.parts.filter(isToolUIPart).map(({ toolCallId }) => toolCallId));
  return other.parts.filter(isToolUIPart).every(({ toolCallId }) => ids.has(toolCallId));
}

function toStream(chunks: UIMessageChunk[]): ReadableStream<UIMessageChunk> {
  return ReadableStream.from(chunks) as ReadableStream<UIMessageChunk>;
}

function toTitle({ parts }: UIMessage): string {
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join(" ");
  return text.trim().replace(/\s+/g, " ").slice(0, 60) || "New conversation";
}
