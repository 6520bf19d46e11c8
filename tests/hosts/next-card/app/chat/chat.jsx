"use client";

import { AskProvider, ChatToolPart } from "@yourcall/react/ai-sdk";
import { useState } from "react";

/** The last part of a conversation, as `useChat` has it. */
export function Chat({ session, call }) {
  const [told, setTold] = useState("");
  const chat = { status: "ready", addToolOutput: ({ output }) => setTold(output.text) };
  const part = { type: "tool-AskUserQuestion", toolCallId: call, state: "input-available", input: {} };
  return (
    <AskProvider session={session} routes="/api/yourcall">
      <ChatToolPart part={part} chat={chat} />
      <p>{told}</p>
    </AskProvider>
  );
}
