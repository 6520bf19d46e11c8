import type { HubClient } from "@yourcall/client";
import {
  type Ask,
  type Asker,
  InvalidAskError,
  machineClock,
  type Outcome,
  putAsk,
  toUnansweredText,
  toVerdict,
} from "@yourcall/core";
import { toApprovalKey, toChatApproval } from "@yourcall/core/internal";
import type { ModelMessage } from "ai";
import { type AskForm, findAsk, toRequest } from "./ask-form.ts";

interface Tools extends Omit<AskForm, "lenient" | "deadline"> {
  /** The tools that need an approval; every other one keeps what it had. All by default. */
  tools?: readonly string[];
}

/** For a run that waits for the person's decision. */
export interface WaitingApproval extends Tools {
  asker: Asker;
  /** Aborting withdraws the ask. */
  signal?: AbortSignal;
}

/** For a run that ends with the approval request; another run continues once there is a decision. */
export interface DurableApproval extends Tools {
  hub: Pick<HubClient, "create" | "list">;
  session: string;
}

/** What is needed of a tool call. */
interface Call {
  toolCall: { toolName: string; toolCallId: string; input: unknown };
  messages: ModelMessage[];
}

/** `ToolApprovalStatus` of AI SDK 7. Version 6, whose types have no such name, has only `needsApproval`. */
type ApprovalStatus = "user-approval" | { type: "approved" | "denied"; reason?: string };

/** Decides about the calls of one tool, as an entry of `toolApproval`. */
type ApproveTool = (input: unknown, call: { toolCallId: string; messages: ModelMessage[] }) => Promise<ApprovalStatus>;

/**
 * `toolApproval` of `streamText`: a call of one of these tools is an approval that a person gives on any screen.
 *
 *     toolApproval: askApproval({ asker, tools: ["deleteFiles"] })        // waits
 *     toolApproval: askApproval({ hub, session, tools: ["deleteFiles"] }) // ends the stream in `approval-requested`
 *
 * Only the hub can allow a call: an approval that only the page claims is denied. With `tools` it returns an entry for each of
 * them, to which others can be added; without, a function, which decides about every tool.
 *
 * @example
 * import { streamText } from "ai";
 * const { textStream } = streamText({ model, prompt, toolApproval: askApproval({ asker, tools: ["deleteFiles"] }) });
 */
export function askApproval<Name extends string>(
  options: (WaitingApproval | DurableApproval) & { tools: readonly Name[] },
): Record<Name, ApproveTool>;
export function askApproval(
  options: (WaitingApproval | DurableApproval) & { tools?: undefined },
): (call: Call) => Promise<ApprovalStatus>;
export function askApproval(
  options: WaitingApproval | DurableApproval,
): Record<string, ApproveTool> | ((call: Call) => Promise<ApprovalStatus>) {
  const decide = (call: Call) => decideCall(call, options);
  if (options.tools === undefined) return decide;
  // The AI SDK ignores a tool's own `needsApproval` if `toolApproval` is a function, but not if it has no entry for the tool.
  return Object.fromEntries(
    options.tools.map((toolName): [string, ApproveTool] => [
      toolName,
      (input, { toolCallId, messages }) => decide({ toolCall: { toolName, toolCallId, input }, messages }),
    ]),
  );
}

async function decideCall(
  { toolCall: { toolName, toolCallId, input }, messages }: Call,
  options: WaitingApproval | DurableApproval,
): Promise<ApprovalStatus> {
  const ask = toChatApproval(toolName, input);
  const key = toApprovalKey(toolCallId);
  try {
    if (!("hub" in options)) {
      const { asker, signal } = options;
      const outcome = await putAsk(asker, toRequest(ask, key, options), { clock: machineClock, signal });
      return toStatus(ask, outcome);
    }
    const { hub, session } = options;
    // The call comes back with a decision that the page claims. Only the ask in the hub counts.
    if (isAnswered(messages, toolCallId)) {
      const found = await findAsk(hub, session, key);
      if (found?.outcome === undefined || !isSameCall(found, ask)) return denied("Nobody has allowed this call.");
      return toStatus(ask, found.outcome);
    }
    const { outcome } = await hub.create(toRequest(ask, key, options, "durable"));
    return outcome === undefined ? "user-approval" : toStatus(ask, outcome);
  } catch (error) {
    if (!InvalidAskError.isInstance(error)) throw error;
    return denied(`The approval could not be shown to anybody. ${error.message}`);
  }
}

/** The outcome as the AI SDK's approval response. Only an answer that allows is an approval. */
export function toApprovalReply(ask: Pick<Ask, "approval">, outcome: Outcome): { approved: boolean; reason?: string } {
  if (outcome.status !== "answered") return { approved: false, reason: toUnansweredText(outcome) };
  const { isAllowed, remark } = toVerdict(ask, outcome);
  return { approved: isAllowed, reason: remark || undefined };
}

function toStatus(ask: Ask, outcome: Outcome): ApprovalStatus {
  const { approved, reason } = toApprovalReply(ask, outcome);
  return { type: approved ? "approved" : "denied", reason };
}

const denied = (reason: string): ApprovalStatus => ({ type: "denied", reason });

/** Whether the call is already in the conversation, which means that the sender claims it was decided. */
function isAnswered(messages: readonly ModelMessage[], toolCallId: string): boolean {
  return messages.some(
    ({ role, content }) =>
      role === "assistant" &&
      Array.isArray(content) &&
      content.some((part) => part.type === "tool-call" && part.toolCallId === toolCallId),
  );
}

/** Whether an approval is about this very call. */
export function isSameCall(found: Pick<Ask, "approval">, { approval }: Ask): boolean {
  const text = (given: Ask["approval"]) => JSON.stringify([given?.tool, given?.input]);
  return text(found.approval) === text(approval);
}
