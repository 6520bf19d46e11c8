import { expect, test } from "vitest";
import { useHub } from "../support/hub.ts";
import { askApproval, openAnswer } from "../support/inbox.ts";
import { scriptedEditor } from "../support/stand-in.ts";

const hub = useHub();
const ask = async (more: { editable?: string } = { editable: "command" }) =>
  askApproval(await hub(), "fly deploy", more);
const outcomeOf = async (id: string) => (await (await hub()).client("human").get(id)).outcome;
const open = async (id: string, env = {}) => openAnswer(await hub(), id, env);

test("e changes the command, what changes is shown, and it is allowed as changed", async () => {
  const { id } = await ask();
  const prompt = await open(id);
  await prompt.see("e edit");
  prompt.press("e");
  await prompt.see("runs: fly deploy");
  prompt.type(" --staging");
  await prompt.see("runs: fly deploy --staging");
  prompt.press("enter");
  await prompt.see("+ fly deploy --staging");
  await prompt.see("- fly deploy");
  prompt.press("down");
  await prompt.see(/> .*Allow once/);
  prompt.press("enter");
  expect((await prompt.exited).code).toBe(0);
  expect(prompt.everything()).toContain("(changed to: fly deploy --staging)");
  expect(await outcomeOf(id)).toMatchObject({
    answers: [{ selectedOptions: ["allow-once"], edited: "fly deploy --staging" }],
  });
});

test("the sheet in an editor changes the command; the prompt shows the change before it is allowed", async () => {
  const { id } = await ask();
  const { env } = scriptedEditor(
    `sed -i -e 's/^fly deploy$/& --staging/' -e '/^- deny/d' -e '/^- allow-always/d' "$1"`,
  );
  const prompt = await open(id, env);
  prompt.press("ctrl+g");
  await prompt.see("+ fly deploy --staging");
  expect(await outcomeOf(id)).toBeUndefined();
  prompt.press("enter");
  expect((await prompt.exited).code).toBe(0);
  expect(await outcomeOf(id)).toMatchObject({
    answers: [{ selectedOptions: ["allow-once"], edited: "fly deploy --staging" }],
  });
});

test("a sheet in which only the command was changed leaves the choice to the prompt", async () => {
  const { id } = await ask();
  const { env } = scriptedEditor(`sed -i 's/^fly deploy$/fly status/' "$1"`);
  const prompt = await open(id, env);
  prompt.press("ctrl+g");
  await prompt.see("+ fly status");
  await prompt.see(/> .*Deny/);
  expect(await outcomeOf(id)).toBeUndefined();
  prompt.press("ctrl+c");
  await prompt.exited;
});

test("answer --edit allows a changed command once, and is refused where nothing can be changed", async () => {
  const run = async (id: string, ...args: string[]) => (await hub()).run(["answer", id, "--edit", "A=1 ls", ...args]);
  const [{ id }, fixed] = [await ask(), await ask({})];
  const always = await run(id, "--select", "allow-always");
  expect(always).toMatchObject({ code: 2, stderr: expect.stringContaining("can only be allowed once") });
  expect((await run(id)).stderr).toContain("needs an answer");
  expect((await run(id, "--select", "allow-once")).code).toBe(0);
  expect(await outcomeOf(id)).toMatchObject({ answers: [{ selectedOptions: ["allow-once"], edited: "A=1 ls" }] });
  const refused = await run(fixed.id, "--select", "allow-once");
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("Nothing of this call can be changed.") });
  expect(await outcomeOf(fixed.id)).toBeUndefined();
});
