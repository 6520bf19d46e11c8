import { randomBytes } from "node:crypto";
import { checkAnswers, InvalidAnswerError, YourcallError } from "@yourcall/core";
import { toChosenEffect, toSameKey } from "@yourcall/core/internal";
import type { BatchAnswerBody, BatchDeclineBody } from "@yourcall/core/internal/wire";
import { permitAddressee } from "./access/rights.ts";
import type { Caller } from "./caller.ts";
import type { Hub } from "./hub.ts";
import type { AskRecord } from "./store/store.ts";

/** What became of one ask of a batch: the ask if this act ended it, or why it did not. */
type BatchResult = { id: string } & ({ record: AskRecord } | { error: unknown });

export interface EndedBatch {
  batch: string;
  results: BatchResult[];
}

/**
 * Answers several asks by one act of a person. Each of them ends, or not, as if it had been answered alone. Nothing is sent if they are
 * not all the same, whatever the caller's list says, or if the answer allows more than once.
 */
export async function answerSame(hub: Hub, { asks, ...body }: BatchAnswerBody, caller: Caller): Promise<EndedBatch> {
  let { grant } = body;
  const end = async (id: string, acting: Caller) => {
    const record = await hub.answer(id, { ...body, grant }, acting);
    // It is made once, with the first answer that is accepted.
    grant = undefined;
    return record;
  };
  return endEach(hub, asks, caller, {
    end,
    inTurn: () => grant !== undefined,
    permit: (ask) => permitAnswer(ask, body),
  });
}

export function declineSame(hub: Hub, { asks, ...body }: BatchDeclineBody, caller: Caller): Promise<EndedBatch> {
  const end = (id: string, acting: Caller) => hub.decline(id, body, acting);
  return endEach(hub, asks, caller, { end, inTurn: () => false, permit: () => {} });
}

interface Ending {
  end: (id: string, caller: Caller) => Promise<AskRecord>;
  /** Whether the next may end only after the one before it. */
  inTurn: () => boolean;
  /** Throws if this act is not possible for such an ask. */
  permit: (ask: AskRecord) => void;
}

async function endEach(
  hub: Hub,
  asks: readonly string[],
  given: Caller,
  { end, inTurn, permit }: Ending,
): Promise<EndedBatch> {
  const ids = [...new Set(asks)];
  const batch = `batch_${randomBytes(9).toString("base64url")}`;
  const caller: Caller = { ...given, batch };
  const results = new Map<string, BatchResult>();
  const read = async (id: string) => {
    try {
      return [await hub.get(id)];
    } catch (error) {
      if (!YourcallError.isInstance(error) || error.code !== "not-found") throw error;
      results.set(id, { id, error });
      return [];
    }
  };
  const records = (await Promise.all(ids.map(read))).flat();
  permitSame(records);
  if (records[0] !== undefined) permit(records[0]);

  async function endOne(record: AskRecord): Promise<void> {
    const { id } = record;
    try {
      permitAddressee(caller, record);
      results.set(id, { id, record: await end(id, caller) });
    } catch (error) {
      results.set(id, { id, error });
    }
  }

  const waiting = [...records];
  for (let next = waiting[0]; inTurn() && next !== undefined; next = waiting[0]) {
    waiting.shift();
    await endOne(next);
  }
  await Promise.all(waiting.map(endOne));
  return { batch, results: ids.flatMap((id) => results.get(id) ?? []) };
}

function permitSame([first, ...others]: readonly AskRecord[]): void {
  if (first === undefined) return;
  const key = toSameKey(first);
  const other = others.find((record) => toSameKey(record) !== key);
  if (other !== undefined) throw refused(`${other.id} is not the same as ${first.id}. Answer each by itself.`);
}

function permitAnswer(ask: AskRecord, { answers }: Pick<BatchAnswerBody, "answers">): void {
  const checked = checkAnswers(ask, answers);
  if ("issues" in checked) throw new InvalidAnswerError(checked.issues);
  if (toChosenEffect(ask, checked.answers) === "allow-always")
    throw refused("What is allowed for ever is decided for each ask by itself.");
}

function refused(why: string): YourcallError {
  return new YourcallError("invalid-answer", `Nothing was sent. ${why}`);
}
