import { toApprovalAsk } from "@yourcall/core";
import { expect, test } from "vitest";
import { startHub } from "../support/hub.ts";
import { openTerminal } from "../support/terminal.ts";

const npmTest = (session: string, more = "") => ({
  ...toApprovalAsk({ tool: "Bash", input: { command: `npm test${more}` } }),
  agent: { name: "claude", session, title: `work ${session}`, branch: `feat/${session}`, cwd: "/home/ana/shop" },
});

test("answer --same answers all that are the same by one act, which log and show name", async () => {
  const hub = await startHub();
  const asker = hub.client("agent");
  const [one, two] = [await asker.create(npmTest("s1")), await asker.create(npmTest("s2"))];
  const other = await asker.create(npmTest("s3", " "));
  const { code, stdout, stderr } = await hub.run(["answer", "--same", one.id, "--select", "allow-once", "--json"]);
  expect(stderr).toContain("2 asks are the same:\n  claude · work s1  feat/s1  ");
  expect(stderr).toContain("Answered 2.");
  expect(code).toBe(0);
  const ended = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect(ended).toEqual([one.id, two.id]);
  const person = hub.client("human");
  const { outcome } = await person.get(two.id);
  expect(outcome).toMatchObject({ by: { act: "script", batch: expect.stringMatching(/^batch_/) } });
  expect((await person.get(other.id)).status).toBe("pending");
  expect((await hub.run(["show", two.id])).stdout).toMatch(/Batch +batch_/);
  expect((await hub.run(["log"])).stdout).toContain(", script, batch");
});

test("answer --same on a terminal lists each and asks once; what arrives meanwhile stays, and what ended is said", async () => {
  const hub = await startHub();
  const asker = hub.client("agent");
  const asks = [];
  for (const session of ["s1", "s2", "s3"]) asks.push(await asker.create(npmTest(session)));
  const [one, two, three] = asks.map(({ id }) => id);
  const terminal = openTerminal(["answer", "--same", `${one}`], { env: { YOURCALL_HOME: hub.directory } });
  await terminal.see("3 asks are the same:");
  await terminal.see("One answer for all 3.");
  const late = await asker.create(npmTest("late"));
  await asker.cancel(`${two}`);
  await terminal.ready();
  terminal.press("2");
  terminal.press("enter");
  await terminal.see("Answered 2. 1 had already ended.");
  expect(await terminal.exited).toMatchObject({ code: 0 });
  const statuses = await Promise.all([one, two, three, late.id].map(async (id) => (await asker.get(`${id}`)).status));
  expect(statuses).toEqual(["answered", "cancelled", "answered", "pending"]);
});
