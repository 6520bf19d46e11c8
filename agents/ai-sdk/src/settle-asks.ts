import type { HubClient, WireAsk } from "@yourcall/client";
import { toAskToolOutput, YourcallError } from "@yourcall/core";
import { askToolNames, toApprovalKey, toChatApproval } from "@yourcall/core/internal";
import { getToolName, isToolUIPart, type UIMessage } from "ai";
import { isSameCall, toApprovalReply } from "./ask-approval.ts";
import { type AskForm, findAsk, readInput, toRequest } from "./ask-form.ts";

export interface SettleOptions extends AskForm {
  hub: Pick<HubClient, "create" | "list" | "delivery">;
  /** The id of the chat. */
  session: string;
  /** Marks the outcomes as taken. Leave it off in `onAnswered`: the routes do it once that has succeeded. */
  taken?: boolean;
  /** The names of the tool that asks. */
  names?: readonly string[];
}

export interface Settled<Message extends UIMessage> {
  /** The conversation as the hub knows it. */
  messages: Message[];
  /** The asks that still wait for a person. */
  pending: WireAsk[];
}

/**
 * Brings the questions and approvals in the last assistant message in line with the hub: an ended ask becomes the tool's output, or the
 * response to the approval; an answer that only the page claims is removed; an ask that never reached the hub is registered. Call it
 * on the server before each run.
 *
 * @example
 * const { messages: settled, pending } = await settleAsks(messages, { hub, session, taken: true });
 * if (pending.length > 0) console.log("A person has not answered yet.");
 */
export async function settleAsks<Message extends UIMessage>(
  messages: readonly Message[],
  options: SettleOptions,
): Promise<Settled<Message>> {
  // The person may have written another message since, so this need not be the last one.
  const at = messages.findLastIndex(({ role }) => role === "assistant");
  const last = messages[at];
  const pending: WireAsk[] = [];
  if (last === undefined) return { messages: [...messages], pending };
  const parts: unknown[] = [];
  for (const part of last.parts) parts.push(isToolUIPart(part) ? await settlePart(part, options, pending) : part);
  return { messages: messages.with(at, { ...last, parts } as Message), pending };
}

type ToolPart = Extract<UIMessage["parts"][number], { toolCallId: string }>;

async function settlePart(part: ToolPart, options: SettleOptions, pending: WireAsk[]): Promise<unknown> {
  const { names = askToolNames } = options;
  const { toolCallId, state, input } = part;
  if (state === "approval-requested" || state === "approval-responded") {
    const ask = toChatApproval(getToolName(part), input);
    const found = await reach(ask, toApprovalKey(toolCallId), options);
    if (found === undefined || part.approval?.isAutomatic === true) return part;
    const { approved: _, reason: __, ...approval } = part.approval ?? { id: "" };
    if (found.outcome === undefined) {
      pending.push(found);
      return { ...part, state: "approval-requested", approval };
    }
    await take(found, options);
    const verdict = isSameCall(found, ask)
      ? toApprovalReply(found, found.outcome)
      : { approved: false, reason: "The decision was about another call, not this one." };
    return { ...part, state: "approval-responded", approval: { ...approval, ...verdict } };
  }
  if (!names.includes(getToolName(part)) || (state !== "input-available" && state !== "output-available")) return part;
  const read = readInput(input, { lenient: true });
  if ("issues" in read) return part;
  const found = await reach(read.ask, toolCallId, options);
  if (found === undefined) return part;
  if (found.outcome === undefined) {
    pending.push(found);
    return { ...part, state: "input-available", output: undefined };
  }
  await take(found, options);
  return { ...part, state: "output-available", output: toAskToolOutput(found, found.outcome) };
}

/** The ask of a call. If the hub does not have it, because it was away or the server stopped, it is registered now. */
async function reach(
  ask: Parameters<typeof toRequest>[0],
  key: string,
  options: SettleOptions,
): Promise<WireAsk | undefined> {
  const found = await findAsk(options.hub, options.session, key);
  if (found !== undefined) return found;
  try {
    return await options.hub.create(toRequest(ask, key, options, "durable"));
  } catch (error) {
    // The ask is not valid, so no other screen can show it and only the page can answer.
    if (YourcallError.isInstance(error) && error.code === "invalid-ask") return undefined;
    throw error;
  }
}

async function take({ id, delivery }: WireAsk, { hub, session, taken = false }: SettleOptions): Promise<void> {
  if (taken && delivery?.state === "waiting") await hub.delivery(id, { state: "taken", session });
}
