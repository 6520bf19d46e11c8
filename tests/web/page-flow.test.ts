import { toApprovalAsk } from "@yourcall/core";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { database, features } from "../support/asks.ts";
import { accessibilityFaults, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub, type TestHub, type TestQuestion } from "../support/hub.ts";
import { askApproval, claude, loop } from "../support/inbox.ts";
import { rest, typistClock } from "../support/typist.ts";
import { isSettled, openWebInbox, row } from "../support/web-inbox.ts";

const letters = Array.from({ length: 5 }, (_, index) => String.fromCharCode(65 + index));

function single(header: string): TestQuestion {
  const options = ["First", "Second", "Third"].map((label) => ({ label, description: `${label} of ${header}` }));
  return { header, question: `Which one for ${header}?`, options, multiSelect: false };
}

async function askFive(hub: TestHub): Promise<void> {
  for (const letter of letters) await hub.ask([single(`Ask ${letter}`)], { agent: claude });
}

/** The answer to each of the five asks, in the order in which they were asked. */
async function chosen(hub: TestHub): Promise<string[]> {
  const { asks } = await hub.client("human").list({ status: "ended", limit: 50 });
  const answers = asks.map((ask) => [
    ask.questions[0]?.header ?? "",
    ask.outcome?.status === "answered" ? ask.outcome.answers[0]?.selectedOptions.join() : "",
  ]);
  return answers.sort().map(([header, label]) => `${header}: ${label}`);
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

describe("answering one ask after another", () => {
  const browser = useBrowser();

  test("single-choice asks take one click each, and the pointer stays where it is", async () => {
    const hub = await startHub();
    await askFive(hub);
    const page = await openWebInbox(browser, hub);
    await card(page, "Ask A").waitFor();
    const box = await card(page, "Ask A").getByText("Second", { exact: true }).boundingBox();
    if (box === null) throw new Error("The option is not shown.");
    let presses = 0;
    let pixels = 0;
    for (const [index, letter] of letters.entries()) {
      await card(page, `Ask ${letter}`).waitFor();
      await isSettled(page);
      // The pointer must move first: by one pixel, within the option, which is always in the same place.
      await page.mouse.move(box.x + 4 + (index % 2), box.y + 8);
      pixels += index === 0 ? 0 : 1;
      await page.mouse.down();
      await page.mouse.up();
      presses++;
    }
    await page.getByRole("heading", { name: "Nothing is waiting for you" }).waitFor();
    await page.getByText("Sent Second to claude · fix login").waitFor();
    // The focus was on an option that is gone.
    expect(await page.evaluate("document.activeElement !== document.body")).toBe(true);
    expect({ presses, pixels }).toEqual({ presses: 5, pixels: 4 });
    expect(await chosen(hub)).toEqual(letters.map((letter) => `Ask ${letter}: Second`));
  });

  test("they also take one key each, without a single Tab; a press meant for the previous ask does nothing", async () => {
    const hub = await startHub();
    await askFive(hub);
    const page = await openWebInbox(browser, hub, { script: typistClock });
    await card(page, "Ask A").waitFor();
    await page.evaluate(`new MutationObserver((_, observer) => {
      const option = document.querySelector('[aria-label="Ask B"] label');
      if (option === null) return;
      observer.disconnect();
      option.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, cancelable: true, pressure: 0.5, isPrimary: true, pointerType: "mouse" }));
      option.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true, cancelable: true }));
    }).observe(document.body, { childList: true, subtree: true })`);
    for (const letter of letters) {
      await card(page, `Ask ${letter}`).waitFor();
      await rest(page, 700);
      await page.keyboard.press("3");
      if (letter !== "A") continue;
      // The second of two quick presses arrived when the next ask had just come up.
      await page.getByText("Typing ignored. Pause a moment.").waitFor();
      expect((await hub.client("human").list({ status: "pending" })).asks).toHaveLength(4);
    }
    await page.getByRole("heading", { name: "Nothing is waiting for you" }).waitFor();
    expect(await chosen(hub)).toEqual(letters.map((letter) => `Ask ${letter}: Third`));
  });

  test("keys work wherever the focus is, follow the order of the list, and letters can be turned off", async () => {
    const hub = await startHub();
    await hub.ask([single("One")], { agent: claude });
    await hub.ask([features, database], { agent: loop });
    await hub.ask([single("Three")], { agent: claude });
    const page = await openWebInbox(browser, hub);
    const press = async (key: string, then: string) => {
      await isSettled(page);
      await page.keyboard.press(key);
      await card(page, then).waitFor();
    };
    await card(page, "One").waitFor();
    await page.getByText("1 of 3").waitFor();
    await press("j", "Features, Database");
    await press("j", "Three");
    await page.getByText("3 of 3").waitFor();
    await press("k", "Features, Database");
    // With Later, an ask keeps its row and is not opened again automatically.
    await press("l", "Three");
    await row(page, "Features").getByText("later").waitFor();
    await press("1", "One");
    await isSettled(page);
    await page.keyboard.press("1");
    await page.getByRole("heading", { name: "The rest is for later" }).waitFor();
    await isSettled(page);
    await page.getByRole("button", { name: "Answer now" }).click();
    await card(page, "Features, Database").waitFor();
    await isSettled(page);
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Keep answering" }).click();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "detached" });
    // The person opened and closed it: keys act at once.
    expect(await page.locator("[data-settling]").count()).toBe(0);
    await page.keyboard.press("/");
    await page.keyboard.type("jkl?");
    expect(await page.getByRole("searchbox", { name: "Filter the list" }).inputValue()).toBe("jkl?");
    await page.keyboard.press("Escape");
    // The focus is never on the body, and Enter on the open row leads to its card, where a second Enter would choose.
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    await isSettled(page);
    const isOnRow = "document.activeElement.matches('.row[aria-current]')";
    await expect.poll(() => page.keyboard.press("Shift+Tab").then(() => page.evaluate(isOnRow))).toBe(true);
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.matches('.yc-option input')")).toBe(true);
    await page.keyboard.press("n");
    await page.keyboard.type("2 words");
    await page.keyboard.press("Escape");
    expect(await page.getByLabel("Note").inputValue()).toBe("2 words");
    expect(await page.evaluate("document.activeElement.matches('.yc-option input')")).toBe(true);
    // The person has left the field themselves: letters act at once.
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Keep answering" }).waitFor();
    await page.keyboard.press("Escape");
    await page.evaluate("localStorage.setItem('yourcall.letters', 'off')");
    await page.keyboard.press("?");
    await page.keyboard.press("x");
    await page.keyboard.press("l");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Keep answering" }).count()).toBe(0);
    await card(page, "Features, Database").waitFor();
  });

  test("a long command is read and allowed with keys alone", async () => {
    const hub = await startHub();
    const command = Array.from({ length: 120 }, (_, at) => `echo step ${at + 1}`).join("\n");
    const ask = await hub.client("agent").create(toApprovalAsk({ tool: "Bash", input: { command } }));
    const page = await openWebInbox(browser, hub);
    await page.locator(".yc-wait").waitFor();
    const allow = page.getByRole("button", { name: "Allow once" });
    await expect
      .poll(async () => {
        await page.keyboard.press("PageDown");
        return allow.getAttribute("aria-disabled");
      })
      .toBe("false");
    await isSettled(page);
    await page.keyboard.press("2");
    await page.keyboard.press("Enter");
    await page.getByText(/^Sent/).waitFor();
    expect((await hub.client("human").get(ask.id)).outcome).toMatchObject({
      answers: [{ selectedOptions: ["allow-once"] }],
    });
  });

  test("the list filters by words and by its counts, and several asks are declined at once", async () => {
    const hub = await startHub();
    const first = await hub.ask([single("One")], { agent: claude });
    const soon = await hub.ask([single("Soon")], { agent: loop, timeoutMs: 170_000 });
    const approval = await askApproval(hub);
    const page = await openWebInbox(browser, hub);
    const rows = () => page.locator(".row b").allInnerTexts();
    await expect.poll(rows).toEqual(["One", "Soon", "Run"]);
    await row(page, "Soon").getByText("3 min left").waitFor();
    await page.getByRole("button", { name: "1 approval" }).click();
    await expect.poll(rows).toEqual(["Run"]);
    await page.getByRole("button", { name: "1 approval" }).click();
    await page.getByRole("button", { name: "1 expires in 3 min" }).click();
    await expect.poll(rows).toEqual(["Soon"]);
    await page.getByRole("button", { name: "1 expires in 3 min" }).click();
    await page.getByRole("searchbox").fill("claude one");
    await expect.poll(rows).toEqual(["One"]);
    await page.getByRole("searchbox").fill("svc");
    await expect.poll(rows).toEqual(["Soon"]);
    await page.getByRole("searchbox").fill("nothing like this");
    await page.getByText("3 other questions are waiting.").waitFor();
    await isSettled(page);
    await page.getByRole("button", { name: "Show all" }).click();
    await expect.poll(rows).toEqual(["One", "Soon", "Run"]);
    await page.getByRole("button", { name: "Select" }).click();
    for (const name of ["One", "Soon"])
      await page
        .locator(".row", { hasText: `${name}?` })
        .getByRole("checkbox")
        .check();
    await page.getByText("2 questions selected.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Decline 2…" }).click();
    await page.getByLabel("Reason for all of them (optional)").fill("not today");
    await page.getByRole("button", { name: "Decline 2", exact: true }).click();
    await page.getByText("Declined 2 questions").waitFor();
    // The button is gone, and with it the form; the focus stays on the page.
    expect(await page.evaluate("document.activeElement === document.body")).toBe(false);
    await expect.poll(async () => (await page.locator(".row:not([data-ended]) b").allInnerTexts()).join()).toBe("Run");
    const human = hub.client("human");
    for (const { id } of [first, soon])
      expect((await human.get(id)).outcome).toMatchObject({ status: "declined", reason: "not today" });
    expect((await human.get(approval.id)).status).toBe("pending");
  });
});
