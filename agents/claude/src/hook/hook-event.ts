import type { PermissionUpdate } from "@anthropic-ai/claude-agent-sdk";
import { toFields, toNonEmpty } from "@yourcall/core/internal";

/** The events of Claude Code that concern an ask. */
const hookEventNames = [
  "PermissionRequest",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
  "UserPromptSubmit",
  "SessionEnd",
  "Elicitation",
] as const;
type HookEventName = (typeof hookEventNames)[number];

// The others are about a call.
const withoutTool: readonly HookEventName[] = ["Stop", "UserPromptSubmit", "SessionEnd", "Elicitation"];

/**
 * Set in the environment of a Claude whose host answers through `withYourcall`: "questions", or "everything" if it also decides
 * about tools. The hooks of `yourcall setup claude`, which such a session runs too, then leave them to the host.
 */
export const answeredBySdk = "YOURCALL_ANSWERED_BY_SDK";

/** The environment variable in which Claude Code says how it was started. */
export const entryVariable = "CLAUDE_CODE_ENTRYPOINT";

/** Whether this is `claude -p`, which has no dialog: without yourcall it denies what needs permission at once. */
export function isPrinting(entry: unknown): boolean {
  return entry === "sdk-cli";
}

/** The parts of a hook's input that are used here. */
export interface HookEvent {
  name: HookEventName;
  session: string;
  /** The id of the person's prompt whose turn this is. */
  prompt?: string;
  /** The subagent in which it happened; absent in the conversation itself. */
  subagent?: string;
  /** The kind of that subagent: `Explore`. */
  subagentName?: string;
  cwd?: string;
  /** The transcript file. */
  transcript?: string;
  /** Empty if the event is not about a call. */
  tool: string;
  input: Record<string, unknown>;
  /** Set if the event is about one call, except for permission requests, which do not name theirs. */
  callId?: string;
  /** The rules Claude Code would add for "always", with `PermissionRequest`. */
  suggestions: PermissionUpdate[];
  /** What the tool returned, with `PostToolUse`. */
  response: Record<string, unknown>;
  /** The permission mode at this moment. */
  mode?: string;
  /** The form of an MCP server, with `Elicitation`. */
  form?: { server: string; message: string; schema: unknown };
}

/** Reads a hook's standard input or the body of its request. Null for anything that is not such an event. */
export function toHookEvent(value: unknown): HookEvent | null {
  const fields = toFields(value);
  const name = hookEventNames.find((known) => known === fields.hook_event_name);
  const session = toNonEmpty(fields.session_id);
  if (name === undefined || session === undefined) return null;
  const tool = toNonEmpty(fields.tool_name);
  if (tool === undefined && !withoutTool.includes(name)) return null;
  const { permission_suggestions: suggestions } = fields;
  return {
    name,
    session,
    tool: tool ?? "",
    input: toFields(fields.tool_input),
    suggestions: Array.isArray(suggestions) ? suggestions.filter(isUpdate) : [],
    response: toFields(fields.tool_response),
    form: name === "Elicitation" ? toForm(fields) : undefined,
    mode: toNonEmpty(fields.permission_mode),
    prompt: toNonEmpty(fields.prompt_id),
    subagent: toNonEmpty(fields.agent_id),
    subagentName: toNonEmpty(fields.agent_type),
    cwd: toNonEmpty(fields.cwd),
    transcript: toNonEmpty(fields.transcript_path),
    callId: toNonEmpty(fields.tool_use_id),
  };
}

// A form in `url` mode, which is a web page, has no schema.
function toForm({ mcp_server_name: server, message, requested_schema: schema }: Record<string, unknown>) {
  if (typeof schema !== "object" || schema === null) return undefined;
  return { server: `${server}`, message: toNonEmpty(message) ?? "", schema };
}

// Only a rough check: Claude Code made these updates and gets them back unchanged.
function isUpdate(value: unknown): value is PermissionUpdate {
  return typeof (value as { type?: unknown } | null)?.type === "string";
}
