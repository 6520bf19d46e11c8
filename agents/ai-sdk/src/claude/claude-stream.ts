import type { query } from "@anthropic-ai/claude-agent-sdk";
import { loadSdk, type WithYourcall, withYourcall } from "@yourcall/claude";
import { type AskRequest, toApprovalKey } from "@yourcall/core";
import type { UIMessageChunk } from "ai";
import { type GuardOptions, guardToolStream } from "../guard/guard-tool-stream.ts";
import { inSession } from "../in-session.ts";
import { createChunkReader } from "./claude-chunks.ts";

export interface ClaudeStreamOptions extends WithYourcall {
  /** The id of the chat, which the asks get as their session in place of Claude's own. */
  session?: string;
  /** The id of the message, if the page needs to know it before. */
  messageId?: string;
  /** Aborting ends Claude and withdraws what it asked. */
  signal?: AbortSignal;
  /** Called with Claude's id of the session, for `options.resume` of the next message. */
  onSession?: (id: string) => void;
  /** The text that the page is shown for a failure. It is the failure's own by default. */
  onError?: (error: unknown) => string;
  /** Hears of chunks that had to be left out. */
  onDropped?: GuardOptions["onDropped"];
}

/**
 * A run of the Claude Agent SDK as a stream of UI message chunks, with Claude's questions (and its approvals, if `approvals` is set)
 * answered through the asker:
 *
 *     const stream = claudeStream({ prompt, options: { cwd } }, { asker, session: chatId });
 *     return createUIMessageStreamResponse({ stream });
 */
export function claudeStream(
  { prompt, options = {} }: Parameters<typeof query>[0],
  given: ClaudeStreamOptions,
): ReadableStream<UIMessageChunk> {
  const { session, messageId, signal, onSession, onError = toText, onDropped, ...asking } = given;
  const reader = createChunkReader();
  const stop = new AbortController();
  let isOpen = true;

  async function run(pass: (chunks: UIMessageChunk[]) => void): Promise<void> {
    const { query } = await loadSdk();
    let known: string | undefined;
    const turn = query({
      prompt,
      options: withYourcall(
        { includePartialMessages: true, ...options, abortController: stop },
        {
          ...asking,
          asker: inSession(asking.asker, session, toChatKey),
          async onAsk(notice) {
            pass(reader.readAsk(notice));
            await asking.onAsk?.(notice);
          },
          onOutcome(outcome, toolUseId) {
            pass(reader.readOutcome(outcome, toolUseId));
            asking.onOutcome?.(outcome, toolUseId);
          },
        },
      ),
    });
    for await (const message of turn) {
      if ("session_id" in message && typeof message.session_id === "string" && message.session_id !== known) {
        known = message.session_id;
        onSession?.(known);
      }
      pass(reader.read(message));
    }
    pass(reader.end());
  }

  const source = new ReadableStream<UIMessageChunk>({
    async start(controller) {
      const pass = (chunks: UIMessageChunk[]) => {
        if (isOpen) for (const chunk of chunks) controller.enqueue(chunk);
      };
      const cut = () => stop.abort(signal?.reason);
      signal?.addEventListener("abort", cut, { once: true });
      options.abortController?.signal.addEventListener("abort", cut, { once: true });
      pass([{ type: "start", messageId }]);
      // Not awaited: chunks may be read from the beginning.
      void (async () => {
        try {
          signal?.throwIfAborted();
          await run(pass);
        } catch (error) {
          pass(
            stop.signal.aborted || signal?.aborted
              ? [{ type: "abort" }]
              : [{ type: "error", errorText: onError(error) }],
          );
        } finally {
          signal?.removeEventListener("abort", cut);
          if (isOpen) controller.close();
          isOpen = false;
          stop.abort();
        }
      })();
    },
    cancel() {
      isOpen = false;
      stop.abort();
    },
  });
  return source.pipeThrough(guardToolStream({ onDropped }));
}

/** A page finds the approval of a call by another key than a question. */
function toChatKey({ kind, key }: AskRequest): string | undefined {
  return kind === "approval" && key !== undefined ? toApprovalKey(key) : key;
}

function toText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
