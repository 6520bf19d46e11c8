import type {
  CanUseTool,
  HookCallback,
  HookJSONOutput,
  OnElicitation,
  Options,
  PermissionResult,
} from "@anthropic-ai/claude-agent-sdk";
import { askToolName, toToolResult } from "@yourcall/core";
import { answerElicitation } from "./answer-elicitation.ts";
import { approveTool } from "./approve-tool.ts";
import { type Answered, type Asking, answerQuestions, type QuestionCall } from "./ask-person.ts";
import { createCallPlaces } from "./call-place.ts";
import { type ClaudeInput, type ClaudeReply, toClaudeReply } from "./claude-reply.ts";
import { answeredBySdk } from "./hook/hook-event.ts";
import { removePictureFiles } from "./picture-files.ts";

export interface WithYourcall extends Asking {
  /** Ask the person about other tools too, if neither a rule nor your own `canUseTool` decides. */
  approvals?: boolean;
  /** Show MCP servers' forms (elicitation) to the person. On by default. */
  elicitations?: boolean;
  /**
   * How questions are answered: as permission requests, or by a PreToolUse hook. By default the hook answers in `dontAsk` mode,
   * where Claude Code makes no permission requests, and if `permissionPromptToolName` is set.
   */
  via?: "permission" | "hook";
  /** How long the hook may wait for an answer before it denies and says so. A week. */
  hookTimeoutSeconds?: number;
  /** Called with the reason if an MCP server's form was declined, but not by the person. */
  onFault?: (message: string) => void;
}

/**
 * The options of `query()`, with Claude's questions answered through the asker:
 *
 *     query({ prompt, options: withYourcall({ cwd }, { asker }) })
 *
 * Existing options are kept: your `canUseTool` decides about all other tools, your hooks run too, and your
 * `onElicitation` gets everything but forms. Without your own `canUseTool` and `approvals`, a tool that needs permission
 * is denied, as it is by the SDK alone.
 *
 * @example
 * import { query } from "@anthropic-ai/claude-agent-sdk";
 * for await (const message of query({ prompt, options: withYourcall({ cwd: "/home/me/shop" }, { asker }) }))
 *   console.log(message.type);
 */
export function withYourcall(options: Options, asking: WithYourcall): Options {
  return wrapOptions(options, asking);
}

const week = 7 * 24 * 60 * 60;

/** Whether a question ends the turn and waits outside the process. Called before anything else. */
type Defer = (call: QuestionCall) => Promise<boolean>;

/**
 * Where a call goes:
 *
 *     PreToolUse ──▶ its place is noted ──▶ deferred? ──▶ answered by the hook? ──▶ canUseTool
 *                                            turn ends      dontAsk, `via: "hook"`    question: asker · other: host, approval, no
 */
