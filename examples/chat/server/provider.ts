import type { UIMessage, UIMessageChunk } from "ai";

/** Who writes the agent's replies. */
export interface Provider {
  name: string;
  reply(turn: Turn): Promise<ReadableStream<UIMessageChunk>>;
}

export interface Turn {
  /** The id of the conversation, which is the session of its asks in the hub. */
  id: string;
  title: string;
  messages: UIMessage[];
  signal: AbortSignal;
}
