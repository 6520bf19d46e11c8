import type { HubClient, WireAsk } from "@yourcall/client";
import type { AnswerBody } from "@yourcall/core/internal/wire";
import { expect, test, vi } from "vitest";
import { answered, wireAsk } from "../../../core/src/testing/wire-ask.ts";
import { answerSame } from "./answer-same.ts";

const ask = wireAsk("a");
const answers = ask.questions.map(({ question, header }) => ({ question, header, selectedOptions: ["No"] }));

/** Answers through a hub that says of each ask that it had already ended, like this. Returns what the person is told, and the exit code. */
async function answerEnded(toEnded: (body: AnswerBody) => WireAsk) {
  const client = {
    async *listAll() {},
    answerSame: async (_: unknown, body: AnswerBody) => {
      const { outcome } = toEnded(body);
      return {
        batch: "b1",
        results: [{ id: "a", refusal: { code: "already-ended", message: "It has ended.", outcome } }],
      };
    },
  } as unknown as HubClient;
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const code = await answerSame(client, ask, {
    form: { type: "none" },
    terminal: null,
    json: false,
    toReply: async () => ({ type: "submitted", answers }),
  });
  const text = told.mock.calls.map(([line]) => String(line)).join("");
  told.mockRestore();
  return { code, text };
}

test("answers that had already ended by another are not sent", async () => {
  const { code, text } = await answerEnded(() => answered(ask));
  expect(text).toContain("Nothing was sent: all of them had already ended.");
  expect(code).toBe(1);
});

test("answers that the hub took when they were first sent, and whose reply was lost, are sent", async () => {
  const { code, text } = await answerEnded(({ surface = "", act = "submit", user }) => ({
    ...ask,
    outcome: { status: "answered", answers, by: { surface, act, user, batch: "b0" }, at: ask.createdAt },
  }));
  expect(text).not.toContain("Nothing was sent");
  expect(text).toContain("taken");
  expect(code).toBe(0);
});
