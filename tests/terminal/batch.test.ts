import { toApprovalAsk } from "@yourcall/core";
import { expect, test } from "vitest";
import { startHub } from "../support/hub.ts";
import { openInbox } from "../support/inbox.ts";
import { openTerminal } from "../support/terminal.ts";

const npmTest = (session: string, more = "", name = "claude") => ({
  ...toApprovalAsk({ tool: "Bash", input: { command: `npm test${more}` } }),
  context: `The new totals of ${session} need the whole suite.`,
  agent: { name, session, title: `work ${session}`, branch: `feat/${session}`, cwd: "/home/ana/shop" },
});

test("asks that are the same are one row of the inbox, and one answer goes to those ticked", async () => {
  const hub = await startHub();
  const asker = hub.client("agent");
  const ids: string[] = [];
  for (const [session, name] of [["s1"], ["s2", "codex"], ["s3"]] as const)
    ids.push((await asker.create(npmTest(session, "", name))).id);
  const other = await asker.create(npmTest("s4", " --watch"));
  const inbox = await openInbox(hub);
  await inbox.see("3 asks, approval");
  inbox.press("enter");
  await inbox.see("☑ codex · work s2  feat/s2");
  // What arrives now stays out, and what ends is only said.
  const late = await asker.create(npmTest("late"));
  await asker.cancel(ids[0] ?? "");
  await inbox.see("Withdrawn");
  expect(inbox.screen()).not.toContain("work late");
  await inbox.see("enter answer 2");
  inbox.press("enter");
  await inbox.see("one answer for 2: 1 × codex, 1 × claude");
  await inbox.ready();
  inbox.press("2");
  inbox.press("enter");
  await inbox.see("Answered 2.");
  const person = hub.client("human");
  const outcomes = await Promise.all(ids.map(async (id) => (await person.get(id)).outcome));
  expect(outcomes).toMatchObject([
    { status: "cancelled" },
    { status: "answered", by: { surface: "terminal", act: "submit", batch: expect.stringMatching(/^batch_/) } },
    { status: "answered" },
  ]);
  for (const { id } of [other, late]) expect((await person.get(id)).status).toBe("pending");
});

test("an approval is allowed for a while in the inbox; its head shows that, and a key takes it back", async () => {
  const hub = await startHub();
  const asker = hub.client("agent");
  const { id } = await asker.create(npmTest("s1"));
  const inbox = await openInbox(hub);
  inbox.press("enter");
  await inbox.see("w allow for a while");
  await inbox.ready();
  inbox.press("w");
  await inbox.see("Allow once then also allows exactly npm test in ~/shop until");
  inbox.press("right");
  await inbox.see("npm test … in ~/shop until");
  inbox.press("down", "down", "left");
  await inbox.see("15 minutes");
  inbox.press("enter");
  await inbox.see("Allow once also allows npm test … in ~/shop until");
  inbox.press("2");
  inbox.press("enter");
  await inbox.see("Allowed: npm test … in ~/shop, 15 min left, 0 uses   t take it back");
  expect((await asker.get(id)).status).toBe("answered");
  expect(await asker.ask(npmTest("s2", " --watch"))).toMatchObject({ by: { act: "covered" } });
  await inbox.see("1 use ");
  inbox.press("t");
  await inbox.see("Taken back: npm test …. You will be asked again.");
  await inbox.gone("Allowed:");
  expect((await asker.create(npmTest("s3"))).status).toBe("pending");
});

test("the prompt of an approval makes a grant with the answer that allows once, and none with another", async () => {
  const hub = await startHub();
  const asker = hub.client("agent");
  const person = hub.client("human");
  for (const [digit, count] of [
    ["1", 0],
    ["2", 1],
  ] as const) {
    const { id } = await asker.create(npmTest("s1"));
    const prompt = openTerminal(["answer", id], { env: { YOURCALL_HOME: hub.directory } });
    await prompt.see("w allow for a while");
    await prompt.ready();
    prompt.press("w");
    await prompt.see("How long");
    prompt.press("enter");
    await prompt.see("Allow once also allows");
    prompt.press(digit);
    prompt.press("enter");
    expect((await prompt.exited).code).toBe(0);
    expect(await person.listGrants()).toHaveLength(count);
  }
});
