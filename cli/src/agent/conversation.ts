import type { ChatAgentSource, ChatRun } from "./chat-agent.ts";

/** A chat with one agent: the first message begins a run, every later one goes on with it. */
export interface Conversation {
  readonly runId: string | undefined;
  /** The next turn. Without a prompt the run goes on from where it stopped. */
  turn(prompt: string | undefined, signal: AbortSignal): ChatRun;
}

export function createConversation(source: ChatAgentSource, resumed?: string): Conversation {
  let runId = resumed;
  return {
    get runId() {
      return runId;
    },
    turn(prompt, signal) {
      const agent = source.open(signal);
      if (runId === undefined && prompt === undefined) throw new TypeError("A run begins with a prompt.");
      if (runId !== undefined) return agent.resume(runId, prompt);
      const run = agent.run(prompt ?? "");
      runId = run.id;
      // A new name: nobody else can have it yet.
      source.hold?.(run.id).catch(() => {});
      return run;
    },
  };
}
