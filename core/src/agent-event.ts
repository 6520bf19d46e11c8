import type { Approval, Outcome, Question } from "./schemas.ts";

/** What a tool call came to, as the model is told it. */
export interface ToolResult {
  text: string;
  isError: boolean;
  /** How the ask ended, for the AskUserQuestion tool and for a call that was put to the person. */
  outcome?: Outcome;
}

/**
 * What happens in a run of an agent, in order, whichever agent it is. A call is `tool_start`, any number of `ask_user`, `tool_result`; a run ends with one `done`
 * or one `error`. `id` is always the tool call's. `askId` is there where the asker can tell it (a hub can).
 */
export type AgentEvent =
  | { type: "text"; text: string }
  | { type: "tool_start"; id: string; name: string; input: unknown }
  | { type: "tool_result"; id: string; name: string; result: ToolResult }
  | {
      type: "ask_user";
      id: string;
      askId?: string;
      kind: "question" | "approval";
      questions: Question[];
      approval?: Approval;
    }
  | { type: "done"; text: string }
  | { type: "error"; error: Error };
