import { describe, expect, test } from "vitest";
import { toDeviceCard } from "../device/device-card.ts";
import { toShortCard } from "../device/short-card.ts";
import { renderSheet } from "../sheet/render-sheet.ts";
import { singleAsk } from "../testing/sample-asks.ts";

const code = "Shall I run this?\n```sh\nrm -rf legacy/\n```\nIt is old.";
const ask = {
  ...singleAsk,
  agent: { name: "claude" },
  questions: singleAsk.questions.map((question) => ({ ...question, question: code })),
};

describe("a fenced block in a question", () => {
  test("is a block of its own in the sheet", () => {
    expect(renderSheet(ask)).toContain(`> Shall I run this?
> \`\`\`sh
> rm -rf legacy/
> \`\`\`
> It is old.
`);
  });

  test("is code on a card with buttons, as in Telegram", () => {
    const { parts } = toDeviceCard(ask, { level: "full", approvals: true });
    expect(parts.slice(1, 4)).toEqual([
      { style: "bold", text: "Shall I run this?" },
      { style: "code", text: "rm -rf legacy/" },
      { style: "bold", text: "It is old." },
    ]);
    const second = toDeviceCard(
      { ...ask, questions: [...ask.questions, { ...ask.questions[0], question: "```\nls\n```" } as never] },
      { level: "full", approvals: true, at: 1 },
    );
    expect(second.parts.slice(1, 3)).toEqual([
      { style: "bold", text: "2 of 2:" },
      { style: "code", text: "ls" },
    ]);
  });

  test("is a line of its own in a notification, without the name of its language", () => {
    const { title } = toShortCard(ask, { level: "full", approvals: true, most: 3, takesReply: false });
    expect(title).toBe("Shall I run this?\nrm -rf legacy/\nIt is old.");
  });
});
