import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testWithClaude } from "../../support/claude.ts";
import { startHub } from "../../support/hub.ts";
import { root } from "../../support/terminal.ts";
import { labelled, setUpClaude } from "./sessions.ts";

const example = join(root, "examples/claude-sdk");
const blocks = [...readFileSync(join(example, "README.md"), "utf8").matchAll(/^```\w*\n(.*?)^```$/gms)];
const [, asks = "", commands = "", goesOn = ""] = blocks.map(([, block = ""]) => block);

testWithClaude("examples/claude-sdk asks in the hub and continues with the answer, as its README shows", async () => {
  const hub = await startHub();
  const question = {
    question: "Which database should we use?",
    header: "Database",
    options: labelled("PostgreSQL", "SQLite"),
    multiSelect: false,
  };
  const { api, place } = await setUpClaude({
    shop: [["Let me ask.", { tool: "AskUserQuestion", input: { questions: [question] } }], ["SQLite it is."]],
  });
  const child = spawn(process.execPath, [join(example, "agent.mjs"), "[shop] Which database?"], {
    cwd: place.cwd,
    env: { ...place.env, YOURCALL_HOME: hub.directory },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  let output = "";
  const asked = Promise.withResolvers<string>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    const id = /yourcall answer (ask_\w+)\)/.exec(output)?.[1];
    if (id !== undefined) asked.resolve(id);
  });
  const id = await Promise.race([asked.promise, closed.then(() => output)]);
  const [list, answer = ""] = commands.trim().split("\n");
  expect(list).toBe("yourcall list");
  expect((await hub.run(["list"])).stdout).toContain("Database");
  const [, label = "", note = ""] = /--select (\w+) --note "(.+)"$/.exec(answer) ?? [];
  expect((await hub.run(["answer", id, "--select", label, "--note", note])).code).toBe(0);
  await closed;
  expect(output.replace(id, "ask_…")).toBe(asks + goesOn);
  expect((await api.resultOf("toolu_shop_0_1")).text).toContain(
    '"Which database should we use?"="SQLite" notes: one file is enough',
  );
});

test("examples/claude-sdk has fewer than 60 lines", () => {
  expect(readFileSync(join(example, "agent.mjs"), "utf8").trimEnd().split("\n").length).toBeLessThan(60);
});
