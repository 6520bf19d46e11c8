import {
  type Attachment,
  type By,
  checkAnswers,
  InvalidAnswerError,
  maxInputLength,
  type Outcome,
  toEffect,
  YourcallError,
} from "@yourcall/core";
import { extendDeadline, parseText, toEdited, toFallback } from "@yourcall/core/internal";
import type { AnswerBody, DeclineBody, ReportBody } from "@yourcall/core/internal/wire";
import { type Caller, toBy } from "./caller.ts";
import type { Clock } from "./clock.ts";
import { type CoveredAsk, toAllowOnce } from "./grants/covers.ts";
import { alreadyEnded, notFound } from "./hub-errors.ts";
import type { GrantRecord } from "./store/grant-store.ts";
import type { AskRecord, Store } from "./store/store.ts";
import { audienceOf, toAgentOutcome, toIsoTime } from "./to-wire.ts";
import type { Waiters } from "./waiters.ts";

interface CancelOptions {
  /** Its agent already has the outcome. */
  taken?: boolean;
  /** Called if the ask had already ended. */
  onEnded?: (record: AskRecord) => Promise<unknown>;
}

/** An answer, with the pictures that were added to its ask. */
interface AnswerGiven extends AnswerBody {
  pictures?: readonly Attachment[];
}

/** Every way in which an ask ends. All but `expire` throw if it has already ended, or if the outcome is refused. */
interface Endings {
  answer(id: string, body: AnswerGiven, caller: Caller): Promise<AskRecord>;
  decline(id: string, body: DeclineBody, caller: Caller): Promise<AskRecord>;
  report(id: string, body: ReportBody, caller: Caller): Promise<AskRecord>;
  cancel(id: string, reason: string | undefined, caller: Caller, options?: CancelOptions): Promise<AskRecord>;
  /** Answers with the choice that allows once, and then makes the grant: never without an answer that was accepted. */
  answerWithGrant(id: string, body: AnswerGiven, caller: Caller, grant: Omit<GrantRecord, "uses">): Promise<AskRecord>;
  /** Ends an ask that a grant covers; undefined if the grant has been taken back, or the ask does not exist. */
  cover(id: string, ask: CoveredAsk, grant: GrantRecord): Promise<AskRecord | undefined>;
  /** Ends an ask whose deadline has passed. */
  expire(id: string): Promise<void>;
}

interface EndOptions extends CancelOptions {
  /** Called if the outcome was refused, with the ask, which is still pending. */
  onRefused?: (record: AskRecord) => Promise<void>;
}

const nothingAsked = { path: "asked", message: "There is no question. Write one." };
const noReply = { path: "asked", message: "This agent cannot reply and ask again. Decline with a reason instead." };

