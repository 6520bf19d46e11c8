import type { PermissionMode, Query, SDKMessage, SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import type { Picture } from "@yourcall/core";

/** What a person says, with its pictures. */
interface ClaudePrompt {
  text: string;
  pictures?: readonly Picture[];
}

/** What a person says to a running turn, and changes about it. */
export interface TurnMessages {
  /** The turn that later changes of its mode and model go to. */
  attach(turn: Pick<Query, "setModel" | "setPermissionMode">): void;
  setMode(mode: PermissionMode): void;
  setModel(model: string): void;
  /** The prompt and all later messages, until the turn is over. */
  open(prompt: ClaudePrompt): AsyncIterable<SDKUserMessage>;
  /** False if no turn accepts the message. */
  send(text: string, pictures?: readonly Picture[]): boolean;
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
  const waiting: ClaudePrompt[] = [];
  let isOpen = false;
  let hasResult = false;
  let sent = 0;
  let wake = () => {};
  let turn: Parameters<TurnMessages["attach"]>[0] | undefined;

  function end(): void {
    isOpen = false;
    wake();
  }

  return {
    attach(query) {
      turn = query;
    },
    // A turn that has just ended takes no change.
    setMode: (mode) => void turn?.setPermissionMode(mode).catch(() => {}),
    setModel: (model) => void turn?.setModel(model).catch(() => {}),
    async *open(prompt) {
      isOpen = true;
      yield toMessage(prompt);
      while (isOpen || waiting.length > 0) {
        const next = waiting.shift();
        if (next !== undefined) yield toMessage(next);
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
    send(text, pictures) {
      if (!isOpen || hasResult) return false;
      sent += 1;
      waiting.push({ text, pictures });
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

/** A message as Claude takes it. */
export function toMessage({ text, pictures = [] }: ClaudePrompt): SDKUserMessage {
  const images = pictures.map(({ type, bytes }) => {
    const data = Buffer.from(bytes).toString("base64");
    return { type: "image" as const, source: { type: "base64" as const, media_type: type, data } };
  });
  const words = text === "" ? [] : [{ type: "text" as const, text }];
  const content = images.length === 0 ? text : [...words, ...images];
  return { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
}
