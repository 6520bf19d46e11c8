import type { AgentInfo, AskRequest, Outcome } from "@yourcall/core";
import type { ClaudeAsker, OnAsk } from "./ask-person.ts";

/** How Claude's questions reach a person. */
export interface Asking {
  /** Who puts questions to the person: the client of a hub, or any other asker. */
  asker: ClaudeAsker;
  /**
   * How the agent is shown to the person: "claude", with the beginning of the session's first prompt as title, by default.
   * Session and directory are always Claude's own.
   */
  agent?: Partial<Pick<AgentInfo, "name" | "title">>;
  /** A deadline for questions, and what happens then. None by default. Approvals never have one. */
  deadline?: Pick<AskRequest, "timeoutMs" | "onTimeout">;
  /** Told of every ask on its way to a person, and heard out before the ask is made. */
  onAsk?: OnAsk;
  /** Told how the ask of a call ended. */
  onOutcome?: (outcome: Outcome, toolUseId: string) => void;
  /** Told what was changed so that a question could be shown. */
  onRepairs?: (repairs: readonly string[], toolUseId: string) => void;
}
