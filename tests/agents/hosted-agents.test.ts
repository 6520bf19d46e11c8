import { join } from "node:path";
import { createScriptedPerson } from "@yourcall/core/testing";
import { agentTable, createConversation, findRun } from "@yourcall/sessions/agents";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../support/hub.ts";
import { root } from "../support/terminal.ts";

const command = [process.execPath, join(root, "tests/agents/acp-scripted.mjs")];

/** An ACP agent, opened as a process opens it that knows only the files of the last one. */
async function open(runs: string, session?: { id: string; title: string; agent: string }) {
  const asker = createScriptedPerson([]);
  const agent = await agentTable.acp.open({
    ...{ asker, runs, command, session, cwd: root, mode: () => "default" as const },
  });
  onTestFinished(() => agent.close?.());
  return agent;
}

async function wordsOf(turn: AsyncIterable<{ type: string; text?: string }>): Promise<string> {
  let words = "";
  for await (const event of turn) if (event.type === "text") words += event.text;
  return words;
}

const { signal } = new AbortController();

test("an agent's run under the desk has the session's id, and another process continues it", async () => {
  const runs = temporaryDirectory("runs");
  const session = { id: "s1", title: "Go", agent: "scripted" };
  const turn = (await open(runs, session)).begin("one", signal);
  expect(turn.id).toBe("s1");
  expect(await wordsOf(turn)).toContain("one");
  expect(await wordsOf((await open(runs, session)).resume("s1", "two", signal))).toContain("two");
});

test("--resume continues the last chat, not a later session of the desk in the same directory", async () => {
  const runs = temporaryDirectory("runs");
  const chat = createConversation(await open(runs));
  await wordsOf(chat.turn("one", signal));
  await wordsOf((await open(runs, { id: "s1", title: "Go", agent: "scripted" })).begin("two", signal));
  const agent = await open(runs);
  expect((await findRun(agent, {}))?.id).toBe(chat.runId);
  expect(await wordsOf(createConversation(agent, chat.runId).turn("three", signal))).toContain("three");
});
