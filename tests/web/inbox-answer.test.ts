import type { Outcome } from "@yourcall/core";
import type { Page } from "playwright-core";
import { describe, expect, vi } from "vitest";
import { authMethod, database, features } from "../support/asks.ts";
import { accessibilityFaults, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { answerElsewhere, claude, openInbox } from "../support/inbox.ts";
import { isLive, isSettled, openWebInbox, row } from "../support/web-inbox.ts";

type Asked = { questions: unknown[] };

/** Asks as a script would, and returns the id. */
async function askByCommand(hub: TestHub, ask: Asked): Promise<string> {
  const { code, stdout, stderr } = await hub.run(["ask", "--no-wait", "-"], { stdin: JSON.stringify(ask) });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout).id;
}

/** What `yourcall wait` prints for the asker. */
async function outcomeOf(hub: TestHub, id: string): Promise<Outcome> {
  const { stdout } = await hub.run(["wait", id]);
  return JSON.parse(stdout);
}

const option = (page: Page, name: RegExp | string) =>
  page.getByRole("region", { name: "Open ask" }).getByLabel(name, { exact: false });
/** Waits until the field of Other contains this. */
const untilWritten = (page: Page, text: string) =>
  vi.waitFor(async () => expect(await page.getByLabel("Your own answer").inputValue({ timeout: 500 })).toBe(text), {
    timeout: 20_000,
  });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("answering in the web inbox", () => {
  const browser = useBrowser();

  test("an ask from a shell appears without a reload, and clicking an option answers it", async () => {
    const hub = await startHub();
    const page = await openWebInbox(browser, hub);
    await page.getByRole("heading", { name: "Nothing is waiting for you" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const id = await askByCommand(hub, { questions: [database] });
    await row(page, "Database").waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const clipboard = () => page.evaluate("navigator.clipboard.readText()");
    await isSettled(page);
    await button(page, "Copy id").click();
    await vi.waitFor(async () => expect(await clipboard()).toBe(id), 20_000);
    await button(page, "Copy link").click();
    await vi.waitFor(async () => expect(await clipboard()).toBe(`${hub.url}/a/${id}`), 20_000);
    // A page from another machine, without https, has no clipboard: the button says so.
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await button(page, "Copy id").click();
    await button(page, "Could not copy").waitFor();
    await option(page, /^SQLite/).click();
    expect(await outcomeOf(hub, id)).toMatchObject({
      status: "answered",
      answers: [{ selectedOptions: ["SQLite"] }],
      by: { surface: "web", act: "click" },
    });
    await page.getByText("Sent SQLite to ").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("with keys alone, arrows through the options send nothing, and Ctrl-Enter sends and opens the next ask", async () => {
    const hub = await startHub();
    const first = await askByCommand(hub, { questions: [database] });
    const second = await askByCommand(hub, { questions: [features] });
    const page = await openWebInbox(browser, hub);
    await row(page, "Features").waitFor();
    const press = (...keys: string[]) =>
      keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
    const focused = () =>
      page.evaluate("document.activeElement?.closest('.row, .yc-option, button, a, section')?.textContent");
    // Skip link, three pages, the filter, two rows, the offer, then the card.
    await press("Tab", "Enter");
    for (let count = 0; count < 20 && !String(await focused()).startsWith("PostgreSQL"); count++) await press("Tab");
    await isSettled(page);
    await press("Space", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowDown");
    expect(await option(page, /^SQLite/).isChecked()).toBe(true);
    expect((await hub.client("human").get(first)).status).toBe("pending");
    await isSettled(page);
    await press("Control+Enter");
    await page.getByText("Sent SQLite to ").waitFor();
    await isSettled(page);
    expect(await outcomeOf(hub, first)).toMatchObject({ by: { surface: "web", act: "submit" } });
    for (let count = 0; count < 6 && !String(await focused()).startsWith("TypeScript"); count++) await press("Tab");
    await press("Space", "Tab", "Tab", "Space", "Control+Enter");
    await page.getByRole("heading", { name: "Nothing is waiting for you" }).waitFor();
    expect(await outcomeOf(hub, second)).toMatchObject({
      answers: [{ selectedOptions: ["TypeScript", "Tailwind CSS"] }],
    });
  });

  test("arrow keys go from ask to ask while the focus is in the list", async () => {
    const hub = await startHub();
    for (const question of [database, features, authMethod]) await hub.ask([question], { agent: claude });
    const page = await openWebInbox(browser, hub);
    await row(page, "Database").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("region", { name: "Auth Method" }).waitFor();
    expect(await row(page, "Auth Method").getAttribute("aria-current")).toBe("true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.getByRole("region", { name: "Features" }).waitFor();
  });

  test("custom text, several options with Other, a note and a comment all reach the asker", async () => {
    const hub = await startHub();
    const id = await askByCommand(hub, { questions: [database, features] });
    const page = await openWebInbox(browser, hub);
    await row(page, "Database").waitFor();
    await isSettled(page);
    await option(page, "Other").first().click();
    await page.getByLabel("Your own answer").first().fill("DuckDB");
    await option(page, /^TypeScript/).click();
    await option(page, "Other").nth(1).click();
    await page.getByLabel("Your own answer").nth(1).fill("dark mode\nwith a switch");
    await button(page, "Add a note").first().click();
    await page.getByLabel("Note").fill("ops already runs it");
    await button(page, "Comment").click();
    await page.getByLabel("Comment on the whole").fill("Start with the schema.");
    await page.getByText("2 of 2 answered").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await button(page, "Send answers").click();
    expect(await outcomeOf(hub, id)).toMatchObject({
      answers: [
        { selectedOptions: [], customInput: "DuckDB", notes: "ops already runs it" },
        { selectedOptions: ["TypeScript"], customInput: "dark mode\nwith a switch" },
      ],
      comment: "Start with the schema.",
    });
  });

  test("two tabs and a terminal share drafts; the first to send wins, the others say who and keep the draft", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub);
    const second = await browser.tab(page, ask.url);
    await isLive(second);
    const terminal = await openInbox(hub);
    await option(page, "Other").click();
    await page.getByLabel("Your own answer").fill("DuckDB");
    await untilWritten(second, "DuckDB");
    await second.getByText(/another tab/).waitFor();
    await row(page, "Database").getByText("draft").waitFor();
    await terminal.see("draft");
    terminal.press("enter");
    await terminal.see("Continue with the draft begun in web?");
    terminal.press("n");
    await terminal.see("enter choose and send");
    terminal.press("1");
    await page.getByText("Your words are kept, not sent.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText(/ana, in terminal/).waitFor();
    await page.getByText("Your draft, not sent").waitFor();
    await page.getByText(/Database.*DuckDB/).waitFor();
    await second.getByText(/ana, in terminal/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("an answer that comes second is not lost: the card names who was first and shows what was not sent", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub, { expected: [/status of 409/] });
    await option(page, "Other").click();
    await page.getByLabel("Your own answer").fill("DuckDB");
    // Another answer arrives while this one is being sent.
    await page.route("**/answer", async (route) => {
      await answerElsewhere(hub, ask, "MongoDB");
      await route.continue();
    });
    await button(page, "Send answer").click();
    await page.getByText(/^Answered\. ben, in web, \d\d:\d\d, while you were typing\.$/).waitFor();
    await page.getByText("Database, own words: DuckDB").waitFor();
  });

  test("a reload keeps the draft, and an ask answered elsewhere in the meantime says so", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database], { agent: claude });
    // A draft sent as the page closed may have arrived: then the hub expects another revision.
    const page = await openWebInbox(browser, hub, { expected: [/status of 409/] });
    await option(page, "Other").click();
    await page.getByLabel("Your own answer").fill("DuckDB, in one file");
    // Reloads immediately, before the draft can have reached the hub.
    await page.reload();
    await untilWritten(page, "DuckDB, in one file");
    await vi.waitFor(
      async () =>
        expect(await hub.client("human").get(ask.id)).toMatchObject({
          status: "pending",
          draft: { draft: { entries: [{ other: "DuckDB, in one file" }] } },
        }),
      20_000,
    );
    await answerElsewhere(hub, ask, "MongoDB");
    await page.getByText(/Answered\. ben, in web/).waitFor();
    const again = await browser.tab(page, ask.url);
    await again.getByText(/Answered\./).waitFor();
  });
});
