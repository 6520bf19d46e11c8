import { expect, test, vi } from "vitest";
import { askPerson, type ClaudeAsker } from "./ask-person.ts";

const request = {
  key: "toolu_1",
  kind: "question",
  questions: [
    {
      question: "Which?",
      header: "H",
      kind: "choice",
      options: [
        { label: "A", description: "" },
        { label: "B", description: "" },
      ],
      multiSelect: false,
    },
  ],
} satisfies Parameters<typeof askPerson>[1];

test("a host that fails when it hears of an ask learns so, and leaves no ask behind that nobody waits for", async () => {
  const cancel = vi.fn<NonNullable<ClaudeAsker["cancel"]>>(async () => {});
  const ask = vi.fn<ClaudeAsker["ask"]>();
  const asker: ClaudeAsker = { ask, create: async () => ({ id: "ask_1" }), cancel };
  const failing = () => {
    throw new Error("no terminal here");
  };
  const asked = askPerson(asker, request, new AbortController().signal, failing);
  await expect(asked).rejects.toThrow("no terminal here");
  expect(cancel.mock.calls[0]?.[0]).toBe("ask_1");
  expect(ask).not.toHaveBeenCalled();
});
