import { type HubAsker, machineClock, type Outcome, YourcallError } from "@yourcall/core";
import { expect, test, vi } from "vitest";
import { askHub } from "./ask-hub.ts";

const at = "2030-01-01T00:00:00.000Z";
const by = { surface: "web", act: "click" } as const;

/** The states reported for the outcome if the person replies in the editor after the ask has ended like this. */
async function replyInEditorAfter(outcome: Outcome): Promise<string[]> {
  const delivery = vi.fn<HubAsker["delivery"]>(async () => undefined);
  const hub: HubAsker = {
    ask: () => new Promise(() => {}),
    create: async () => ({ id: "ask_1" }),
    wait: () => new Promise(() => {}),
    cancel: async () => ({}),
    report: async () => {
      throw Object.assign(new YourcallError("already-ended", "The ask has ended."), { outcome });
    },
    delivery,
  };
  const accepted = Promise.withResolvers<void>();
  const { end } = askHub(
    {
      settle: (put) => put({ kind: "question", questions: [] }),
      toReport: () => ({ status: "declined" }),
      cancelled: {},
    },
    {
      hub,
      clock: machineClock,
      key: "call-1",
      editor: "Zed",
      agent: Promise.resolve({ name: "gemini" }),
      said: Promise.resolve(undefined),
      onAccepted: accepted.resolve,
    },
  );
  await accepted.promise;
  await end({ result: {} });
  return delivery.mock.calls.map(([, { state, note }]) => `${state}: ${note}`);
}

test.each<Outcome>([
  { status: "answered", answers: [], by, at },
  { status: "declined", by, at },
])(
  "a decision that was $status in the hub is refused if the editor was answered before it arrived",
  async (outcome) => {
    expect(await replyInEditorAfter(outcome)).toEqual(["refused: Zed was answered first"]);
  },
);

test.each<Outcome>([
  { status: "expired", at },
  { status: "cancelled", at },
])("an ask that is $status has no decision to refuse", async (outcome) => {
  expect(await replyInEditorAfter(outcome)).toEqual([]);
});
