import { toApprovalAsk } from "@yourcall/core";
import { expect } from "vitest";
import { accessibilityFaults, takeScreenshot, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { openWebInbox } from "../support/web-inbox.ts";

const browser = useBrowser();
const agent = { name: "claude", session: "s1", cwd: "/home/ana/shop" };
const npmTest = (more = "") => ({ ...toApprovalAsk({ tool: "Bash", input: { command: `npm test${more}` } }), agent });

test("what is allowed for a while covers the next call, stands in the head, and can be taken back", async () => {
  const hub = await startHub();
  const asker = hub.client("agent");
  const { id } = await asker.create(npmTest());
  const page = await openWebInbox(browser, hub, { path: `/a/${id}` });
  await page.getByText("All of it is shown.").waitFor();
  await page.getByRole("button", { name: "Allow for a while…" }).click();
  await page.getByLabel("npm test …").check();
  await page.getByLabel("15 minutes").check();
  await page.getByRole("status").getByText("Allow once then also allows npm test … in ~/shop until").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await takeScreenshot(page, "inbox/allow-for-a-while");
  // A narrower window puts it elsewhere, and it still says what would be allowed.
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.getByText("Allow once then also allows npm test … in ~/shop until").waitFor();
  expect(await page.getByLabel("15 minutes").isChecked()).toBe(true);
  await page.getByRole("button", { name: "Allow once" }).click();
  const head = page.locator(".grants");
  await head.getByText("npm test … in ~/shop, 15 min left, 0 uses").first().waitFor();
  expect(await asker.get(id)).toMatchObject({ status: "answered" });

  // Another call with those words needs nobody, and one with others does.
  expect(await asker.ask(npmTest(" -- --watch"))).toMatchObject({ status: "answered", by: { act: "covered" } });
  await head.getByText("15 min left, 1 use").first().waitFor();
  await head.locator("summary").click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await takeScreenshot(page, "inbox/grants");
  await page.goto(`${hub.url}/log`);
  await page.getByText("a grant made in web").first().waitFor();
  await head.locator("summary").click();
  await head.getByRole("button", { name: "Take back" }).click();
  await head.waitFor({ state: "detached" });
  const again = await asker.create(npmTest());
  expect(again).toMatchObject({ status: "pending" });
});

test("a refusal allows nothing for a while, whatever was chosen", async () => {
  const hub = await startHub();
  const { id } = await hub.client("agent").create(npmTest());
  const page = await openWebInbox(browser, hub, { path: `/a/${id}` });
  await page.getByText("All of it is shown.").waitFor();
  await page.getByRole("button", { name: "Allow for a while…" }).click();
  await page.getByRole("button", { name: "Deny" }).click();
  await expect.poll(async () => (await hub.client("human").get(id)).status).toBe("answered");
  expect(await hub.client("human").listGrants()).toEqual([]);
});
