import type { Draft } from "../answering/draft.ts";
import type { Outcome } from "../outcome-schemas.ts";
import type { WireAsk } from "../wire/index.ts";

/** When the asks of tests were created. */
export const noon = Date.parse("2026-11-15T12:00:00.000Z");

/** An ask as the hub sends it; `id` also names its header. */
export function wireAsk(id: string, more: Partial<WireAsk> = {}): WireAsk {
  const at = new Date(noon).toISOString();
  return {
    id,
    kind: "question",
    status: "pending",
    agent: { name: "claude", session: "s1", title: "fix login", cwd: "/home/ana/shop" },
    questions: [
      {
        question: `What about ${id}?`,
        header: id,
        kind: "choice",
        options: [
          { label: "Yes (Recommended)", description: "Go on" },
          { label: "No", description: "Stop" },
        ],
        multiSelect: false,
      },
    ],
    createdAt: at,
    waiting: { count: 1, lastSeenAt: at },
    url: `http://127.0.0.1:2255/a/${id}`,
    ...more,
  };
}

/** The same ask, answered in the web page by Ben. */
export function answered(ask: WireAsk, label = "No", at = new Date(noon + 125_000).toISOString()): WireAsk {
  const answers = ask.questions.map(({ question, header }) => ({ question, header, selectedOptions: [label] }));
  const outcome: Outcome = { status: "answered", answers, by: { surface: "web", act: "click", user: "ben" }, at };
  return { ...ask, status: "answered", outcome };
}

/** The same ask, withdrawn by its agent. */
export function withdrawn(ask: WireAsk): WireAsk {
  return { ...ask, status: "cancelled", outcome: { status: "cancelled", at: new Date(noon + 60_000).toISOString() } };
}

/** A draft with this text under Other. */
export function draftOf(other: string): Draft {
  const entry = { selectedOptions: [], otherPicked: other !== "", other, note: "", skipped: false };
  return { entries: [entry], comment: "", reason: "" };
}
