import type { UIMessage, UIMessageChunk } from "ai";

/** Who writes the agent's replies. */
export interface Provider {
  name: string;
  reply(turn: Turn): Promise<ReadableStream<UIMessageChunk>>;
  /** The conversations whose replies wait for a person and go on by themselves, after a restart too. */
  waiting?(): Promise<string[]>;
}

export interface Turn {
  /** The id of the conversation, which is the session of its asks in the hub. */
  id: string;
  title: string;
  messages: UIMessage[];
  /** It was begun before, and goes on now that a person has decided. */
  goesOn: boolean;
  signal: AbortSignal;
}
