import { answerHook, type ListedAsk, toHookEvent } from "@yourcall/claude";
import { type AskRequest, type Outcome, toAskLeniently, YourcallError } from "@yourcall/core";
import { type AskRecord, type Hub, hookResponses, type RunningHub, type StartOptions } from "@yourcall/hub";
import { lookAround } from "./look-around.ts";

type Plugin = NonNullable<StartOptions["plugins"]>[number];
type Caller = Parameters<Hub["ask"]>[1];

// Much longer than Claude Code waits.
const waitMs = 2 ** 31 - 1;
let count = 0;

/**
 * `POST /hooks/claude`: what `yourcall hook claude` does, for hooks of type http. An empty answer says nothing, and so does any
 * other status: Claude goes on without it. A connection that closes withdraws.
 */
export function claudeRoute(running: () => RunningHub | undefined): Plugin {
  return (app) => {
    const schema = { summary: "An event of a Claude Code hook", response: hookResponses };
    app.post("/hooks/claude", { schema }, async (request, reply) => {
      const hub = running()?.hub;
      const event = toHookEvent(request.body);
      if (request.caller.scope !== "agent")
        throw new YourcallError("forbidden", 'Hooks use the token of an agent: "agent" in tokens.json.');
      if (hub === undefined || event === null) return reply.code(204).send();
      const gone = new AbortController();
      const { socket } = request.raw;
      const leave = () => gone.abort("Claude Code no longer waits for it.");
      socket.once("close", leave);
      try {
        const { approvals } = request.query as { approvals?: string };
        const output = await answerHook(event, {
          hub: toHookHub(hub, request.caller, gone.signal),
          toAsk: async (input) => {
            const result = toAskLeniently(input);
            return "ask" in result ? result.ask : null;
          },
          look: lookAround,
          createKey: () => `hook-http-${process.pid}-${Date.now()}-${count++}`,
          approvals: approvals !== undefined,
          isGone: () => gone.signal.aborted,
        });
        return output === null ? reply.code(204).send() : output;
      } finally {
        socket.off("close", leave);
      }
    });
  };
}

function toHookHub(hub: Hub, caller: Caller, signal: AbortSignal) {
  return {
    async ask(request: AskRequest): Promise<Outcome> {
      const { record } = await hub.ask(request, caller);
      const ended = await hub.wait(record.id, waitMs, { asker: true, signal });
      if (ended.outcome !== null) {
        hub.delivered(record.id);
        return ended.outcome;
      }
      // A hub that stops lets go of everybody. The ask stays: it is Claude that goes on without it.
      if (signal.aborted) await hub.cancel(record.id, String(signal.reason)).catch(() => {});
      return { status: "cancelled", at: new Date().toISOString() };
    },
    async list({ status, session, limit = 100 }: { status: "pending" | "answered"; session: string; limit?: number }) {
      const order = status === "pending" ? "oldest" : "newest";
      const { records } = await hub.list({ status, session, token: caller.token, order, limit });
      return { asks: records.map(toListed) };
    },
    cancel: (id: string, reason?: string) => hub.cancel(id, reason),
  };
}

function toListed(record: AskRecord): ListedAsk {
  const { id, kind, questions, key, approval, metadata, outcome, createdAt } = record;
  return {
    id,
    kind,
    questions,
    createdAt: new Date(createdAt).toISOString(),
    ...(key === null ? {} : { key }),
    ...(approval === null ? {} : { approval }),
    ...(metadata === null ? {} : { metadata }),
    ...(outcome === null ? {} : { outcome }),
  };
}
