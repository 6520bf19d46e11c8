"use client";

export { AskProvider, type AskProviderProps, type EndedCall } from "../chat/ask-provider.tsx";
export { MessageBoundary } from "../chat/message-boundary.tsx";
export { repairMessages } from "../chat/repair-messages.ts";
export { type AskChat, ChatToolPart } from "./chat-tool-part.tsx";
