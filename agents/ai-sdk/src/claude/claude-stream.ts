import type { query } from "@anthropic-ai/claude-agent-sdk";
import type { DeferStore, WithYourcall } from "@yourcall/claude";
import { runSession } from "@yourcall/claude/internal";
import { type Asker, type AskRequest, type HubAsker, isHubAsker, messageOf } from "@yourcall/core";
import { toApprovalKey } from "@yourcall/core/internal";
import type { UIMessage, UIMessageChunk } from "ai";
import { type GuardOptions, guardToolStream } from "../guard/guard-tool-stream.ts";
import { createChunkReader } from "./claude-chunks.ts";

export interface ClaudeStreamOptions extends WithYourcall {
  /** The id of the chat, which the asks get as their session in place of Claude's own. */
  session?: string;
  /** The id of the message, if the page needs to know it beforehand. */
  messageId?: string;
  /** The message that the stream continues, after a restart. */
  message?: UIMessage;
  /**
   * Where waiting questions are kept. With it, Claude ends while a question waits and is started again with the answer, so a restart of
   * your server loses neither: an empty prompt with `options.resume` continues with what the session waits for.
   */
  store?: DeferStore;
  /** Aborting ends Claude and withdraws what it asked. */
  signal?: AbortSignal;
  /** Called with Claude's id of the session, for `options.resume` of the next message. */
  onSession?: (id: string) => void;
  /** The text that the page shows for a failure; by default the error's own message. */
  onError?: (error: unknown) => string;
  /** Called with every chunk that had to be left out or changed. */
  onDropped?: GuardOptions["onDropped"];
}

/**
 * A run of the Claude Agent SDK as a stream of UI message chunks, with Claude's questions (and its approvals, if `approvals` is set)
 * answered through the asker:
 *
 *     const stream = claudeStream({ prompt, options: { cwd } }, { asker, session: chatId });
 *     return createUIMessageStreamResponse({ stream });
 *
 * @example
 * import { createUIMessageStreamResponse } from "ai";
 * const response = createUIMessageStreamResponse({ stream: claudeStream({ prompt }, { asker }) });
 */
export function claudeStream(
  { prompt, options = {} }: Parameters<typeof query>[0],
  given: ClaudeStreamOptions,
): ReadableStream<UIMessageChunk> {
  const { session, messageId, message, store, signal, onSession, onError = messageOf, onDropped, ...asking } = given;
  const reader = createChunkReader();
  const { resume, sessionId = crypto.randomUUID(), abortController, ...rest } = options;
  const left = new AbortController();
  const stopped = AbortSignal.any([left, abortController, { signal }].flatMap((by) => by?.signal ?? []));
  const id = resume ?? sessionId;
  let isOpen = true;

  async function run(pass: (chunks: UIMessageChunk[]) => void): Promise<void> {
    let known: string | undefined;
    stopped.throwIfAborted();
    // Show pending questions again, even if the server stopped before it had saved their calls.
    for (const { session, toolUseId, askId, request, stopped } of (await store?.list()) ?? [])
      if (session === id && request !== undefined && stopped !== true)
        pass(reader.readAsk({ ask: { ...request, kind: request.kind ?? "question" }, toolUseId, askId }));
    await runSession<UIMessageChunk>(
      {
        session: { id, isNew: resume === undefined },
        prompt: prompt === "" ? undefined : prompt,
        signal: stopped,
        emit: async (chunk) => pass([chunk]),
        reader: {
          ...reader,
          read(message) {
            if ("session_id" in message && typeof message.session_id === "string" && message.session_id !== known) {
              known = message.session_id;
              onSession?.(known);
            }
            return reader.read(message);
          },
        },
      },
      {
        asker: inSession(asking.asker, session),
        asking: { approvals: false, ...asking },
        cwd: options.cwd,
        options: { forwardSubagentText: true, ...rest },
        store,
      },
    );
  }

  const source = new ReadableStream<UIMessageChunk>({
    start(controller) {
      const pass = (chunks: UIMessageChunk[]) => {
        if (isOpen) for (const chunk of chunks) controller.enqueue(chunk);
      };
      pass([{ type: "start", messageId }]);
      // Not awaited: chunks may be read from the beginning.
      void run(pass)
        .catch((error) =>
          pass(
            stopped.aborted
              ? [...reader.close("The run was stopped."), { type: "abort" }]
              : [{ type: "error", errorText: onError(error) }],
          ),
        )
        .finally(() => {
          if (isOpen) controller.close();
          isOpen = false;
          left.abort();
        });
    },
    cancel() {
      isOpen = false;
      left.abort();
    },
  });
  return source.pipeThrough(guardToolStream({ message, onDropped }));
}

/** Wraps the asker so that its asks belong to the chat's session and have the keys by which the page finds them. */
function inSession(asker: Asker, session: string | undefined): Asker | HubAsker {
  function placed(request: AskRequest): AskRequest {
    const { kind, key } = request;
    const agent = { name: "chat", ...request.agent, session: session ?? request.agent?.session };
    return { ...request, key: kind === "approval" && key !== undefined ? toApprovalKey(key) : key, agent };
  }
  const ask: Asker["ask"] = (request, options) => asker.ask(placed(request), options);
  if (!isHubAsker(asker)) return { ask };
  return {
    ...asker,
    ask,
    create: (request, options) => asker.create(placed(request), options),
    delivery: (id, delivery) => asker.delivery(id, { ...delivery, session: session ?? delivery.session }),
    report: (id, report) => asker.report(id, { ...report, session: session ?? report.session }),
  };
}
