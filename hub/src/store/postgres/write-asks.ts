import type { AskRecord, Delivery, NewAsk, PendingLimits, Store } from "../store.ts";
import { toDelivered, toDrafted, toEnded } from "../stored-ask.ts";
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
  const hash = key === undefined ? null : toKeyHash(token, session, key);
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
    needs: { ids: [id], grant: options.grant },
    act(batch) {
      const found = batch.get(id)?.record ?? null;
      if (found === null) return null;
      const ended = toEnded(found, given, options);
      if (ended === null) {
        const isOurs = batch.isRetry && lastTried !== undefined && JSON.stringify(found.outcome) === lastTried;
        return { record: found, ended: isOurs };
      }
      if (options.grant !== undefined && !batch.useGrant(options.grant, ended.endedAt))
        return { record: found, ended: false };
      lastTried = JSON.stringify(ended.outcome);
      return { record: batch.change(ended, "ask-ended"), ended: true };
    },
  };
}

export function saveDraft(id: string, change: Parameters<Store["saveDraft"]>[1]): Work<Result<"saveDraft">> {
  return {
    needs: { ids: [id] },
    act(batch) {
      const found = batch.get(id)?.record ?? null;
      if (found === null) return null;
      const drafted = toDrafted(found, change);
      if (drafted === null) return { record: found, saved: false };
      return { record: batch.change(drafted, "ask-drafted"), saved: true };
    },
  };
}

export function recordSightings(sightings: Parameters<Store["recordSightings"]>[0]): Work<void> {
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
      return found === null ? null : deliver(batch, found, delivery);
    },
  };
}

function deliver(batch: Batch, found: AskRecord, given: Delivery): AskRecord {
  const delivered = toDelivered(found, given);
  return delivered === null ? found : batch.change(delivered, "ask-delivered");
}
