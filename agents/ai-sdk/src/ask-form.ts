import type { HubClient, WireAsk } from "@yourcall/client";
import { type Ask, type AskRequest, checkAskInput, type Issue, toAskLeniently } from "@yourcall/core";

/** How a call of a tool becomes an ask. */
export interface AskForm {
  /** The id of the chat. Asks of one session belong together, and `user.owns` of the routes says whose they are. */
  session?: string;
  /** The name that people see as the asker. `chat` by default. */
  name?: string;
  /** The title of the chat, for people's lists. */
  title?: string;
  /**
   * Repairs what models write instead of the described form (a question without a list, options as strings, JSON in a string) rather
   * than refusing it.
   */
  lenient?: boolean;
  /** The deadline of questions, and what happens then. None by default; approvals never have one. */
  deadline?: Pick<AskRequest, "timeoutMs" | "onTimeout">;
}

/** The ask in a tool's input, or what is wrong with it. */
export function readInput(
  input: unknown,
  { lenient = false }: Pick<AskForm, "lenient">,
): { ask: Ask } | { issues: Issue[] } {
  const checked = checkAskInput(input);
  return lenient && "issues" in checked ? toAskLeniently(input) : checked;
}

/** Marks an ask that is registered but not waited for: `onAnswered` or the page continues its run. */
const durable = "durable";

export function isDurable({ metadata }: Pick<Ask, "metadata">): boolean {
  return metadata?.form === durable;
}

export function toRequest(
  ask: Ask,
  key: string,
  { session, name = "chat", title, deadline }: AskForm,
  form?: typeof durable,
): AskRequest & { key: string } {
  return {
    ...ask,
    asksAgain: true,
    ...(ask.kind === "approval" ? {} : deadline),
    metadata: form === undefined ? ask.metadata : { ...ask.metadata, form },
    key,
    agent: { name, session, title },
  };
}

/** The newest ask of a call, whatever its state. Reads it without waiting, because a wait would take the outcome. */
export async function findAsk(
  hub: Pick<HubClient, "list">,
  session: string,
  key: string,
): Promise<WireAsk | undefined> {
  const { asks } = await hub.list({ session, key, status: "all", order: "newest", limit: 1 });
  return asks[0];
}
