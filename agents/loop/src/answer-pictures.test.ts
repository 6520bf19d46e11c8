import { createHash } from "node:crypto";
import type { Asker, Outcome } from "@yourcall/core";
import { expect, test } from "vitest";
import { toPng } from "../../../hub/src/testing/sample-picture.ts";
import { temporaryDirectory } from "../../../hub/src/testing/temporary-directory.ts";
import { createAgent } from "./create-agent.ts";
import { createScriptedModel } from "./scripted-model.ts";
import { collectEvents } from "./test-support/run-calls.ts";
import { createCodingTools } from "./tools/coding-tools.ts";

const bytes = toPng(48, 32);
const hash = createHash("sha256").update(bytes).digest("hex");
const attachment = { hash, type: "image/png" as const, bytes: bytes.length, width: 48, height: 32, ask: "ask_1" };

/** An asker whose person answers with a picture. */
function askerWith(answer: { selectedOptions: string[]; notes?: string }): Asker {
  return {
    ask: async ({ questions }): Promise<Outcome> => ({
      status: "answered",
      answers: [{ question: questions[0]?.question ?? "", header: "", ...answer, attachments: [attachment] }],
      by: { surface: "web", act: "click" },
      at: "",
    }),
    picture: async () => ({ type: "image/png", data: bytes.toString("base64") }),
  };
}

const options = [{ label: "SQLite" }, { label: "PostgreSQL" }].map((option) => ({ ...option, description: "x" }));
const question = { question: "Which database?", header: "Database", options, multiSelect: false };

test.each([
  ["the answer to a question", "AskUserQuestion", { questions: [question] }, { selectedOptions: ["SQLite"] }],
  ["a denial", "Write", { path: "a.txt", content: "x" }, { selectedOptions: ["deny"], notes: "not so" }],
  ["a note with an allowed call", "Write", { path: "a.txt", content: "x" }, { selectedOptions: ["allow-once"] }],
])("the model sees the picture of %s, byte for byte", async (_, name, input, answer) => {
  const model = createScriptedModel([{ calls: [{ name, input }] }, { text: "I see." }]);
  const agent = createAgent({
    model,
    tools: createCodingTools(),
    asker: askerWith(answer),
    cwd: temporaryDirectory("loop"),
  });
  const events = await collectEvents(agent.run("hello"));
  const told = model.calls[1]?.prompt.findLast(({ role }) => role === "tool")?.content[0];
  const output = typeof told === "object" && "output" in told ? told.output : undefined;
  const parts = output?.type === "content" ? output.value : [];
  const [text, file] = parts;
  expect(text).toMatchObject({ type: "text", text: expect.stringContaining("Picture: picture.png (PNG, 48 × 32") });
  expect(file).toMatchObject({ mediaType: "image/png" });
  expect(JSON.stringify(file)).toContain(bytes.toString("base64"));
  // What is reported of the run has no bytes.
  expect(JSON.stringify(events)).not.toContain(bytes.toString("base64"));
});
