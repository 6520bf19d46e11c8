import type { AskRecord, Delivery, NewAsk, PendingLimits, Store } from "../store.ts";
import { type Batch, toColumn } from "./batch.ts";
import { type Needs, toKeyHash } from "./facts.ts";

/** A write: what it has to know, and what it does then. It may run more than once, so it must do nothing but change the batch. */
export interface Work<Result> {
  needs: Needs;
  act(batch: Batch): Result;
}

type Result<Name extends "create" | "end" | "saveDraft"> = Awaited<ReturnType<Store[Name]>>;

export function createAsk(ask: NewAsk, limits: PendingLimits = {}): Work<Result<"create">> {
  const { id, token, key, agent } = ask;
  const session = agent.session ?? null;
  const hash = key === null ? null : toKeyHash(token, session, key);
  const { column, bytes } = toColumn(ask);
  return {
    needs: { create: { id, token, session, hash } },
    act(batch) {
      const known = batch.get(id);
      if (known !== null) {
        // An earlier attempt was committed although the connection broke.
        if (batch.isRetry && toColumn(known.record).column === column) return { record: known.record, created: true };
        throw new Error(`There already is an ask ${id}.`);
      }
      const holder = hash === null ? null : batch.holderOf(hash);
      if (holder !== null && holder.status !== "cancelled" && holder.status !== "expired")
        return { record: holder, created: false };
      if (!batch.hasRoom(ask, bytes, limits)) return null;
      return { record: batch.create(ask, { column, bytes, hash }), created: true };
    },
  };
}

export function endAsk(
  id: string,
  given: Parameters<Store["end"]>[1],
  options: Parameters<Store["end"]>[2] = {},
): Work<Result<"end">> {
  let lastTried: string | undefined;
  return {
    needs: { ids: [id] },
    act(batch) {
      const found = batch.get(id)?.record ?? null;
      if (found === null) return null;
      const isDue = options.dueBy === undefined || (found.expiresAt !== null && found.expiresAt <= options.dueBy);
      if (found.status !== "pending") {
        const isOurs = batch.isRetry && lastTried !== undefined && JSON.stringify(found.outcome) === lastTried;
        return { record: found, ended: isOurs };
      }
      if (!isDue) return { record: found, ended: false };
      const outcome = typeof given === "function" ? given(found) : given;
      if (outcome === null) return { record: found, ended: false };
      const endedAt = Date.parse(outcome.at);
      if (Number.isNaN(endedAt)) throw new RangeError(`"${outcome.at}" is not a time.`);
      lastTried = JSON.stringify(outcome);
      const delivery: Delivery = { state: options.taken === true ? "taken" : "waiting", at: endedAt };
      const lastSeenAt = options.taken === true ? Math.max(found.lastSeenAt, endedAt) : found.lastSeenAt;
      const ended: AskRecord = { ...found, status: outcome.status, outcome, endedAt, delivery, lastSeenAt };
      return { record: batch.change(ended, "ask-ended"), ended: true };
    },
  };
}

export function saveDraft(id: string, change: Parameters<Store["saveDraft"]>[1]): Work<Result<"saveDraft">> {
  const { baseRevision, expiresAt, ...draft } = change;
  return {
    needs: { ids: [id] },
    act(batch) {
      const found = batch.get(id)?.record ?? null;
      if (found === null) return null;
      if (found.status !== "pending" || found.draftRevision !== baseRevision) return { record: found, saved: false };
      const drafted: AskRecord = { ...found, draft, draftRevision: baseRevision + 1, expiresAt };
      return { record: batch.change(drafted, "ask-drafted"), saved: true };
    },
  };
}

export function saw(sightings: Parameters<Store["saw"]>[0]): Work<void> {
  return {
    needs: { ids: sightings.map(({ id }) => id) },
    act(batch) {
      for (const { id, lastSeenAt, takenAt } of sightings) {
        const found = batch.get(id)?.record;
        if (found === undefined) continue;
        if (takenAt !== undefined && found.delivery?.state === "waiting")
          deliver(batch, found, { state: "taken", at: takenAt });
        else if (lastSeenAt > found.lastSeenAt) batch.change({ ...found, lastSeenAt });
      }
    },
  };
}

export function setDelivery(id: string, delivery: Delivery): Work<AskRecord | null> {
  return {
    needs: { ids: [id] },
    act(batch) {
      const found = batch.get(id)?.record ?? null;
      if (found === null || found.delivery === null) return found;
      if (found.delivery.state === delivery.state && found.delivery.note === delivery.note) return found;
      return deliver(batch, found, delivery);
    },
  };
}

function deliver(batch: Batch, found: AskRecord, given: Delivery): AskRecord {
  const delivery: Delivery = given.state === "waiting" ? { state: "waiting", at: found.endedAt ?? given.at } : given;
  // A delivery also shows that the agent is still there.
  const lastSeenAt = given.state === "waiting" ? found.lastSeenAt : Math.max(found.lastSeenAt, given.at);
  return batch.change({ ...found, delivery, lastSeenAt }, "ask-delivered");
}
