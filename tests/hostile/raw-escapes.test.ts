import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPlace, says } from "../support/agent-chat.ts";
import { database } from "../support/asks.ts";
import { startCommand, startHub, temporaryDirectory } from "../support/hub.ts";
import { answerElsewhere } from "../support/inbox.ts";

// A colour, a title, a control sequence in one byte, a bidi override, a zero-width space.
const evil = "a\u001b[31mb\u001b]0;title\u0007c\u009b2Jd\u202ee\u200bf";
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
const unsafe = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202e]/;

const question = {
  ...database,
  question: `Which ${evil}?`,
  header: evil.slice(0, 6),
  options: [
    { label: `${evil}1`, description: evil },
    { label: `${evil}2`, description: evil },
  ],
};

/** What the command writes, which may end up on a terminal. */
async function outputOf(command: { ended: Promise<{ stdout: string; stderr: string }> }): Promise<string> {
  const { stdout, stderr } = await command.ended;
  return stdout + stderr;
}

const calls = [
  [evil],
  ["ask", evil],
  ["ask", "--question", evil, "--nonsense", evil],
  ["ask", `--${evil}`],
  ["answer", evil, "--select", evil],
  ["list", "--agent", evil],
  ["setup", evil],
  ["sheet", "parse", evil, evil],
  ["agent", "--with", evil, "x"],
  ["serve", "--store", `/nowhere/${evil}`],
];

test.each(calls.map((args) => ({ args, name: args.join(" ").replaceAll(evil, "…") })))(
  "the arguments of `yourcall $name` put no escape sequence on the terminal",
  async ({ args }) => {
    const output = await outputOf(startCommand(args));
    expect(output).toMatch(/^yourcall: ./);
    expect(output).not.toMatch(unsafe);
  },
);

test("the environment puts no escape sequence on the terminal", async () => {
  for (const args of [["doctor"], ["doctor", "--json"], ["status"], ["list"]]) {
    const env = { YOURCALL_HOME: join(temporaryDirectory(), evil), EDITOR: evil };
    const output = await outputOf(startCommand(args, { env }));
    expect(output, args.join(" ")).toMatch(/./);
    expect(output, args.join(" ")).not.toMatch(unsafe);
  }
});

test("an agent's words put no escape sequence on the terminal, in any form", async () => {
  const hub = await startHub();
  const agent = { name: evil, session: evil, title: evil, cwd: `/${evil}` };
  const open = await hub.ask([question], { agent, context: evil });
  const ended = await hub.ask([question], { agent, context: evil });
  await answerElsewhere(hub, ended, `${evil}1`);
  const file = join(temporaryDirectory(), "ask.json");
  writeFileSync(file, JSON.stringify({ questions: [{ ...question, header: "A header that is much too long" }] }));
  for (const args of [
    ["list"],
    ["list", "--json"],
    ["log"],
    ["log", "--json"],
    ["log", "--markdown"],
    ["status"],
    ["wait", ended.id],
    ["wait", ended.id, "--format", "text"],
    ["wait", ended.id, "--format", "claude"],
    ["wait", open.id, "--timeout", "100ms"],
    ["answer", open.id],
    ["answer", ended.id, "--select", evil],
    ["sheet", "render", file],
    ["ask", file, "--lenient", "--no-input", "--timeout", "1s", "--format", "text"],
    ["ask", file, "--lenient", "--no-wait"],
    ["answer", open.id, "--select", `${evil}1`, "--json"],
  ])
    expect(await outputOf(hub.start(args)), args.join(" ")).not.toMatch(unsafe);
  // The text itself is still exactly as it was asked.
  expect((await hub.client("human").get(ended.id)).outcome).toMatchObject({
    answers: [{ selectedOptions: [`${evil}1`] }],
  });
});

test("a model's words put no escape sequence into a pipe that may lead to a terminal, and keep their tabs", async () => {
  const place = await openPlace([says("all:\n\tmake\u001b[31m ", "x\u001b]0;ti", "tle\u0007y\u202ez\n")]);
  const output = await outputOf(startCommand(["agent", "go"], { env: place.env }));
  expect(output).toContain("all:\n\tmake x");
  expect(output).not.toMatch(unsafe);
});
