import type { WireAsk } from "@yourcall/client";
import { expect, test } from "vitest";
import { newAsk, newDraft, noon, outcomes } from "./store/conformance/example-ask.ts";
import type { AskRecord } from "./store/store.ts";
import { type Audience, toWireDraft, toWireText, type WireContext } from "./to-wire.ts";

/** The ask that the text should contain, as an object. */
function toWire(record: AskRecord, { audience, baseUrl, waiting }: WireContext): WireAsk {
  const draft = audience === "human" ? toWireDraft(record) : undefined;
  const wire = {
    id: record.id,
    key: record.key ?? undefined,
    kind: record.kind,
    status: record.status,
    agent: record.agent,
    questions: record.questions,
    approval: record.approval ?? undefined,
    context: record.context ?? undefined,
    metadata: record.metadata ?? undefined,
    createdAt: new Date(record.createdAt).toISOString(),
    expiresAt: record.expiresAt === null ? undefined : new Date(record.expiresAt).toISOString(),
    waiting: {
      count: waiting?.(record).count ?? 0,
      lastSeenAt: new Date(Math.max(record.lastSeenAt, waiting?.(record).lastSeenAt ?? 0)).toISOString(),
    },
    url: `${baseUrl}/a/${record.id}`,
    draft,
    outcome: record.outcome ?? undefined,
  };
  return JSON.parse(JSON.stringify(wire)) as WireAsk;
}

function newRecord(given: Partial<AskRecord> = {}): AskRecord {
  const unended = { status: "pending", delivery: null, draftRevision: 0, draft: null, outcome: null } as const;
  return { ...newAsk({ session: 'a "b"' }), position: 1, ...unended, endedAt: null, ...given };
}

const draft = { draft: newDraft("hm"), surface: "web", at: noon };
const outcome = outcomes.answered();

test.each<[string, AskRecord]>([
  ["waits", newRecord()],
  [
    "has a key and words of its own",
    newRecord({ key: 'k"1', context: "line\nline\u2028", metadata: { a: [1, null] } }),
  ],
  ["asks for permission", newRecord({ kind: "approval", approval: { tool: "Bash", input: { command: 'rm "x"' } } })],
  ["is half-filled", newRecord({ draft, draftRevision: 3, expiresAt: noon + 1000 })],
  ["has ended", newRecord({ status: "answered", outcome, endedAt: noon, draft, draftRevision: 1 })],
])("the text of an ask that %s equals the ask, for every reader and every time", (_, record) => {
  for (const count of [0, 2])
    for (const audience of ["human", "agent", "human"] as Audience[])
      for (const baseUrl of ["http://127.0.0.1:2255", "https://hub.example"]) {
        const context = { audience, baseUrl, waiting: () => ({ count, lastSeenAt: noon + count }) };
        expect(JSON.parse(toWireText(record, context))).toEqual(toWire(record, context));
      }
});

test("two asks with the same questions object keep their own words", () => {
  const first = newRecord({ context: "first" });
  const context = { audience: "human", baseUrl: "http://127.0.0.1:2255" } as const;
  for (const more of [
    { context: "second" },
    { metadata: { a: 1 } },
    { agent: { name: "Other" } },
    { kind: "approval", approval: { tool: "Bash", input: {} } },
  ] as const) {
    const second = { ...first, ...more };
    for (const record of [first, second, first])
      expect(JSON.parse(toWireText(record, context))).toEqual(toWire(record, context));
  }
});