export function wrapOptions(options: Options, asking: WithYourcall, defer: Defer = async () => false): Options {
  const { via, hookTimeoutSeconds = week, approvals = false, elicitations = true } = asking;
  const places = createCallPlaces({ cwd: options.cwd, session: options.resume ?? options.sessionId });
  const ownPrompts = options.permissionPromptToolName !== undefined;

  const told = new Map<string, string>();

  const canUseTool: CanUseTool = async (tool, input, call) => {
    if (tool === askToolName) {
      const place = places.take(call.toolUseID);
      const question = { toolUseId: call.toolUseID, input, place, signal: call.signal };
      return toReply(await answerQuestions(question, asking), input, "permission");
    }
    if (options.canUseTool !== undefined) return await options.canUseTool(tool, input, call);
    if (approvals)
      return await approveTool(tool, input, call, places.take(call.toolUseID), asking, (words) => {
        if (words !== "") told.set(call.toolUseID, words);
      });
    return denied(tool);
  };

  const beforeTool: HookCallback = async (input, _, { signal }) => {
    if (input.hook_event_name !== "PreToolUse") return {};
    places.note(input.tool_use_id, input);
    if (input.tool_name !== askToolName) return {};
    const toolInput: ClaudeInput = { ...(input.tool_input as object) };
    const question = { toolUseId: input.tool_use_id, input: toolInput, place: places.latest(), signal };
    if (await defer(question)) return deferred;
    const answersHere = via === undefined ? ownPrompts || input.permission_mode === "dontAsk" : via === "hook";
    if (!answersHere) return {};
    const answered = await answerQuestions(question, asking);
    return toHookOutput(answered, toReply(answered, toolInput, "hook"));
  };

  // A permission result that allows has no room for words.
  const afterTool: HookCallback = async (input) => {
    const { hook_event_name: hookEventName } = input;
    if (hookEventName !== "PostToolUse" && hookEventName !== "PostToolUseFailure") return {};
    const additionalContext = told.get(input.tool_use_id);
    told.delete(input.tool_use_id);
    if (additionalContext === undefined) return {};
    return { hookSpecificOutput: { hookEventName, additionalContext } };
  };

  const listen: HookCallback = async (input) => {
    if (input.hook_event_name === "MessageDisplay") places.hear(input);
    if (input.hook_event_name === "UserPromptSubmit") places.notePrompt(input);
    return {};
  };

  /** The pictures of its answers go, and what was allowed until the session ends is taken back. */
  const leave: HookCallback = async (input) => {
    await removePictureFiles(input.session_id);
    if (approvals) await asking.asker.endSession?.(input.session_id)?.catch(() => {});
    return {};
  };

  const onElicitation: OnElicitation = async (request, call) => {
    if (request.mode !== "url" && elicitations) return await answerElicitation(request, call, places.latest(), asking);
    if (options.onElicitation !== undefined) return await options.onElicitation(request, call);
    return { action: "decline" };
  };

  const matcher = approvals ? {} : { matcher: askToolName };
  return {
    ...options,
    // The hook of `yourcall setup claude`, which a session of the SDK runs too, would ask the same question again.
    env: { ...(options.env ?? process.env), [answeredBySdk]: approvals ? "everything" : "questions" },
    ...(ownPrompts ? {} : { canUseTool }),
    ...(elicitations || options.onElicitation !== undefined ? { onElicitation } : {}),
    hooks: {
      ...options.hooks,
      PreToolUse: [
        ...(options.hooks?.PreToolUse ?? []),
        { ...matcher, hooks: [beforeTool], timeout: hookTimeoutSeconds },
      ],
      ...(approvals && {
        PostToolUse: [...(options.hooks?.PostToolUse ?? []), { hooks: [afterTool] }],
        PostToolUseFailure: [...(options.hooks?.PostToolUseFailure ?? []), { hooks: [afterTool] }],
      }),
      MessageDisplay: [...(options.hooks?.MessageDisplay ?? []), { hooks: [listen] }],
      UserPromptSubmit: [...(options.hooks?.UserPromptSubmit ?? []), { hooks: [listen] }],
      SessionEnd: [...(options.hooks?.SessionEnd ?? []), { hooks: [leave] }],
    },
  };
}

const deferred: HookJSONOutput = {
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "defer" },
};

// Without a reply from the hook, Claude Code would open its own dialog, which an SDK host does not have.
function toReply(answered: Answered, input: ClaudeInput, channel: "permission" | "hook"): ClaudeReply {
  if ("fault" in answered) return { behavior: "deny", message: answered.fault };
  return toClaudeReply(answered.outcome, input, channel) ?? toClaudeReply(answered.outcome, input, "permission");
}

function toHookOutput(answered: Answered, reply: ClaudeReply): HookJSONOutput {
  const hookEventName = "PreToolUse";
  if (reply.behavior === "deny")
    return {
      hookSpecificOutput: { hookEventName, permissionDecision: "deny", permissionDecisionReason: reply.message },
    };
  return {
    hookSpecificOutput: {
      hookEventName,
      permissionDecision: "allow",
      updatedInput: reply.updatedInput,
      ...("fault" in answered ? {} : { additionalContext: toToolResult(answered.ask, answered.outcome) }),
    },
  };
}

function denied(tool: string): PermissionResult {
  return {
    behavior: "deny",
    message: `${tool} needs permission, and nobody can give it in this session. It was not run.`,
  };
}
