/** A page with one part of a chat's message, for tests in a real browser. `chatPage` drives it from outside. */
import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import type { UIMessage } from "ai";
import { type ReactNode, StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { AskProvider, type AskProviderProps, ChatToolPart, MessageBoundary } from "../chat/ai-sdk.tsx";
import { askTools, withApproval } from "../chat/assistant-ui.tsx";

const main = document.body.appendChild(document.createElement("main"));
const root = createRoot(main, { onCaughtError: () => {} } as object);

function record(name: string): (value: unknown) => Promise<void> {
  return async (value) => void chatPage.calls.push([name, value]);
}

function render(shown: ReactNode, provider: Omit<AskProviderProps, "children"> = { session: "chat-1" }): void {
  flushSync(() =>
    root.render(
      <StrictMode>
        <AskProvider {...provider}>{shown}</AskProvider>
      </StrictMode>,
    ),
  );
}

function Broken(): ReactNode {
  throw new Error("This part is broken.");
}

export const chatPage = {
  calls: [] as [name: string, value: unknown][],
  /** A part of a message from `useChat`. */
  showPart(
    part: UIMessage["parts"][number],
    status: "ready" | "streaming" = "ready",
    provider?: Omit<AskProviderProps, "children">,
  ) {
    const chat = {
      status,
      addToolOutput: record("addToolOutput"),
      addToolApprovalResponse: record("addToolApprovalResponse"),
    };
    render(
      <ChatToolPart part={part} chat={chat}>
        <p>Any other part</p>
      </ChatToolPart>,
      provider && { ...provider, onEnded: record("onEnded") },
    );
  },
  /** A tool call in assistant-ui's form. */
  showTool(props: { toolName: string }) {
    const Tool = askTools[props.toolName] ?? withApproval(() => <p>Any other tool</p>);
    const replies = { addResult: record("addResult"), respondToApproval: record("respondToApproval") };
    render(<Tool {...({ ...props, ...replies } as unknown as ToolCallMessagePartProps)} />);
  },
  showBroken(broken: boolean) {
    render(
      <>
        <MessageBoundary of={broken}>{broken ? <Broken /> : <p>Whole again</p>}</MessageBoundary>
        <p>The rest of the thread</p>
      </>,
    );
  },
};
