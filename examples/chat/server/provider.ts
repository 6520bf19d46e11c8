import type { UIMessage, UIMessageChunk } from "ai";

/** Who writes the agent's replies. */
export interface Provider {
  name: string;
  reply(turn: Turn): ReadableStream<UIMessageChunk> | Promise<ReadableStream<UIMessageChunk>>;
}

export interface Turn {
  conversation: string;
  messages: UIMessage[];
  signal: AbortSignal;
}
