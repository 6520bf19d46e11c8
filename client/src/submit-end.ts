import type { AnsweringEnd, Ask, By, Outcome, PersonBy } from "@yourcall/core";
import { isSameAnswers } from "@yourcall/core/internal";
import type { GrantBody, WireAsk } from "@yourcall/core/internal/wire";
import { AlreadyEndedError } from "./errors.ts";
import type { PersonClient } from "./person-client.ts";

/** A person's decision about an ask. Leaving it open is not one. */
export type Decision = Exclude<AnsweringEnd, { type: "left" }> & WithGrant;

/** What else is allowed for a while, along with an answer that allows an approval once. */
export interface WithGrant {
  grant?: GrantBody | undefined;
}

/**
 * How the ask ended, perhaps by somebody else's act, or why the hub did not accept the decision. `ask` is the hub's reply to a decision
 * that it accepted. Surfaces say what to do.
 */
export type Submitted = { outcome: Outcome; ask?: WireAsk } | { refused: string; error?: unknown };

/** Sends a person's decision, which counts once the hub confirms it. `through` may retry if no hub accepted it. */
export async function submitEnd(
  client: Pick<PersonClient, "answer" | "decline">,
  id: string,
  end: Decision,
  by: PersonBy,
  through: (attempt: () => Promise<WireAsk>) => Promise<WireAsk> = (attempt) => attempt(),
): Promise<Submitted> {
  try {
    const ask = await through(() =>
      end.type === "declined"
        ? client.decline(id, { ...by, reason: end.reason, asked: end.asked })
        : client.answer(id, {
            answers: end.answers,
            comment: end.comment,
            grant: end.grant,
            ...by,
          }),
    );
    const { outcome } = ask;
    return outcome === undefined ? { refused: "The hub did not confirm it." } : { outcome, ask };
  } catch (error) {
    if (AlreadyEndedError.isInstance(error)) return { outcome: error.outcome };
    return { refused: `The hub did not accept it: ${(error as Error).message}`, error };
  }
}

/** Whether this outcome is what we sent, its acknowledgement lost on the way. */
export function isOwnEnd(sent: AnsweringEnd | undefined, outcome: Outcome, ask: Ask, by: By): boolean {
  if (sent === undefined || !("by" in outcome)) return false;
  const { surface, act, user } = outcome.by;
  if (surface !== by.surface || act !== by.act) return false;
  // Where the surface does not name the person, a server between it and the hub may.
  if (by.user !== undefined && user !== by.user) return false;
  if (sent.type === "declined")
    return outcome.status === "declined" && (outcome.reason ?? "") === (sent.asked ?? sent.reason ?? "").trim();
  return (
    sent.type === "submitted" && outcome.status === "answered" && isSameAnswers(ask, sent.answers, outcome.answers)
  );
}
