import { useChat } from "@ai-sdk/react";
import { AssistantRuntimeProvider, AuiConfig, Tools } from "@assistant-ui/react";
import { useAISDKRuntime } from "@assistant-ui/react-ai-sdk";
import { AskProvider, askToolkit, repairMessages } from "@yourcall/react/assistant-ui";
import { DefaultChatTransport, type UIMessage } from "ai";
import { useEffect, useRef, useState } from "react";
import { call, type Me } from "./api.ts";
import { isComplete } from "./is-complete.ts";
import { Thread } from "./thread.tsx";

interface Props {
  id: string;
  me: Me;
  /** A turn has begun or ended. */
  onTurn(): void;
}

/** One conversation, loaded from the server. */
export function Chat(props: Props) {
  const [messages, setMessages] = useState<UIMessage[]>();
  useEffect(() => {
    let left = false;
    call<UIMessage[]>(`/api/chats/${props.id}`).then(
      (found) => !left && setMessages(repairMessages(found)),
      () => !left && setMessages([]),
    );
    return () => {
      left = true;
    };
  }, [props.id]);
  return messages === undefined ? null : <LoadedChat {...props} messages={messages} />;
}

/** `known`: how many messages the page has, so that the server can send a reply that ended while they were loading. */
function createTransport(known: { current: number }) {
  return new DefaultChatTransport({
    api: "/api/chat",
    // The server keeps the conversation: the last message is all it needs.
    prepareSendMessagesRequest: ({ id, messages }) => ({ body: { id, message: messages.at(-1) } }),
    prepareReconnectToStreamRequest: ({ id }) => ({ api: `/api/chat/${id}/stream?known=${known.current}` }),
  });
}

const config = AuiConfig({ tools: Tools({ toolkit: askToolkit }) });

function LoadedChat({ id, me, messages, onTurn }: Props & { messages: UIMessage[] }) {
  const known = useRef(messages.length);
  const [transport] = useState(() => createTransport(known));
  const chat = useChat({
    id,
    messages,
    transport,
    resume: true,
    sendAutomaticallyWhen: isComplete,
  });
  const running = chat.status === "submitted" || chat.status === "streaming";
  const count = chat.messages.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the start and end of a turn matter
  useEffect(() => {
    if (count > 0) onTurn();
  }, [running, count]);
  const latest = useRef({ chat, running });
  latest.current = { chat, running };
  useEffect(() => {
    /** Another tab may have continued the conversation. */
    async function catchUp(): Promise<void> {
      if (document.visibilityState !== "visible" || latest.current.running) return;
      const found = await call<UIMessage[]>(`/api/chats/${id}`).catch(() => []);
      const { chat, running } = latest.current;
      if (running || found.length <= chat.messages.length) return;
      known.current = found.length;
      chat.setMessages(repairMessages(found));
      await chat.resumeStream();
    }
    document.addEventListener("visibilitychange", catchUp);
    return () => document.removeEventListener("visibilitychange", catchUp);
  }, [id]);
  const runtime = useAISDKRuntime({
    ...chat,
    // A reply continues without a page, so the server has to be told to stop it.
    stop: async () => {
      await call(`/api/chat/${id}/stop`, { method: "POST" });
      await chat.stop();
    },
  });
  return (
    <AssistantRuntimeProvider runtime={runtime} config={config}>
      <AskProvider session={id} routes={me.routes}>
        <Thread error={chat.error} />
      </AskProvider>
    </AssistantRuntimeProvider>
  );
}
