import { type Ask, cleanLine, type Outcome, toVerdict } from "@yourcall/core";
import { toApprovalKey, toChatApproval } from "@yourcall/core/internal";
import { useRef } from "react";
import { QuestionCard } from "../question-card.tsx";
import { Live } from "./ask-part.tsx";
import { useAskContext } from "./ask-provider.tsx";
import { KeptCard } from "./kept-card.tsx";
import { MessageBoundary, PartNote } from "./part-note.tsx";
import { type ToolCallProps, toCardHandlers } from "./tool-call.ts";

/** The card of a tool's approval, then the decision. Nothing for a tool that needs no approval. */
export function ApprovalPart({ call, replies }: ToolCallProps) {
  if (call.approval === undefined) return null;
  return (
    <MessageBoundary of={call.input}>
      <Approval call={call} replies={replies} />
    </MessageBoundary>
  );
}

function Approval({ call, replies }: ToolCallProps) {
  const { routes } = useAskContext();
  const { approved, reason } = call.approval ?? {};
  const pending = approved === undefined && call.state !== "ended";
  const shown = useRef(false);
  if (pending) shown.current = true;
  const report = (ask: Ask, outcome: Outcome) => replies.onApproval(toDecision(ask, outcome));
  const decided =
    approved === undefined ? null : (
      <PartNote tone={approved ? undefined : "danger"}>
        {approved ? "Allowed: " : "Denied: "}
        <strong>{cleanLine(call.toolName)}</strong>
        {reason && ` · ${cleanLine(reason)}`}
      </PartNote>
    );
  if (!shown.current) return decided;
  if (routes === undefined) {
    const ask = toChatApproval(call.toolName, call.input ?? {});
    const handlers = toCardHandlers((outcome) => report(ask, outcome));
    return (
      <KeptCard over={!pending} instead={decided} outcome={toOutcome(ask, approved)}>
        {(outcome) => <QuestionCard compact ask={{ ...ask, id: call.toolCallId, outcome }} {...handlers} />}
      </KeptCard>
    );
  }
  return (
    <Live
      call={call}
      askKey={toApprovalKey(call.toolCallId)}
      instead={pending ? undefined : decided}
      onOutcome={report}
    />
  );
}

/** A decision that was made elsewhere. */
function toOutcome({ questions: [asked] }: Ask, approved: boolean | undefined): Outcome | undefined {
  if (approved === undefined || asked === undefined) return undefined;
  const { question, header } = asked;
  const answers = [{ question, header, selectedOptions: [approved ? "allow-once" : "deny"] }];
  return { status: "answered", answers, by: { surface: "chat", act: "submit" }, at: new Date().toISOString() };
}

/** Approves only if the outcome is an answer that allows. */
function toDecision(ask: Ask, outcome: Outcome): { approved: boolean; reason?: string | undefined } {
  const note = outcome.status === "answered" ? (outcome.answers[0]?.notes ?? outcome.comment) : undefined;
  return {
    approved: toVerdict(ask, outcome).isAllowed,
    reason: note ?? ("reason" in outcome ? outcome.reason : undefined),
  };
}
