import { YourcallError } from "@yourcall/core";
import type { AnswerBody, Batch, DeclineBody, WireAsk, WireDraft } from "@yourcall/core/internal/wire";
import type { HubClient } from "./create-hub-client.ts";
import { AlreadyEndedError } from "./errors.ts";
import type { PersonClient } from "./person-client.ts";

interface BatchOptions {
  /** The id of one of them. What could be allowed for a while with it could be with each. */
  like: string;
  /** The asks that are listed and ticked when the person acts. */
  ids: () => readonly string[];
  /** Called with each ask that has ended, by this act or before. */
  onEnded: (ask: WireAsk) => void;
  /**
   * Called with what became of them, in one line; `others`: only of those that this did not end. `done` is false if the hub did not
   * accept all that were pending.
   */
  onDone: (result: { done: boolean; answered: number; text: string; others: string }) => void;
}

/**
 * A person's client with which a card or prompt of one ask answers all that are ticked in a list of asks like it. Nothing is kept as a
 * draft: it would belong to one of them only.
 */
export function createBatchClient(client: HubClient, { like, ids, onEnded, onDone }: BatchOptions): PersonClient {
  async function end(sent: Promise<Batch>): Promise<WireAsk> {
    const { results } = await sent;
    const ended = results.flatMap(({ ask }) => ask ?? []) as WireAsk[];
    const refusals = results.flatMap(({ refusal }) => refusal ?? []);
    const earlier = refusals.flatMap(({ outcome }) => outcome ?? []);
    const refused = refusals.find(({ outcome }) => outcome === undefined);
    for (const ask of ended) onEnded(ask);
    const [first] = ended;
    if (first === undefined && earlier[0] !== undefined)
      throw new AlreadyEndedError("All of them had already ended. Nothing was changed.", earlier[0]);
    if (first === undefined)
      throw new YourcallError(
        refused === undefined || refused.code === "bad-request" ? "invalid-answer" : refused.code,
        refused?.message ?? "Nothing was sent: no ask is ticked.",
      );
    const verb = first.outcome?.status === "declined" ? "Declined" : "Answered";
    const others = [
      ...(earlier.length === 0 ? [] : [`${earlier.length} had already ended.`]),
      ...(refused === undefined ? [] : [refused.message]),
    ].join(" ");
    const text = `${verb} ${ended.length}. ${others}`.trim();
    onDone({ done: refused === undefined, answered: ended.length, text, others });
    return first;
  }

  return {
    ...client,
    // A picture belongs to one ask.
    addPicture: undefined,
    removePicture: undefined,
    answer: (_, body: AnswerBody) => end(client.answerSame(ids(), body)),
    decline: (_, body: DeclineBody = {}) => end(client.declineSame(ids(), body)),
    async grantOffers() {
      const { covers, where } = await client.grantOffers(like);
      // The session of one of them is not that of the others.
      return { covers, where: where.filter((place) => place !== "session") };
    },
    saveDraft: async (_, { draft, baseRevision }): Promise<WireDraft> => ({
      ...{ draft, revision: baseRevision + 1, at: new Date().toISOString() },
    }),
  };
}
