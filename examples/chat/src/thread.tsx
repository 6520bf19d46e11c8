import "./thread.css";
import {
  AuiIf,
  ComposerPrimitive,
  MessagePrimitive,
  type ReasoningMessagePartComponent,
  type TextMessagePartComponent,
  ThreadPrimitive,
  type ToolCallMessagePartComponent,
} from "@assistant-ui/react";
import { MessageBoundary, withApproval } from "@yourcall/react/assistant-ui";
import { renderMarkdown } from "@yourcall/react/markdown";

const suggestions = ["Plan the login of my web app", "Where should we keep login sessions?"];

/** The messages, and where to write the next. */
export function Thread({ error }: { error: Error | undefined }) {
  return (
    <ThreadPrimitive.Root className="thread">
      <ThreadPrimitive.Viewport className="viewport">
        <ThreadPrimitive.Empty>
          <div className="empty">
            <h2>What are we building?</h2>
            <p>The agent asks before it decides. You answer here, in a terminal or in the inbox.</p>
            {suggestions.map((prompt) => (
              <ThreadPrimitive.Suggestion key={prompt} prompt={prompt} send className="suggestion">
                {prompt}
              </ThreadPrimitive.Suggestion>
            ))}
          </div>
        </ThreadPrimitive.Empty>
        <ThreadPrimitive.Messages>
          {({ message }) => (
            <MessageBoundary of={message}>
              {message.role === "user" ? <UserMessage /> : <AgentMessage />}
            </MessageBoundary>
          )}
        </ThreadPrimitive.Messages>
        <AuiIf condition={({ thread }) => thread.isRunning}>
          <p className="busy" role="status">
            <span className="sr">The agent is writing</span>
          </p>
        </AuiIf>
        {error !== undefined && (
          <p className="failure" role="alert">
            {error.message || "Something went wrong."}{" "}
            <button type="button" className="again" onClick={() => location.reload()}>
              Load the conversation again
            </button>
          </p>
        )}
      </ThreadPrimitive.Viewport>
      <Composer />
    </ThreadPrimitive.Root>
  );
}

function UserMessage() {
  return (
    <MessagePrimitive.Root className="message user">
      <MessagePrimitive.Parts />
    </MessagePrimitive.Root>
  );
}

const Text: TextMessagePartComponent = ({ text }) => <div className="text">{renderMarkdown(text)}</div>;

const Reasoning: ReasoningMessagePartComponent = ({ text }) => (
  <details className="reasoning">
    <summary>Thinking</summary>
    {text}
  </details>
);

/** Any other tool: its name, and what it did on request. */
const AnyTool: ToolCallMessagePartComponent = ({ toolName, argsText, result, isError }) => (
  <details className="tool" data-failed={isError}>
    <summary>
      {isError ? "Failed: " : result === undefined ? "Running " : "Used "}
      <code>{toolName}</code>
    </summary>
    <pre>{argsText}</pre>
    {result !== undefined && <pre>{typeof result === "string" ? result : JSON.stringify(result, null, 2)}</pre>}
  </details>
);

const parts = { Text, Reasoning, tools: { Fallback: withApproval(AnyTool) } };

function AgentMessage() {
  return (
    <MessagePrimitive.Root className="message agent">
      <MessagePrimitive.Parts components={parts} />
    </MessagePrimitive.Root>
  );
}

function Composer() {
  return (
    <ComposerPrimitive.Root className="composer">
      <ComposerPrimitive.Input className="input" rows={1} placeholder="Write a message" aria-label="Message" />
      <AuiIf condition={({ thread }) => !thread.isRunning}>
        <ComposerPrimitive.Send className="send">Send</ComposerPrimitive.Send>
      </AuiIf>
      <AuiIf condition={({ thread }) => thread.isRunning}>
        <ComposerPrimitive.Cancel className="send stop">Stop</ComposerPrimitive.Cancel>
      </AuiIf>
    </ComposerPrimitive.Root>
  );
}
