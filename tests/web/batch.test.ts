import { toApprovalAsk } from "@yourcall/core";
import { expect } from "vitest";
import { database } from "../support/asks.ts";
import {
  accessibilityFaults,
  scrollsSideways,
  takeScreenshot,
  testInBrowser as test,
  useBrowser,
} from "../support/browser.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { isSettled, openWebInbox, readList, row } from "../support/web-inbox.ts";

const browser = useBrowser();
const npmTest = (session: string, more = "", name = "claude") => ({
  ...toApprovalAsk({ tool: "Bash", input: { command: `npm test${more}` } }),
  context: `The new totals of ${session} need the whole suite.`,
  agent: { name, session, title: `work ${session}`, branch: `feat/${session}`, cwd: "/home/ana/shop" },
});

/** Three approvals that are the same, and one that differs in one byte. */
async function ask(hub: TestHub) {
  const asker = hub.client("agent");
  const ids: string[] = [];
  for (const [session, name] of [["s1"], ["s2", "codex"], ["s3"]] as const)
    ids.push((await asker.create(npmTest(session, "", name))).id);
  return { asker, ids, other: (await asker.create(npmTest("s4", " "))).id };
}

test("asks that are the same are one row and one card, whose answer goes to those ticked", async () => {
  const hub = await startHub();
  const { asker, ids, other } = await ask(hub);
  const page = await openWebInbox(browser, hub);
  const card = page.locator(".yc-card");
  await card.getByText("codex · work s2").waitFor();
  expect(await readList(page)).toMatchObject([
    expect.stringContaining("2 × claude, 1 × codex · shop"),
    expect.stringContaining("3 asks"),
    expect.stringContaining("claude · work s4"),
    expect.not.stringContaining("asks"),
  ]);
  expect(await card.getByRole("checkbox").count()).toBe(3);
  await card.getByRole("button", { name: "Allow once (3)" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await takeScreenshot(page, "inbox/batch");

  const place = await card.boundingBox();
  // One arrives and one ends while the list is open: the first does not join it, the second is said.
  const late = await asker.create(npmTest("late"));
  await asker.cancel(ids[0] ?? "");
  await card.getByText("Withdrawn").waitFor();
  await page.getByText("1 more asks the same").waitFor();
  // Nothing moved under the person's hands.
  expect(await card.boundingBox()).toEqual(place);
  expect(await card.innerText()).not.toContain("work late");
  await takeScreenshot(page, "inbox/batch-changed");
  await card.getByLabel("claude · work s3").uncheck();
  await card.getByRole("button", { name: "Allow once", exact: true }).waitFor();
  await card.getByLabel("claude · work s3").check();
  await page.getByText("All of it is shown.").waitFor();
  await card.getByRole("button", { name: "Allow once (2)" }).click();
  await page
    .getByRole("status")
    .getByText("Sent Allow once for 2 × npm test to 1 × codex, 1 × claude · shop")
    .waitFor();
  const person = hub.client("human");
  const outcomes = await Promise.all(ids.map(async (id) => (await person.get(id)).outcome));
  expect(outcomes).toMatchObject([
    { status: "cancelled" },
    { status: "answered", by: { surface: "web", act: "click", batch: expect.stringMatching(/^batch_/) } },
    { status: "answered" },
  ]);
  for (const id of [other, late.id]) expect((await person.get(id)).status).toBe("pending");
});

test("a card that is open does not change when another ask is the same, until the person wants that", async () => {
  const hub = await startHub();
  const asker = hub.client("agent");
  const first = await asker.create(npmTest("s1"));
  const page = await openWebInbox(browser, hub);
  const card = page.locator(".yc-card");
  await page.getByText("All of it is shown.").waitFor();
  await asker.create(npmTest("s2"));
  await page.getByText("1 more asks the same").waitFor();
  expect(await card.getByRole("checkbox").count()).toBe(0);
  // Presses in the first moment of a card do not count, and a press that was dropped is not made again.
  await isSettled(page);
  await page.getByRole("button", { name: "Answer together" }).click();
  await card.getByRole("button", { name: "Deny (2)" }).waitFor();
  await isSettled(page);
  await card.getByRole("button", { name: "One by one" }).click();
  await row(page, "npm test").nth(1).waitFor();
  await isSettled(page);
  await page.getByText("All of it is shown.").waitFor();
  await card.getByRole("button", { name: "Deny", exact: true }).click();
  await expect.poll(async () => (await asker.get(first.id)).status).toBe("answered");
  expect((await hub.client("human").list()).asks).toHaveLength(1);
});

test("the same is done by keys alone, and fits a phone", async () => {
  const hub = await startHub();
  const { ids } = await ask(hub);
  const page = await openWebInbox(browser, hub, { width: 390, height: 844 });
  await row(page, "npm test").first().click();
  const card = page.locator(".yc-card");
  const boxes = card.getByRole("checkbox");
  await boxes.first().waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await accessibilityFaults(page)).toEqual([]);
  await takeScreenshot(page, "inbox/batch on a phone");
  await hub.client("agent").create(npmTest("late"));
  await page.getByText("1 more asks the same").waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  await takeScreenshot(page, "inbox/batch on a phone, one more");
  await page.getByText("All of it is shown.").waitFor();
  await isSettled(page);
  await boxes.first().focus();
  // Enter on a row ticks nothing and answers nothing.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await card.getByRole("button", { name: "Allow once (2)" }).waitFor();
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  const person = hub.client("human");
  await expect.poll(async () => (await person.get(`${ids[1]}`)).status).toBe("answered");
  const statuses = await Promise.all(ids.map(async (id) => (await person.get(id)).status));
  expect(statuses).toEqual(["pending", "answered", "answered"]);
});

test("questions that are the same but for their session are answered together", async () => {
  const hub = await startHub();
  for (const session of ["s1", "s2"])
    await hub.ask([database], { agent: { name: "claude", session, cwd: "/home/ana/shop" } });
  const page = await openWebInbox(browser, hub);
  const card = page.locator(".yc-card");
  await card.getByRole("checkbox").nth(1).waitFor();
  await isSettled(page);
  await card.getByRole("radio", { name: /PostgreSQL/ }).check();
  await takeScreenshot(page, "inbox/batch-questions");
  await card.getByRole("button", { name: "Send answer (2)" }).click();
  await page.getByRole("status").getByText("Sent PostgreSQL for 2 × Database to claude · shop").waitFor();
});
