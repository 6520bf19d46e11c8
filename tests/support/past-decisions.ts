import { join } from "node:path";
import type { Attachment, Outcome, Question } from "@yourcall/core";
import { openSqliteStore } from "@yourcall/hub";
import { packageManager } from "../../core/src/testing/sample-questions.ts";

const dayMs = 86_400_000;

export interface PastDecision {
  /** How long ago it was asked, in days, and how long it then waited. */
  daysAgo: number;
  waitedMs: number;
  agent?: { name: string; session?: string; title?: string; cwd?: string };
  question?: Question;
  /** Whether its agent has fetched the outcome; it has, unless this says otherwise. */
  taken?: boolean;
  /** A picture of it. */
  picture?: Attachment & { data: string };
  outcome?: (at: string, question: Question) => Outcome;
}

const which: Question = { ...packageManager, kind: "choice" };

/** Puts decisions of earlier days into the store of a state directory whose hub does not run yet. Returns their ids. */
export async function storePastDecisions(
  directory: string,
  decisions: readonly PastDecision[],
  now = Date.now(),
): Promise<string[]> {
  const store = await openSqliteStore(join(directory, "yourcall.db"));
  const ends: { id: string; at: number; outcome: Outcome; taken: boolean }[] = [];
  for (const [
    index,
    { daysAgo, waitedMs, agent = { name: "claude" }, question = which, taken = true, picture, outcome },
  ] of decisions.entries()) {
    const id = `ask_past${String(index).padStart(18, "0")}`;
    const createdAt = Math.round(now - daysAgo * dayMs);
    await store.create({
      id,
      token: "agent",
      kind: "question",
      agent,
      questions: [question],
      onTimeout: "expire",
      createdAt,
      lastSeenAt: createdAt,
    });
    if (picture !== undefined) {
      const { data, ...attachment } = picture;
      await store.addPicture({ ask: id, picture: attachment, data, at: createdAt }, 1);
    }
    const at = new Date(createdAt + waitedMs).toISOString();
    ends.push({ id, at: createdAt + waitedMs, outcome: outcome?.(at, question) ?? answered(at, question), taken });
  }
  for (const { id, outcome, taken } of ends.toSorted((one, other) => one.at - other.at))
    await store.end(id, outcome, { taken });
  await store.close();
  return ends.map(({ id }) => id);
}

function answered(at: string, { question, header, options }: Question): Outcome {
  return {
    status: "answered",
    answers: [{ question, header, selectedOptions: [options[0]?.label ?? ""] }],
    by: { surface: "web", act: "click", user: "ana" },
    at,
  };
}
