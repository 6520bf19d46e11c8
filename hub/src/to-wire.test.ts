import type { Outcome } from "@yourcall/core";
import { expect, test } from "vitest";
import { newAsk, newDraft, noon, outcomes } from "./store/conformance/example-ask.ts";
import type { AskRecord } from "./store/store.ts";
import { toWireText } from "./to-wire.ts";

function newRecord(given: Partial<AskRecord> = {}): AskRecord {
  return { ...newAsk(), position: 1, status: "pending", draftRevision: 0, ...given };
}

const draft = { draft: newDraft("hm"), surface: "web", at: noon };
const outcome = outcomes.answered();
const reported: Outcome = { status: "declined", by: { surface: "claude-code", act: "reported" }, at: outcome.at };

test.each<[string, AskRecord]>([
  ["waits", newRecord()],
  ["is half-filled", newRecord({ draft, draftRevision: 3, expiresAt: noon + 1000 })],
  ["has ended", newRecord({ status: "answered", outcome, endedAt: noon, draft, draftRevision: 1 })],
  ["was decided in its agent's own window", newRecord({ status: "declined", outcome: reported, endedAt: noon })],
])("the cached text of an ask that %s is that of its reader, address and time", (_, record) => {
  for (const count of [0, 2])
    for (const audience of ["human", "agent", "app", "human"] as const)
      for (const baseUrl of ["http://127.0.0.1:2255", "https://hub.example"]) {
        const context = { audience, baseUrl, waiting: () => ({ count, lastSeenAt: noon + count }) };
        // A copy of the record is not in the cache.
        expect(toWireText(record, context)).toBe(toWireText({ ...record }, context));
      }
});
