import { askToolName } from "@yourcall/core";
import { type Asking, answerQuestions } from "./ask-person.ts";
import type { CallPlace } from "./call-place.ts";
import { type ClaudeReply, toClaudeReply } from "./claude-reply.ts";
import { answeredBySdk } from "./hook/hook-event.ts";

/** Answers the questions of one `claude -p --input-format stream-json --permission-prompt-tool stdio`. */
export interface StreamAnswers {
  /**
   * Takes each message that Claude writes. If it is a question, resolves with the message to write to its input, once it
   * has its answer; undefined for everything else, including other tools' requests and withdrawn questions.
   */
  take(message: unknown): Promise<object | undefined>;
  /** For Claude's environment, so that the hooks of `yourcall setup claude` do not ask the same questions again. */
  readonly env: Readonly<Record<string, string>>;
  /** Withdraws all pending questions, because Claude has ended. */
  close(): void;
}

/**
 * For hosts that run Claude Code themselves and use its control protocol; hosts of the Agent SDK have `withYourcall`.
 *
 * @example
 * const answering = createStreamAnswers({ asker });
 * const reply = await answering.take({ type: "control_request" });
 * answering.close();
 */
export function createStreamAnswers(asking: Asking): StreamAnswers {
  const waiting = new Map<string, AbortController>();
  let place: CallPlace = {};

  function listen({ type, subtype, session_id, cwd, message }: Message): void {
    if (type === "system" && subtype === "init") place = { session: session_id, cwd };
    if (type !== "assistant" || !Array.isArray(message?.content)) return;
    const said = message.content.flatMap((block: { text?: unknown }) => block.text ?? []).join("\n\n");
    if (said !== "") place = { ...place, said };
  }

  async function answer(
    requestId: string,
    { tool_use_id = requestId, input = {} }: Request,
  ): Promise<object | undefined> {
    const stop = new AbortController();
    waiting.set(requestId, stop);
    const answered = await answerQuestions({ toolUseId: tool_use_id, input, place, signal: stop.signal }, asking);
    waiting.delete(requestId);
    if (stop.signal.aborted) return undefined;
    const response: ClaudeReply =
      "fault" in answered
        ? { behavior: "deny", message: answered.fault }
        : toClaudeReply(answered.outcome, input, "permission");
    return { type: "control_response", response: { subtype: "success", request_id: requestId, response } };
  }

  return {
    env: { [answeredBySdk]: "questions" },
    async take(value) {
      const message = (typeof value === "object" && value !== null ? value : {}) as Message;
      listen(message);
      const { type, request_id = "", request } = message;
      if (type === "control_cancel_request") waiting.get(request_id)?.abort();
      const isQuestion = request?.subtype === "can_use_tool" && request.tool_name === askToolName;
      return type === "control_request" && isQuestion ? await answer(request_id, request) : undefined;
    },
    close() {
      for (const stop of waiting.values()) stop.abort();
    },
  };
}

interface Message {
  type?: string;
  subtype?: string;
  session_id?: string;
  cwd?: string;
  message?: { content?: unknown };
  request_id?: string;
  request?: Request;
}

interface Request {
  subtype?: string;
  tool_name?: string;
  tool_use_id?: string;
  input?: Record<string, unknown>;
}
