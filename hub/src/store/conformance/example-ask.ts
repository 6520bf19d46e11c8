import { createAskId } from "@yourcall/client";
import type { Draft, Outcome, Question } from "@yourcall/core";
import type { AskRecord, ListQuery, NewAsk, Store } from "../store.ts";

/** The current time in the tests. */
export const noon = Date.parse("2026-03-01T12:00:00.000Z");

/** A new ask with these fields. */
export function newAsk(given: Partial<NewAsk> & { session?: string; text?: string } = {}): NewAsk {
  const { session, text = "Which database?", ...rest } = given;
  return {
    id: createAskId(),
    token: "agent",
    kind: "question",
    agent: { name: "Builder", ...(session === undefined ? {} : { session }) },
    questions: [newQuestion(text)],
    onTimeout: "expire",
    createdAt: noon,
    lastSeenAt: noon,
    ...rest,
  };
}

export function newQuestion(question: string, labels: string[] = ["PostgreSQL", "SQLite"]): Question {
  const options = labels.map((label) => ({ label, description: `What ${label} brings` }));
  return { question, header: "Choice", kind: "choice", options, multiSelect: false };
}

const by = { surface: "web", act: "click" } as const;

/** How an ask may end, `ms` after noon. */
export const outcomes = {
  answered: (ms = 0, label = "SQLite"): Outcome => ({
    status: "answered",
    answers: [{ question: "Which database?", header: "Choice", selectedOptions: [label] }],
    by,
    at: new Date(noon + ms).toISOString(),
  }),
  declined: (ms = 0): Outcome => ({ status: "declined", by, at: new Date(noon + ms).toISOString() }),
  cancelled: (ms = 0): Outcome => ({ status: "cancelled", at: new Date(noon + ms).toISOString() }),
  expired: (ms = 0): Outcome => ({ status: "expired", at: new Date(noon + ms).toISOString() }),
};

/** A draft with this comment. */
export function newDraft(comment: string): Draft {
  return { entries: [], comment, reason: "" };
}

export async function create(store: Store, given: Parameters<typeof newAsk>[0] = {}): Promise<AskRecord> {
  return (await createOrFind(store, newAsk(given))).record;
}

/** Creates an ask, or finds the one that holds its key. No limit by default. */
export async function createOrFind(store: Store, ask: NewAsk): Promise<{ record: AskRecord; created: boolean }> {
  const result = await store.create(ask);
  if (result === null) throw new Error("The store refused an ask although it was given no limit.");
  return result;
}

/** The ids of a whole list, fetched in pages of `limit`. `between` is called before each further page. */
export async function listIds(
  store: Store,
  query: Omit<ListQuery, "limit" | "cursor">,
  limit = 100,
  between: () => Promise<void> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  let page = await store.list({ ...query, limit });
  ids.push(...page.records.map(({ id }) => id));
  while (page.cursor !== undefined) {
    await between();
    page = await store.list({ ...query, limit, cursor: page.cursor });
    ids.push(...page.records.map(({ id }) => id));
  }
  return ids;
}
