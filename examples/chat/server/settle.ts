import { settleAsks } from "@yourcall/ai-sdk";
import type { HubClient } from "@yourcall/client";
import { isToolUIPart, type UIMessage } from "ai";

type Part = UIMessage["parts"][number];
type ToolPart = Extract<Part, { toolCallId: string }>;

/** What people decided about the calls of the last reply. */
export interface Settler {
  /** The conversation with people's decisions in it. `claimed` is the last reply as a page has it. */
  settle(id: string, messages: UIMessage[], claimed?: UIMessage): Promise<UIMessage[]>;
  /** Withdraws the open asks, because the person continued without deciding. */
  withdraw(id: string): Promise<void>;
}

/** Takes decisions only from the hub, whatever the page claims. */
export function settleWithHub(hub: HubClient): Settler {
  return {
    settle: async (id, messages) => (await settleAsks(messages, { hub, session: id, lenient: true })).messages,
    async withdraw(id) {
      for await (const ask of hub.listAll({ session: id, status: "pending" }))
        await hub.cancel(ask.id, "The person sent a message instead.").catch(() => {});
    },
  };
}

/** Takes decisions from the page, if there is no hub. */
export const settleWithPage: Settler = {
  async settle(_, messages, claimed) {
    const last = messages.at(-1);
    if (last === undefined || claimed?.id !== last.id) return messages;
    const parts = last.parts.map((part) => {
      if (!isOpen(part)) return part;
      const said = claimed.parts.find((each) => isToolUIPart(each) && each.toolCallId === part.toolCallId);
      return said === undefined ? part : withDecision(part, said as ToolPart);
    });
    return [...messages.slice(0, -1), { ...last, parts }];
  },
  async withdraw() {},
};

function withDecision(part: ToolPart, said: ToolPart): Part {
  if (said.state === "output-available") return { ...part, state: said.state, output: said.output } as Part;
  if (said.state !== "approval-responded" || part.state !== "approval-requested") return part;
  const { approved, reason } = said.approval;
  return { ...part, state: said.state, approval: { ...part.approval, approved, reason } } as Part;
}

/** Whether the part still waits for a person. */
export function isOpen(part: Part): part is ToolPart {
  return isToolUIPart(part) && ["input-streaming", "input-available", "approval-requested"].includes(part.state);
}

/** The message with its open calls ended, because the person continued without deciding. */
export function withoutOpenCalls(message: UIMessage): UIMessage {
  const parts = message.parts.map((part) => {
    if (!isOpen(part)) return part;
    const { approval, ...rest } = part;
    const errorText = "The person sent a message instead.";
    return { ...rest, input: part.input ?? {}, state: "output-error", errorText } as Part;
  });
  return { ...message, parts };
}
