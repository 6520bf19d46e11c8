import { parseAsk } from "@yourcall/core";
import { expect, test } from "vitest";
import { readPermission } from "./read-permission.ts";

test("a file change is shown without the agent's notes for editors", async () => {
  const change = { type: "diff", path: "/srv/w.txt", oldText: "", newText: "one\n" };
  // As Gemini CLI 0.61 sends it.
  const request = readPermission({
    toolCall: {
      toolCallId: "c1",
      title: "Writing to w.txt",
      kind: "edit",
      content: [{ ...change, _meta: { kind: "add" } }],
    },
    options: [{ optionId: "cancel", name: "Reject", kind: "reject_once" }],
  });
  await request?.settle(async (ask) => {
    expect(parseAsk(ask).approval?.input).toEqual({ content: [change] });
    return { status: "cancelled", at: new Date(0).toISOString() };
  });
  expect.assertions(1);
});
