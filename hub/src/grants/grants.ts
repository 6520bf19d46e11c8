import { randomBytes } from "node:crypto";
import { type By, YourcallError } from "@yourcall/core";
import { toCoveredText } from "@yourcall/core/internal";
import type { GrantBody, GrantOffers, WireGrant } from "@yourcall/core/internal/wire";
import type { Clock } from "../clock.ts";
import type { GrantRecord } from "../store/grant-store.ts";
import type { AskRecord, Store } from "../store/store.ts";
import { toIsoTime } from "../to-wire.ts";
import { type CoveredAsk, isCovered, toOffers } from "./covers.ts";

/** What people have allowed ahead of time. */
export interface Grants {
  offers(record: AskRecord): Promise<GrantOffers>;
  /** Checks a grant to be made on this ask. Throws if it cannot be, or would not cover the ask itself. */
  prepare(body: GrantBody, record: AskRecord, by: By): Promise<Omit<GrantRecord, "uses">>;
  /** The grant that allows an ask, or null. Null if the store fails, too: then the person is asked. */
  find(ask: CoveredAsk): Promise<GrantRecord | null>;
  list(): Promise<WireGrant[]>;
  /** Takes grants back: those with these ids, or all. Nothing is covered by them once this resolves. */
  revoke(ids?: readonly string[]): Promise<string[]>;
  /** Takes back what was allowed in a session of this token until its end. */
  endSession(token: string, session: string): Promise<string[]>;
}

const longestMs = 24 * 60 * 60 * 1000;

/** `hub` names the hub: grants made at it by an earlier run have ended. */
export function createGrants(store: Store, clock: Clock, hub: string): Grants {
  let latest = 0;
  let started: Promise<unknown> | undefined;

  /** Removes what has ended: made by an earlier run, past its time, or made before the clock went back. */
  async function current(): Promise<GrantRecord[]> {
    const now = clock.now();
    const isBack = now < latest;
    latest = now;
    started ??= remove(({ hub: made }) => made === hub).catch((error) => {
      started = undefined;
      throw error;
    });
    await started;
    const all = await store.listGrants();
    const isOver = (grant: GrantRecord) => isBack || now < grant.madeAt || now >= toEnd(grant);
    const over = all.filter(isOver);
    if (over.length > 0) await store.removeGrants(over.map(({ id }) => id));
    return all.filter((grant) => !isOver(grant));
  }

  async function remove(isMeant: (grant: GrantRecord) => boolean): Promise<string[]> {
    const ids = (await store.listGrants()).filter(isMeant).map(({ id }) => id);
    return ids.length === 0 ? [] : store.removeGrants(ids);
  }

  return {
    offers: toOffers,
    async prepare({ covers, where, until }, record, by) {
      const now = clock.now();
      const end = until === undefined ? undefined : Date.parse(until);
      if (end !== undefined && !(end > now && end <= now + longestMs))
        throw refused("until must be a time within the next 24 hours.");
      if (end === undefined && where !== "session") throw refused("Only a grant for a session can last until its end.");
      const { approval, agent, token, id: ask } = record;
      const { session, cwd } = agent;
      const grant = {
        id: `grant_${randomBytes(9).toString("base64url")}`,
        tool: approval?.tool ?? "",
        covers,
        input: JSON.stringify(approval?.input) ?? "",
        where: { kind: where, ...(where === "session" ? { session } : {}), ...(where === "directory" ? { cwd } : {}) },
        ...{ token, madeAt: now, until: end, ask, by, hub },
      };
      const offers = await toOffers(record);
      const isOffered = offers.covers.some((offer) => offer.kind === covers.kind && isWithin(covers, offer));
      if (!isOffered || !offers.where.includes(where) || !(await isCovered({ ...grant, uses: 0 }, record, now)))
        throw refused("This approval cannot be allowed for a while in that way. Allow it once.");
      await current();
      return grant;
    },
    async find(ask) {
      try {
        for (const grant of await current()) if (await isCovered(grant, ask, latest)) return grant;
      } catch {
        // The ask stays for the person.
      }
      return null;
    },
    list: async () => (await current()).map(toWireGrant),
    revoke: (ids) => (ids === undefined ? remove(() => true) : store.removeGrants(ids)),
    endSession: (token, session) =>
      remove((grant) => grant.where.kind === "session" && grant.token === token && grant.where.session === session),
  };
}

function toEnd({ until, madeAt }: GrantRecord): number {
  return until ?? madeAt + longestMs;
}

/** A prefix may have more words than the one offered, and a directory may be inside it; both are checked against the ask itself. */
function isWithin(covers: GrantBody["covers"], offer: GrantBody["covers"]): boolean {
  if (covers.kind === "prefix" && offer.kind === "prefix")
    return offer.words.every((word, index) => covers.words[index] === word);
  if (covers.kind === "files" && offer.kind === "files")
    return covers.directory === offer.directory || covers.directory.startsWith(`${offer.directory}/`);
  return covers.kind === offer.kind;
}

function toWireGrant({ id, tool, covers, input, where, madeAt, until, ask, by, uses, usedAt }: GrantRecord): WireGrant {
  return {
    ...{ id, tool, covers, where, ask, by, uses },
    subject: toCoveredText({ tool, input: JSON.parse(input) }, where.cwd),
    madeAt: toIsoTime(madeAt),
    ...(until === undefined ? {} : { until: toIsoTime(until) }),
    ...(usedAt === undefined ? {} : { usedAt: toIsoTime(usedAt) }),
  };
}

function refused(message: string): YourcallError {
  return new YourcallError("forbidden", message);
}
