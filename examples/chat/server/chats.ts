import { createUIMessageStream, generateId, isToolUIPart, type UIMessage, type UIMessageChunk } from "ai";
import type { Conversation, Conversations } from "./conversations.ts";
import type { Provider } from "./provider.ts";
import { type Run, startRun } from "./run.ts";
import { toChunks } from "./to-chunks.ts";

type Part = UIMessage["parts"][number];
type ToolPart = Extract<Part, { toolCallId: string }>;

/** How a tool call ended, as a person decided. */
export type Ending = { output: unknown } | { approved: boolean; reason?: string | undefined } | { errorText: string };

/** Where the endings of tool calls come from; without a hub, from the page. */
export interface Endings {
  /** How the call ended in the hub, or undefined if it is still open there. */
  find(conversation: string, part: ToolPart): Promise<Ending | undefined>;
  /** The person went on without answering. */
  withdraw(conversation: string, part: ToolPart): Promise<void>;
}

export interface Chats {
  /** A message of the person. */
  send(id: string, user: string, message: UIMessage): Promise<ReadableStream<UIMessageChunk>>;
  /** The page says that the calls of the last reply have ended, as this message shows: the run goes on. */
  goOn(id: string, message: UIMessage): Promise<ReadableStream<UIMessageChunk>>;
  /** The same without a page. Resolves when the run has ended. */
  finishCall(id: string, toolCallId: string, ending: Ending): Promise<void>;
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
  /** The message that it goes on with, as it was then. */
  before: UIMessage | undefined;
}

/** Runs conversations: one reply at a time in each, whoever wants it and however often. */
export function createChats(store: Conversations, provider: Provider, endings?: Endings): Chats {
  const active = new Map<string, Active>();
  const turns = new Map<string, Promise<unknown>>();

  /** One at a time in each conversation. */
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

  function save(conversation: Conversation, messages: UIMessage[]): void {
    store.save({ ...conversation, messages, updatedAt: new Date().toISOString() });
  }

  function start(id: string): Run {
    const { messages } = read(id);
    const last = messages.at(-1);
    const run = startRun((signal) =>
      createUIMessageStream({
        originalMessages: messages,
        generateId,
        onError: (error) => (error instanceof Error ? error.message : String(error)),
        async execute({ writer }) {
          writer.merge(await provider.reply({ conversation: id, messages, signal }));
        },
        onEnd: ({ messages }) => {
          const conversation = store.read(id);
          if (conversation !== undefined) save(conversation, messages);
        },
      }),
    );
    active.set(id, { run, before: last?.role === "assistant" ? last : undefined });
    return run;
  }

  /** Writes down how a call of the last reply ended, and says whether that was news. */
  function end(id: string, toolCallId: string, ending: Ending): boolean {
    const conversation = read(id);
    const last = conversation.messages.at(-1);
    const part = last?.parts.find((each) => isToolUIPart(each) && each.toolCallId === toolCallId) as
      | ToolPart
      | undefined;
    if (last === undefined || part === undefined || !isOpen(part)) return false;
    const parts = last.parts.map((each) => (each === part ? toEnded(part, ending) : each));
    save(conversation, [...conversation.messages.slice(0, -1), { ...last, parts }]);
    return true;
  }

  /** Goes on with the last reply once none of its calls is open. */
  function startIfReady(id: string): Run | undefined {
    const last = read(id).messages.at(-1);
    return last?.role === "assistant" && last.parts.every((part) => !isOpen(part)) ? start(id) : undefined;
  }

  const running = (id: string) => {
    const found = active.get(id);
    return found?.run.isRunning === true ? found : undefined;
  };

  return {
    send: (id, user, message) =>
      inTurn(id, async () => {
        if (running(id) !== undefined) throw new ChatError(409, "The agent is still writing. Stop it, or wait.");
        const title = toTitle(message);
        const conversation = store.read(id) ?? { id, user, title, updatedAt: "", messages: [] };
        const last = conversation.messages.at(-1);
        const parts = last?.parts.map((part) =>
          isOpen(part) ? toEnded(part, { errorText: "The person sent a message instead." }) : part,
        );
        for (const part of last?.parts ?? []) if (isOpen(part)) await endings?.withdraw(id, part);
        const before =
          last === undefined ? [] : [...conversation.messages.slice(0, -1), { ...last, parts: parts ?? [] }];
        save(conversation, [...before, message]);
        return start(id).follow();
      }),

    goOn: (id, message) =>
      inTurn(id, async () => {
        const last = read(id).messages.at(-1);
        if (last?.id !== message.id) throw new ChatError(409, "The conversation has gone on. Load the page again.");
        const going = running(id);
        if (going !== undefined) return going.run.follow();
        let news = false;
        for (const part of last.parts) {
          if (!isOpen(part)) continue;
          const said = message.parts.find((each) => isToolUIPart(each) && each.toolCallId === part.toolCallId);
          const ending = endings === undefined ? toEnding(said as ToolPart | undefined) : await endings.find(id, part);
          if (ending !== undefined) news = end(id, part.toolCallId, ending) || news;
        }
        if (news) {
          const run = startIfReady(id);
          if (run === undefined) throw new ChatError(409, "Another question of this reply is still open.");
          return run.follow();
        }
        // It went on without this page, and has ended: the rest of the message.
        const rest: UIMessageChunk[] = toChunks(last.parts.slice(message.parts.length));
        return ReadableStream.from([
          { type: "start", messageId: last.id },
          ...rest,
          { type: "finish" },
        ] as UIMessageChunk[]);
      }),

    async finishCall(id, toolCallId, ending) {
      const run = await inTurn(id, async () => {
        const going = running(id);
        if (going !== undefined || store.read(id) === undefined) return going?.run;
        const news = end(id, toolCallId, ending);
        // The server may have ended between writing it down and going on.
        return news || isLast(read(id), toolCallId) ? startIfReady(id) : undefined;
      });
      await run?.ended;
    },

    resume(id) {
      const going = running(id);
      if (going === undefined) return null;
      const { run, before } = going;
      return run.follow(
        before === undefined ? [] : [{ type: "start", messageId: before.id }, ...toChunks(before.parts)],
      );
    },

    messages(id) {
      const { messages } = read(id);
      const before = running(id)?.before;
      return before === undefined ? messages : messages.filter((message) => message.id !== before.id);
    },

    stop: (id) => active.get(id)?.run.stop(),
  };
}

