import type { WireAsk } from "@yourcall/client";
import type { Draft } from "@yourcall/core";

/** An ask as the hub sends it; `id` also names its header. */
export function wireAsk(id: string, more: Partial<WireAsk> = {}): WireAsk {
  const at = "2026-11-15T12:00:00.000Z";
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
        options: [{ label: "Yes" }, { label: "No" }],
        multiSelect: false,
      },
    ],
    createdAt: at,
    waiting: { count: 1, lastSeenAt: at },
    url: `http://127.0.0.1:2255/a/${id}`,
    ...more,
  };
}

/** The same ask, withdrawn by its agent. */
export function withdrawn(ask: WireAsk): WireAsk {
  return { ...ask, status: "cancelled", outcome: { status: "cancelled", at: "2026-11-15T12:01:00.000Z" } };
}

/** A draft in which somebody has written this under Other. */
export function draftOf(other: string): Draft {
  const entry = { selectedOptions: [], otherPicked: other !== "", other, note: "", skipped: false };
  return { entries: [entry], comment: "", reason: "" };
}
