import { type Ask, type KeyedRequest, toApprovalAsk, toAskLeniently, toToolResult, toVerdict } from "@yourcall/core";
import { toFields, toHostRequest, toNonEmpty, toShellWord } from "@yourcall/core/internal";
import type { Decision } from "./follow-dialog.ts";
import type { HookFile, PluginSettings } from "./host.ts";
import { losesNote, noteLost } from "./loses-note.ts";

/** A host whose hook runs before its dialog and holds it: a question is in the hub first, and in the host's window afterwards. */
export interface HubFirstHost {
  title: string;
  /** The event before the dialog, and the tool that asks. */
  event: string;
  tool: string;
  toAsk(input: unknown): Ask | null;
  /** What the hook prints, so that the host does not ask and tells its model this text. */
  toOutput(text: string): object;
  /**
   * Whether lines that were added to the conversation say that the turn was interrupted. For a host that ends its hook then, it is
   * not needed.
   */
  isInterruption?(lines: string): boolean;
  /** The host's name as an agent, if that is not the one in the table. */
  agent?: string;
  /** For a host whose hook can also decide about approvals. */
  approvals?: {
    event: string;
    /** Null for a call that is left to the host's own window. */
    toAsk(tool: string, input: unknown): Ask | null;
    /** What the hook prints. `text` is for the model, if it is denied. */
    toOutput(isAllowed: boolean, text: string): object;
    /** What the conversation's file will contain once this call, which waits now, has run; undefined if that cannot be said. */
    toMark(transcript: string, tool: string, input: unknown): Promise<string | undefined>;
  };
  /** Whether this session's questions are in the hub by another way, so that the hook must not hold them. Never rejects. */
  isInHub?(session: string): Promise<boolean>;
}

/** The question that such a hook holds. */
interface HeldQuestion {
  ask: Ask;
  request: KeyedRequest;
  /** The file of the conversation, in which the host writes what it sent to its model; empty if it names none. */
  transcript: string;
  /** What the hook prints for this decision about the ask with this id. */
  toOutput(outcome: Decision, id: string): object;
  /** What the conversation's file contains once the host has done as decided. */
  toMark(outcome: Decision, id: string): Promise<string | undefined>;
  /** What the record says of the delivery, if the host has no place for what the person wrote. */
  toDeliveryNote(outcome: Decision): string | undefined;
}

/** The question or approval in an event of the host; null for any other event, and for a question that cannot be shown. */
export function toHeldQuestion(name: string, host: HubFirstHost, event: unknown, key: string): HeldQuestion | null {
  const { hook_event_name, tool_name, tool_input, session_id, cwd, transcript_path } = toFields(event);
  const isQuestion = hook_event_name === host.event && tool_name === host.tool;
  const isApproval = !isQuestion && hook_event_name === host.approvals?.event && typeof tool_name === "string";
  const approvals = isApproval ? host.approvals : undefined;
  const ask = isQuestion ? host.toAsk(tool_input) : (approvals?.toAsk(String(tool_name), tool_input) ?? null);
  if (ask === null) return null;
  const agent = { name: host.agent ?? name, session: toNonEmpty(session_id), cwd: toNonEmpty(cwd) };
  const request = toHostRequest(ask, { key, agent, metadata: { source: name } });
  const transcript = toNonEmpty(transcript_path) ?? "";
  if (approvals === undefined)
    return {
      ...{ ask, request, transcript },
      toOutput: (outcome, id) => host.toOutput(`${toToolResult(ask, outcome)}\n\n[${id}]`),
      toMark: async (_, id) => id,
      toDeliveryNote: () => undefined,
    };
  const isAllowed = (outcome: Decision) => toVerdict(ask, outcome).isAllowed;
  return {
    ...{ ask, request, transcript },
    toOutput(outcome, id) {
      const words = toVerdict(ask, outcome).remark || "The user denied it.";
      return approvals.toOutput(isAllowed(outcome), `${words}\n\n[${id}]`);
    },
    toMark: async (outcome, id) =>
      isAllowed(outcome)
        ? await approvals.toMark(transcript, String(tool_name), tool_input).catch(() => undefined)
        : id,
    toDeliveryNote: (outcome) => (losesNote(ask, outcome) ? noteLost : undefined),
  };
}

/** The ask for a call that a hook can only allow or deny. */
export function toFirstApproval(tool: string, input: unknown): Ask {
  return toApprovalAsk({
    ...{ tool, input },
    options: [
      { id: "allow", label: "Allow once", effect: "allow-once" },
      { id: "deny", label: "Deny", effect: "deny" },
    ],
  });
}

/** The output of a hook `PermissionRequest`, as Claude Code has made it known. `message` is for the model, if it is denied. */
export function toPermissionOutput(isAllowed: boolean, message: string): object {
  const decision = isAllowed ? { behavior: "allow" } : { behavior: "deny", message };
  return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } };
}

export function toAskOrNull(input: unknown): Ask | null {
  const read = toAskLeniently(input);
  return "ask" in read ? read.ask : null;
}

// In milliseconds, for the host. Ours ends long before.
const dayMs = 86_400_000;

/** The hook of such a host in its settings. */
export function toHookFile(file: string, { event, tool, approvals }: HubFirstHost, settings: PluginSettings): HookFile {
  const hook = { type: "command", name: "yourcall", command: toHookCommand(settings), timeout: dayMs };
  const groups: HookFile["groups"] = [[event, { matcher: tool, hooks: [hook] }]];
  // Its question comes with the same event, and must not be asked twice.
  // Gemini and Qwen read comments.
  return {
    kind: "hooks",
    file,
    comments: true,
    groups,
    ...(approvals && { withApprovals: [[approvals.event, { hooks: [hook] }]] }),
  };
}

/** How a shell runs the hook of a host, against the hub for which `setup` ran. */
export function toHookCommand({ host, command, env }: PluginSettings): string {
  const home = env.YOURCALL_HOME === undefined ? [] : [`YOURCALL_HOME=${toShellWord(env.YOURCALL_HOME)}`];
  // Cleared, because flags for other programs (a debugger, a preload) would break ours or print into its answer.
  return ["NODE_OPTIONS=", ...home, "exec", ...command.map(toShellWord), "hook", host].join(" ");
}

/** Settings of such a host are no place for a token. */
export function refuseOtherHub(title: string, { env }: PluginSettings): string | undefined {
  if (env.YOURCALL_URL === undefined && env.YOURCALL_TOKEN === undefined) return undefined;
  return `${title}'s hook uses the hub on this machine, but YOURCALL_URL or YOURCALL_TOKEN names another one. Unset it, or use --mcp.`;
}
