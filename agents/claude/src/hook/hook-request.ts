import type { AgentInfo, Ask, AskRequest, KeyedRequest } from "@yourcall/core";
import { maxNameLength, toHostRequest } from "@yourcall/core/internal";
import { toAlwaysRules, toToolAsk } from "../approve-tool.ts";
import type { HookEvent } from "./hook-event.ts";

/** What a person who does not see the terminal needs in order to decide. */
export interface HookContext extends Pick<AgentInfo, "branch" | "worktree" | "pane" | "subagent"> {
  /** What Claude said just before. */
  context?: string;
  /** What the session is about. */
  title?: string;
  /** The id of the call, which a permission request does not name. */
  call?: string;
}

/** Metadata of an ask made by a hook, so that a later event finds it. */
export interface HookMark {
  source: "claude-code";
  hook: string;
  prompt?: string;
  subagent?: string;
  /** The id of the call, if the transcript contained it. */
  call?: string;
}

/** The ask for Claude's questions. */
export function toQuestionRequest(event: HookEvent, ask: Ask, around: HookContext, key: string): KeyedRequest {
  const { questions, context, metadata } = ask;
  return toRequest({ questions, context, metadata }, event, around, key);
}

/** The ask for permission to use another tool. */
export function toApprovalRequest(event: HookEvent, around: HookContext, key: string): KeyedRequest {
  const { tool, input, suggestions } = event;
  return toRequest(toToolAsk(tool, input, { suggestions }, [], toAlwaysRules(suggestions)), event, around, key);
}

/** Reads the metadata back; null if no hook made the ask. */
export function toHookMark(metadata: Record<string, unknown> | undefined): HookMark | null {
  return metadata?.source === "claude-code" && typeof metadata.hook === "string"
    ? (metadata as unknown as HookMark)
    : null;
}

function toMark({ name, prompt, subagent }: HookEvent, { call }: HookContext): HookMark & Record<string, unknown> {
  return { source: "claude-code", hook: name, prompt, subagent, call };
}

function toRequest(ask: AskRequest, event: HookEvent, around: HookContext, key: string): KeyedRequest {
  const { context: said, title, branch, worktree, pane } = around;
  const { session, cwd } = event;
  // A session may itself be started as an agent of some kind; then there is no subagent.
  const subagent = event.subagent === undefined ? undefined : (around.subagent ?? event.subagentName ?? event.subagent);
  const agent = { name: "claude", session: toSessionName(session), title, cwd, branch, worktree, subagent, pane };
  return toHostRequest(ask, { key, agent, said, metadata: toMark(event, around) });
}

/** The hub's name for a session of Claude Code. */
export function toSessionName(session: string): string {
  return session.slice(0, maxNameLength);
}
