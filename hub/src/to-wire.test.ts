import { expect, test } from "vitest";
import { newAsk, newDraft, noon, outcomes } from "./store/conformance/example-ask.ts";
import type { AskRecord } from "./store/store.ts";
import { type Audience, toWire, toWireText } from "./to-wire.ts";

function newRecord(given: Partial<AskRecord> = {}): AskRecord {
  const unended = { status: "pending", deliveredAt: null, draftRevision: 0, draft: null, outcome: null } as const;
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
  ["is half-filled", newRecord({ draft, draftRevision: 3, expiresAt: noon + 1000 })],
  ["has ended", newRecord({ status: "answered", outcome, endedAt: noon, draft, draftRevision: 1 })],
])("the text of an ask that %s says what the ask says, to whoever reads it and however often", (_, record) => {
  for (const count of [0, 2])
    for (const audience of ["human", "agent", "human"] as Audience[])
      for (const baseUrl of ["http://127.0.0.1:2255", "https://hub.example"]) {
        const context = { audience, baseUrl, waiting: () => ({ count, lastSeenAt: noon + count }) };
        expect(JSON.parse(toWireText(record, context))).toEqual(toWire(record, context));
      }
});
