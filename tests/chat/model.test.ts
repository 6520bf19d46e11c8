import { type Outcome, toAskToolOutput } from "@yourcall/core";
import { readUIMessageStream, type UIMessage } from "ai";
import { expect, onTestFinished, test } from "vitest";
import { openProvider } from "../../examples/chat/server/providers.ts";
import { database } from "../support/asks.ts";
import { startChatCompletions } from "../support/chat-completions.ts";
import { temporaryDirectory } from "../support/hub.ts";

test("a model named by the environment asks with the same tool and gets the answer", async () => {
  const input = JSON.parse(JSON.stringify({ questions: [database] }));
  const model = await startChatCompletions([{ tool: "AskUserQuestion", id: "call_1", input }, "SQLite it is."]);
  onTestFinished(() => model.stop());
  const env = { CHAT_PROVIDER: "model", OPENAI_BASE_URL: model.url, OPENAI_MODEL: "m" };
  const provider = await openProvider(env, { files: temporaryDirectory("files") });
  const { signal } = new AbortController();
  const messages: UIMessage[] = [{ id: "1", role: "user", parts: [{ type: "text", text: "Which?" }] }];
  const turn = { id: "c", title: "t", goesOn: false, signal };
  let reply: UIMessage | undefined;
  for await (const message of readUIMessageStream({ stream: await provider.reply({ ...turn, messages }) }))
    reply = message;
  const asked = reply?.parts.find((part) => part.type === "tool-AskUserQuestion");
  expect(asked).toMatchObject({ state: "input-available", input });
  const answers = [{ question: database.question, header: database.header, selectedOptions: ["SQLite"] }];
  const outcome: Outcome = {
    status: "answered",
    answers,
    by: { surface: "card", act: "click" },
    at: "2026-01-31T10:00:00Z",
  };
  const output = toAskToolOutput({ kind: "question", questions: [{ ...database, kind: "choice" }] }, outcome);
  const ended = { ...asked, state: "output-available", output } as UIMessage["parts"][number];
  const answered: UIMessage = { id: "2", role: "assistant", parts: [ended] };
  for await (const _ of await provider.reply({ ...turn, messages: [...messages, answered] })) _;
  expect(model.resultOf("call_1")).toContain("Selected: SQLite");
  await expect(openProvider({ CHAT_PROVIDER: "claude" }, { files: "" })).rejects.toThrow("Claude asks through a hub.");
  await expect(openProvider({ CHAT_PROVIDER: "x" }, { files: "" })).rejects.toThrow(
    "Supported: scripted, model, claude.",
  );
});
