import { YourcallError } from "@yourcall/core";
import type { OpenChatAgent } from "./chat-agent.ts";

/** `--with claude`: the agent of the Claude Agent SDK. */
export const openChatAgent: OpenChatAgent = async () => {
  throw new YourcallError(
    "not-found",
    "--with claude needs the part for the Claude Agent SDK, which this build does not have. Leave it out to use the built-in agent.",
  );
};
