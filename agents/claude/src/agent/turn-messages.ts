import type { SDKMessage, SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";

/** What a person says to a running turn. */
export interface TurnMessages {
  /** The prompt and all later messages, until the turn is over. */
  open(prompt: string): AsyncIterable<SDKUserMessage>;
  /** False if no turn accepts the message. */
  send(text: string): boolean;
  receive(message: SDKMessage): void;
  end(): void;
}

/** Makes Claude Code report when it is idle. */
export const stateEvents = { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1" };

/**
 * Keeps Claude's input open for as long as it may need it: until the turn's result if no message was sent. A message may become part
 * of that turn or start another one, which may ask questions too, so after a message the input stays open until Claude is idle.
 */
export function createTurnMessages(): TurnMessages {
  const waiting: string[] = [];
  let isOpen = false;
  let hasResult = false;
  let sent = 0;
  let wake = () => {};

  function end(): void {
    isOpen = false;
    wake();
  }

  return {
    async *open(prompt) {
      isOpen = true;
      yield toMessage(prompt);
      while (isOpen || waiting.length > 0) {
        const text = waiting.shift();
        if (text !== undefined) yield toMessage(text);
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
    send(text) {
      if (!isOpen || hasResult) return false;
      sent += 1;
      waiting.push(text);
      wake();
      return true;
    },
    receive(message) {
      if (message.type === "result") {
        hasResult = true;
        if (sent === 0 || message.terminal_reason === "tool_deferred") end();
      } else if (message.type === "system" && message.subtype === "session_state_changed") {
        if (message.state === "idle" && hasResult) end();
        else if (message.state === "running") hasResult = false;
      }
    },
    end,
  };
}

function toMessage(content: string): SDKUserMessage {
  return { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
}
