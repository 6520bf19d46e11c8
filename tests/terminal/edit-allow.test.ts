import { expect, test } from "vitest";
import { useHub } from "../support/hub.ts";
import { claude } from "../support/inbox.ts";
import { openTerminal } from "../support/terminal.ts";

const hub = useHub();
const question = {
  question: "May I run it?",
  header: "Deploy",
  options: ["allow-once", "allow-always", "deny"].map((label) => ({ label })),
  multiSelect: false,
};

test("e changes the command, what changes is shown, and it is allowed as changed", async () => {
  const approval = { tool: "Bash", input: { command: "fly deploy" }, editable: "command" };
  const { id } = await (await hub()).ask([question], { kind: "approval", approval, agent: claude });
  const prompt = openTerminal(["answer", id], {
    stdoutOnTerminal: true,
    env: { YOURCALL_HOME: (await hub()).directory },
  });
  await prompt.ready();
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
  expect((await (await hub()).client("human").get(id)).outcome).toMatchObject({
    answers: [{ selectedOptions: ["allow-once"], edited: "fly deploy --staging" }],
  });
});
