import { describe, expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { useHub } from "../support/hub.ts";
import { claude } from "../support/inbox.ts";
import { scriptedEditor } from "../support/stand-in.ts";
import { openTerminal } from "../support/terminal.ts";

const hub = useHub();
const asked = "What does SQLite cost?";

describe("asking back in a terminal", () => {
  const open = async (args: string[], env = {}) =>
    openTerminal(args, { stdoutOnTerminal: true, env: { YOURCALL_HOME: (await hub()).directory, ...env } });
  const ask = async (more = {}) =>
    (await hub()).ask([database], { agent: { ...claude, session: crypto.randomUUID() }, asksAgain: true, ...more });
  const outcomeOf = async (id: string) => (await (await hub()).client("human").get(id)).outcome;

  test("b, the question and Enter ask the agent, and the reply shows what was said", async () => {
    const first = await ask();
    const prompt = await open(["answer", first.id]);
    await prompt.ready();
    await prompt.see("b ask back");
    prompt.press("b");
    await prompt.see("ask back:");
    prompt.type(asked);
    await prompt.see(asked);
    await prompt.see("enter ask the agent");
    prompt.press("enter");
    expect((await prompt.exited).code).toBe(0);
    expect(prompt.everything().replace(/\s+/g, " ")).toContain(
      `asked back ("${asked}"), waiting for the agent's reply.`,
    );
    expect(await outcomeOf(first.id)).toMatchObject({ status: "declined", asked });
    const second = await ask({ agent: first.agent, replyTo: first.id, context: "Nothing at all." });
    const again = await open(["answer", second.id]);
    await again.ready();
    await again.see(`You asked: ${asked}`);
    expect(again.screen()).toContain("Nothing at all.");
    again.press("ctrl+c");
    await again.exited;
    for (const args of [
      ["answer", first.id, "--skip"],
      ["show", first.id],
    ]) {
      const { stdout, stderr } = await (await hub()).run(args);
      const record = `${stdout}${stderr}`;
      expect(record.toLowerCase()).toContain("asked back in terminal");
      expect(record).toContain(asked);
      expect(record).not.toContain("waiting for");
    }
  });

  test("a sheet asks back after the prompt has shown the question", async () => {
    const { id } = await ask();
    const { env } = scriptedEditor(`sed -i 's/^## 1/ask back: ${asked}\\n\\n## 1/' "$1"`);
    const prompt = await open(["answer", id], env);
    await prompt.ready();
    prompt.press("ctrl+g");
    await prompt.see("enter ask the agent");
    prompt.press("enter");
    expect((await prompt.exited).code).toBe(0);
    expect(await outcomeOf(id)).toMatchObject({ asked });
  });

  test("answer --ask-back asks from a script, and is refused for an agent that cannot reply", async () => {
    const [able, silent] = [await ask(), await (await hub()).ask([database])];
    const run = async (id: string) => (await hub()).run(["answer", id, "--ask-back", asked]);
    expect((await run(able.id)).code).toBe(0);
    expect(await outcomeOf(able.id)).toMatchObject({ status: "declined", asked, by: { act: "script" } });
    const refused = await run(silent.id);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain("This agent cannot reply and ask again.");
    expect(await outcomeOf(silent.id)).toBeUndefined();
  });
});
