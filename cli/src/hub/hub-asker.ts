import { type HubAsker, type KeyedRequest, type Outcome, YourcallError } from "@yourcall/core";
import { attachmentsOf, followAsk, longestTimerMs } from "@yourcall/core/internal";
import type { AskRecord, Caller, Hub, ListQuery } from "@yourcall/hub";
import { toAgentRecord } from "@yourcall/hub/internal";

/** The hub itself as an asker, for routes that ask on behalf of their caller. */
export function createHubAsker(hub: Hub, caller: Caller) {
  function toOutcome(record: AskRecord): Outcome | undefined {
    return toAgentRecord(record).outcome;
  }
  /** Throws unless this is the token that asked. */
  async function permit(id: string): Promise<void> {
    if ((await hub.get(id)).token !== caller.token)
      throw new YourcallError("forbidden", "Only the token that asked may say this.");
  }
  const parts = {
    async create(request) {
      const { record } = await hub.ask(request, caller);
      return { id: record.id, outcome: toOutcome(record) };
    },
    // A stopping hub ends every wait. The ask stays, and the agent continues without it.
    async wait(
      id: string,
      {
        signal,
        timeoutMs: ms = longestTimerMs,
        reportsDelivery,
      }: { signal?: AbortSignal; timeoutMs?: number; reportsDelivery?: boolean } = {},
    ) {
      return toOutcome(await hub.wait(id, { ms, signal, asker: caller.token, reportsDelivery })) ?? null;
    },
    cancel: (id, reason, options: { afterMs?: number; reportsDelivery?: boolean } = {}) =>
      hub.cancel(id, reason, caller, options),
    async report(id, report) {
      await permit(id);
      return hub.report(id, report, caller);
    },
    async delivery(id, delivery) {
      await permit(id);
      return hub.deliver(id, delivery);
    },
    async picture(id: string, hash: string) {
      await permit(id);
      const picture = attachmentsOf(toOutcome(await hub.get(id))).find((candidate) => candidate.hash === hash);
      if (picture === undefined) throw new YourcallError("not-found", "The answer has no such picture.");
      return hub.pictures.read(id, picture);
    },
  } satisfies Omit<HubAsker, "ask">;
  return {
    ...parts,
    ask: (request: KeyedRequest, { signal }: { signal: AbortSignal }) =>
      followAsk(parts, request, { clock: hub.clock, signal }),
    get: async (id: string) => toKnown(await hub.get(id), hub),
    /** The asks of this token. */
    async list(query: { status: ListQuery["status"]; session: string; limit?: number }) {
      const order = query.status === "pending" ? "oldest" : "newest";
      const { records } = await hub.list({ order, limit: 100, ...query, token: caller.token });
      return { asks: records.map((record) => toKnown(record, hub)) };
    },
  };
}

/** An ask as its agent may see it. */
function toKnown(record: AskRecord, { waiters }: Pick<Hub, "waiters">) {
  const shown = toAgentRecord(record);
  const { id, key, kind, status, agent, questions, approval, context, asksAgain, thread, metadata } = shown;
  const { outcome, delivery, createdAt } = shown;
  return {
    ...{ id, key, kind, status, agent, questions, approval, context, asksAgain, thread, metadata, outcome, delivery },
    createdAt: new Date(createdAt).toISOString(),
    waiting: waiters.of(record),
  };
}
