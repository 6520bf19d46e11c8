import type { Ask, AskRequest } from "@yourcall/core";
import type { AskArguments } from "./ask-arguments.ts";

/** The call that the hub gets for this command. */
export function toAskRequest(ask: Ask, given: AskArguments): AskRequest {
  const session = given.session ?? process.env.YOURCALL_SESSION;
  return {
    questions: ask.questions,
    metadata: ask.metadata,
    context: ask.context,
    key: given.key,
    timeoutMs: given.timeoutMs,
    onTimeout: given.onTimeout,
    agent: {
      name: process.env.YOURCALL_AGENT || "shell",
      cwd: process.cwd(),
      ...(session === undefined || session === "" ? {} : { session }),
      title: given.title,
    },
  };
}