/** `onEnded` is called for each ask that ended here. */
export function createEndings(
  store: Store,
  clock: Clock,
  waiters: Waiters,
  onEnded: (status: Outcome["status"]) => void,
): Endings {
  const isoNow = () => toIsoTime(clock.now());

  /** Ends an ask with an outcome that depends on it. If `toOutcome` throws, so does this, after `onRefused`; the ask stays. */
  async function end(
    id: string,
    caller: Caller,
    toOutcome: (record: AskRecord) => Outcome,
    { taken, onRefused, onEnded: onEndedBefore }: EndOptions,
  ): Promise<AskRecord> {
    let refusal: unknown;
    const decide = (record: AskRecord) => {
      try {
        return toOutcome(record);
      } catch (error) {
        refusal = error;
        return null;
      }
    };
    // In one commit with the outcome, if an asker waits for it now.
    const result = await store.end(id, decide, { taken: (record) => taken === true || waiters.hasTaker(record) });
    if (result === null) throw notFound(id);
    const { record, ended } = result;
    const { outcome } = record;
    if (outcome === undefined) {
      await onRefused?.(record);
      throw refusal;
    }
    if (!ended) await onEndedBefore?.(record);
    if (!ended) throw alreadyEnded(audienceOf(caller) === "human" ? outcome : toAgentOutcome(outcome));
    onEnded(outcome.status);
    return record;
  }

  /** Ends an ask by a person's act. If it is refused, the deadline is extended so that they can correct it. */
  function endByPerson(
    id: string,
    body: AnswerBody | DeclineBody,
    caller: Caller,
    toOutcome: (record: AskRecord, by: By) => Outcome,
  ): Promise<AskRecord> {
    const by = toBy(body, caller);
    const onRefused = async ({ expiresAt, draft, draftRevision: baseRevision }: AskRecord) => {
      const now = clock.now();
      if (expiresAt === undefined || by.act === "script" || extendDeadline(expiresAt, now) === expiresAt) return;
      // Saved as a draft, perhaps an empty one, so that every screen learns of the deadline. A newer draft has already moved it.
      const kept = draft ?? { draft: { entries: [], comment: "", reason: "" }, surface: by.surface, at: now };
      const change = { ...kept, baseRevision, expiresAt: extendDeadline(expiresAt, now) };
      // The refusal has to be reported even if the store fails here.
      await store.saveDraft(id, change).catch(() => {});
    };
    return end(id, caller, (record) => toOutcome(record, by), { onRefused });
  }

  function toAnswered(record: AskRecord, given: Omit<AnswerGiven, "act">, by: By): Outcome {
    const checked = checkAnswers(record, given.answers, maxInputLength, given.pictures);
    if ("issues" in checked) throw new InvalidAnswerError(checked.issues);
    const comment = parseText(given.comment, "comment") || undefined;
    return { status: "answered", answers: checked.answers, comment, by, at: isoNow() };
  }

  function toDeclined(record: AskRecord, given: { reason?: string; asked?: string }, by: By): Outcome {
    if (given.asked === undefined)
      return { status: "declined", reason: parseText(given.reason, "reason") || undefined, by, at: isoNow() };
    const asked = parseText(given.asked, "asked");
    if (asked === "" || record.asksAgain !== true)
      throw new InvalidAnswerError([asked === "" ? nothingAsked : noReply]);
    // A client without support for `asked` sees a refusal with a reason.
    return { status: "declined", reason: asked, asked, by, at: isoNow() };
  }

  async function expire(id: string): Promise<void> {
    const toOutcome = (record: AskRecord): Outcome => {
      const fallback = record.onTimeout === "recommended" ? toFallback(record) : undefined;
      return { status: "expired", at: isoNow(), fallback };
    };
    const result = await store.end(id, toOutcome, { dueBy: clock.now(), taken: waiters.hasTaker });
    if (result?.ended === true) onEnded("expired");
  }

  async function answerWithGrant(
    id: string,
    body: AnswerGiven,
    caller: Caller,
    grant: Omit<GrantRecord, "uses">,
  ): Promise<AskRecord> {
    const toAllowed = (record: AskRecord, by: By) => {
      const outcome = toAnswered(record, body, by);
      if (toEdited(record, outcome) !== undefined)
        throw new YourcallError("invalid-answer", "What was changed can be allowed once, and not for a while.");
      if (toEffect(record, outcome) === "allow-once") return outcome;
      throw new YourcallError("invalid-answer", "Only an answer that allows once can allow more for a while.");
    };
    const record = await endByPerson(id, body, caller, toAllowed);
    await store.addGrant(grant);
    return record;
  }

  async function cover(id: string, ask: CoveredAsk, grant: GrantRecord): Promise<AskRecord | undefined> {
    const chosen = toAllowOnce(ask);
    const given = ask.questions.map(({ question }) => ({ question, selectedOptions: [chosen ?? ""] }));
    const { batch: _, ...madeBy } = grant.by;
    const by: By = { ...madeBy, act: "covered", grant: grant.id, grantedWith: grant.ask };
    const result = await store.end(id, (record) => toAnswered(record, { answers: given }, by), {
      taken: waiters.hasTaker,
      grant: grant.id,
    });
    if (result?.ended !== true) return undefined;
    onEnded("answered");
    return result.record;
  }

  return {
    answerWithGrant,
    cover,
    answer: (id, body, caller) => endByPerson(id, body, caller, (record, by) => toAnswered(record, body, by)),
    decline: (id, body, caller) => endByPerson(id, body, caller, (record, by) => toDeclined(record, body, by)),
    report(id, { outcome, surface }, caller) {
      const by: By = { ...toBy({ surface }, caller), act: "reported" };
      const toReported = (record: AskRecord) =>
        outcome.status === "answered" ? toAnswered(record, outcome, by) : toDeclined(record, outcome, by);
      return end(id, caller, toReported, { taken: true });
    },
    cancel: (id, reason, caller, options = {}) =>
      end(id, caller, () => ({ status: "cancelled", reason: truncateWords(reason), at: isoNow() }), options),
    expire,
  };
}

/** An agent's own words. Truncated instead of rejected: a long reason must not make the request fail. */
export function truncateWords(text = ""): string | undefined {
  return text.trim().slice(0, maxInputLength) || undefined;
}
