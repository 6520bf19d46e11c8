import type { AgentInfo, Ask, Clock, CreatedAsk, HubAsker, Outcome } from "@yourcall/core";
import { endInOwnWindow } from "@yourcall/core/internal";
import type { PersonRequest } from "../person-request.ts";
import { saidOf } from "../read-permission.ts";

interface AskHubOptions {
  hub: HubAsker;
  clock: Clock;
  key: string;
  /** The name of the editor, where the person may answer instead. */
  editor: string;
  /** Who asks. */
  agent: Promise<AgentInfo>;
  /** What the agent said just before. */
  said: Promise<string | undefined>;
  /** Called once the hub has the ask. */
  onAccepted: () => void;
}

/** A request of the agent, put to people through the hub. */
export interface HubAsk {
  /** Resolves with the reply to the agent, or with undefined if the ask ended without a decision. */
  reply: Promise<unknown>;
  /** Ends the ask: the person replied in the editor, or nobody has to any more. */
  end(how: { reason: string } | { result: unknown }): Promise<void>;
}

/** Asks the hub for the decision about one request. */
export function askHub(request: PersonRequest, options: AskHubOptions): HubAsk {
  const { hub, clock, key, editor } = options;
  const { session } = request;
  const stop = new AbortController();
  const { signal } = stop;
  let asking: Promise<CreatedAsk> | undefined;

  async function put(ask: Ask): Promise<Outcome> {
    const [agent, context] = await Promise.all([options.agent, options.said]);
    signal.throwIfAborted();
    asking = hub.create({ ...ask, context: ask.context ?? context, agent, key }, { signal });
    const { id, outcome } = await asking;
    options.onAccepted();
    const ended = outcome ?? (await hub.wait(id, { signal }));
    if (ended === null) throw new Error("The hub stopped.");
    if (request.isWordless === true && saidOf(ask, ended) !== "") {
      const report = { state: "taken", note: "what you said was not passed on", session: agent.session } as const;
      void hub.delivery(id, report).catch(() => {});
    }
    return ended;
  }

  async function end(how: { reason: string } | { result: unknown }): Promise<void> {
    stop.abort();
    const ask = await asking?.catch(() => undefined);
    if (ask === undefined) return;
    const report = "result" in how ? request.toReport(how.result) : undefined;
    const reason = "reason" in how ? how.reason : `Closed in ${editor}.`;
    const refusal = `${editor} was answered first`;
    const named = { clock, surface: editor, session, refusal };
    await endInOwnWindow(hub, ask.id, report === undefined ? { reason } : { report }, named).catch(() => {});
  }

  return { reply: request.settle(put), end };
}
