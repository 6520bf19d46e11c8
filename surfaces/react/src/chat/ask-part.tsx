import { type Ask, cleanText, toAskToolOutput } from "@yourcall/core";
import { toPlainAsk, toQuestionLine } from "@yourcall/core/internal";
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { QuestionCard } from "../question-card.tsx";
import { useAskContext } from "./ask-provider.tsx";
import { KeptCard } from "./kept-card.tsx";
import { MessageBoundary, PartNote } from "./part-note.tsx";
import { type ToolCall, type ToolCallProps, toAskOutput, toCardHandlers } from "./tool-call.ts";

// Loaded on demand: only chats with a hub need it.
const LiveAsk = lazy(() => import("./live-ask.tsx"));
const RawCard = lazy(() => import("../raw-card.tsx"));

const nothing: Ask = { kind: "question", questions: [] };

/** A tool call that asks: a quiet line until its arguments are complete, then the card, then what was chosen. */
export function AskPart({ call, replies }: ToolCallProps) {
  return (
    <MessageBoundary of={call.input}>
      <AskCall call={call} replies={replies} />
    </MessageBoundary>
  );
}

function AskCall({ call, replies }: ToolCallProps) {
  const { routes } = useAskContext();
  const live = useRef(false);
  // A call that is live once stays live, so that its card is not replaced and keeps its state.
  if (routes !== undefined && call.state === "waiting") live.current = true;
  if (call.state === "streaming" && !call.running)
    return <PartNote>The agent stopped before this question was complete.</PartNote>;
  if (call.state === "streaming") return <PartNote busy>Preparing a question…</PartNote>;
  if (!live.current) return <ChatAsk call={call} replies={replies} />;
  return (
    <Live
      call={call}
      askKey={call.toolCallId}
      instead={call.state === "ended" ? <ChatAsk call={call} replies={replies} /> : undefined}
      onOutcome={(ask, outcome) => replies.onOutput(toAskToolOutput(ask, outcome))}
      toOutput={toAskToolOutput}
    />
  );
}

/** The card of a call whose ask is in a hub, once its code has loaded. */
export function Live(props: ComponentProps<typeof LiveAsk>) {
  return (
    <Suspense fallback={<PartNote busy>Preparing a question…</PartNote>}>
      <LiveAsk {...props} />
    </Suspense>
  );
}

/** The card of a call without a hub: the answer becomes the tool's output and is stored nowhere else. */
function ChatAsk({ call, replies }: ToolCallProps): ReactNode {
  const ask = useToolAsk(call.input);
  const output = toAskOutput(call.output);
  if (ask === undefined) return <PartNote busy>Preparing a question…</PartNote>;
  const handlers = toCardHandlers((outcome) => replies.onOutput(toAskToolOutput(ask ?? nothing, outcome)));
  const isOver = call.state === "ended" && output === undefined;
  const without = <WithoutAnswer ask={ask} call={call} />;
  if (ask === null && isOver) return without;
  if (ask === null)
    return (
      <Suspense fallback={null}>
        <RawCard ask={call.input as never} {...handlers} />
      </Suspense>
    );
  return (
    <KeptCard over={isOver} instead={without}>
      {(outcome) => (
        <QuestionCard
          compact
          ask={{ ...ask, id: call.toolCallId, outcome: output?.outcome ?? outcome }}
          {...handlers}
        />
      )}
    </KeptCard>
  );
}

/** A call that ended without our tool's output: with an error, or with another tool's output. */
function WithoutAnswer({ ask, call }: { ask: Ask | null; call: ToolCall }) {
  const said = call.error ?? (typeof call.output === "string" ? call.output : JSON.stringify(call.output));
  return (
    <PartNote tone={call.error === undefined ? undefined : "danger"}>
      {ask?.questions.map(({ question }) => (
        <strong key={question}>{toQuestionLine(question)} </strong>
      ))}
      {ask === null && <strong>The agent asked something that cannot be shown. </strong>}
      {cleanText(said ?? "").slice(0, 2_000)}
    </PartNote>
  );
}

/** The ask in a tool's arguments; null if they cannot be shown, undefined until that is known. */
function useToolAsk(input: unknown): Ask | null | undefined {
  const plain = toPlainAsk(input);
  const text = plain === null ? toJsonText(input) : undefined;
  const [found, setFound] = useState<{ text: string; ask: Ask | null }>();
  useEffect(() => {
    if (text === undefined) return;
    let left = false;
    // Few models need the lenient door, so its code is loaded on demand.
    import("./lenient-door.ts").then(
      ({ toAskLeniently }) => {
        const result = toAskLeniently(JSON.parse(text));
        if (!left) setFound({ text, ask: "ask" in result ? result.ask : null });
      },
      () => !left && setFound({ text, ask: null }),
    );
    return () => {
      left = true;
    };
  }, [text]);
  if (plain !== null) return plain;
  return found !== undefined && found.text === text ? found.ask : undefined;
}

function toJsonText(input: unknown): string {
  try {
    return JSON.stringify(input) ?? "null";
  } catch {
    return "null";
  }
}