/** Whether the conversation has not gone on since the step of this call. */
function isLast({ messages }: Conversation, toolCallId: string): boolean {
  const parts = messages.at(-1)?.parts ?? [];
  const at = parts.findIndex((part) => isToolUIPart(part) && part.toolCallId === toolCallId);
  return at >= 0 && parts.slice(at + 1).every(({ type }) => type !== "step-start");
}

/** Whether a person still has to say something. */
function isOpen(part: Part): part is ToolPart {
  return isToolUIPart(part) && ["input-streaming", "input-available", "approval-requested"].includes(part.state);
}

function toEnding(part: ToolPart | undefined): Ending | undefined {
  if (part?.state === "output-available") return { output: part.output };
  if (part?.state === "output-error") return { errorText: part.errorText };
  if (part?.state === "approval-responded") return { approved: part.approval.approved, reason: part.approval.reason };
  return undefined;
}

function toEnded(part: ToolPart, ending: Ending): Part {
  if ("output" in ending) return { ...part, state: "output-available", output: ending.output } as Part;
  if ("errorText" in ending) {
    const { approval, ...rest } = part;
    return { ...rest, input: part.input ?? {}, state: "output-error", errorText: ending.errorText } as Part;
  }
  const { approved, reason } = ending;
  return { ...part, state: "approval-responded", approval: { ...part.approval, approved, reason } } as Part;
}

function toTitle({ parts }: UIMessage): string {
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join(" ");
  return text.trim().replace(/\s+/g, " ").slice(0, 60) || "New conversation";
}
