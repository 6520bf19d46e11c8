import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { authMethod, database } from "../support/asks.ts";
import { testInBrowser as test, useBrowser } from "../support/browser.ts";
import { approvalAsk, severalAsk, singleAsk } from "../support/card-asks.ts";
import { useCardPage } from "../support/card-page.ts";
import { startHub } from "../support/hub.ts";
import { claude } from "../support/inbox.ts";
import { rest, typistClock } from "../support/typist.ts";
import { openWebInbox, row } from "../support/web-inbox.ts";

const cards = useCardPage();
const browser = useBrowser();

/** A point on this element to press. */
async function pointOf(page: Page, text: string): Promise<[number, number]> {
  const box = await page.getByText(text, { exact: true }).first().boundingBox();
  if (box === null) throw new Error(`${text} is not shown.`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Stops the page's animations, of which the guard is one, and returns a function that resumes them. */
async function stopGuard(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: 0 });
  return () => session.send("Animation.setPlaybackRate", { playbackRate: 1 });
}

describe("input meant for something else answers nothing", () => {
  test("a held key answers the question it was pressed on, and no later one", async () => {
    const questions = [database, authMethod].map((question) => ({ ...question, kind: "choice" }));
    const ask = { ...severalAsk, questions };
    const { page, sent, show } = await cards.open({ ask, submitOnClick: false }, { script: typistClock });
    const hold = async (key: string, times = 6) => {
      await rest(page, 1000);
      for (let count = 0; count < times; count++) await page.keyboard.down(key);
      await page.keyboard.up(key);
    };
    const chosen = () => page.getByRole("radio", { checked: true }).count();
    for (const key of ["Enter", "2"]) {
      await show({ ask: { ...ask, id: `ask_${key}` } });
      await page.getByRole("radio", { name: "MongoDB" }).focus();
      await hold(key);
      await page.getByText("1 of 2 answered").waitFor();
      expect([key, await chosen(), await sent()]).toEqual([key, 1, []]);
    }
    // Skip asks for confirmation, which a held Enter does not give.
    await show({ ask: singleAsk });
    await page.getByRole("button", { name: "Skip" }).focus();
    await hold("Enter");
    await page.getByText("Skip it?").waitFor();
    // Ctrl-Enter asks for confirmation too if text would be dropped.
    await page.getByText("Other", { exact: true }).click();
    await page.getByRole("textbox").fill("DuckDB");
    await page.getByText("MongoDB").click();
    await page.keyboard.down("Control");
    await hold("Enter");
    await page.keyboard.up("Control");
    await page.getByText("You also wrote “DuckDB”.").waitFor();
    expect(await sent()).toEqual([]);
    // In a field a held key is text.
    await page.getByRole("textbox").focus();
    await hold("Enter", 3);
    expect(await page.getByRole("textbox").inputValue()).toBe("DuckDB\n\n\n");
  });

  test("a key that was already held down when a button got the focus does not press it", async () => {
    const { page, sent, show } = await cards.open({ ask: singleAsk, submitOnClick: false });
    const holdOnto = async (key: string, button: string) => {
      await page.evaluate("document.activeElement.blur()");
      await page.keyboard.down(key);
      await page.getByRole("button", { name: button }).focus();
      for (let count = 0; count < 3; count++) await page.keyboard.down(key);
      await page.keyboard.up(key);
    };
    await page.getByText("MongoDB").click();
    for (const key of ["Space", "Enter"]) await holdOnto(key, "Send answer");
    expect(await sent()).toEqual([]);
    // A script moved the focus, so keys act again only after a click or a pause.
    await page.mouse.click(2, 2);
    await page.getByRole("button", { name: "Send answer" }).press("Space");
    await expect.poll(sent).toHaveLength(1);
    // An ask that cannot be shown can only be declined.
    await show({ ask: { id: "ask_raw", questions: "none" } as never });
    for (const key of ["Space", "Enter"]) await holdOnto(key, "Decline");
    expect(await sent()).toHaveLength(1);
  });

  test("Enter held down in the list opens an ask and does not answer it", async () => {
    const hub = await startHub();
    await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub, { width: 900, height: 900 });
    await row(page, "Database").first().waitFor();
    // A page that has just come up ignores Enter for a moment.
    await page.locator("html:not([data-settling])").waitFor();
    await row(page, "Database").first().focus();
    await page.keyboard.down("Enter");
    await page.getByRole("button", { name: "Send answer" }).waitFor();
    for (const name of ["Send answer", "Skip"]) {
      await page.getByRole("button", { name }).focus();
      for (let count = 0; count < 20; count++) await page.keyboard.down("Enter");
    }
    await page.getByRole("radio").first().focus();
    for (let count = 0; count < 20; count++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    expect((await hub.client("human").list({ status: "pending" })).asks).toHaveLength(1);
  });

  test("a double click on Send does not also confirm the question that replaces it", async () => {
    const { page, sent } = await cards.open({ ask: singleAsk, submitOnClick: false }, { width: 360 });
    await page.getByText("Other", { exact: true }).click();
    await page.getByRole("textbox").fill("DuckDB");
    await page.getByText("MongoDB").click();
    await page.getByRole("button", { name: "Send answer" }).dblclick();
    await page.getByText("You also wrote “DuckDB”.").waitFor();
    expect(await sent()).toEqual([]);
    await page.getByRole("button", { name: "Send MongoDB only" }).click();
    await expect.poll(sent).toHaveLength(1);
  });

  test("on a phone a second tap in the same place leads back, whatever the first one brought up there", async () => {
    const { page, sent } = await cards.open({ ask: singleAsk }, { width: 390, height: 844, touch: true });
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    // The last row of the footer is always at the same distance from its end.
    const place = async (name: string) => {
      const [box, foot] = [await button(name).boundingBox(), await page.locator(".yc-footer").boundingBox()];
      return [box?.x, box?.width, (foot?.y ?? 0) + (foot?.height ?? 0) - (box?.y ?? 0)].map((each) =>
        Math.round(each ?? 0),
      );
    };
    const [send, decline] = [await place("Send answer"), await place("Decline")];
    await button("Decline").tap();
    expect(await place("Keep answering")).toEqual(decline);
    await button("Keep answering").tap();
    await page.getByText("Other", { exact: true }).tap();
    await page.getByRole("textbox").fill("DuckDB");
    await page.getByText("MongoDB").tap();
    await button("Send answer").tap();
    await page.getByText("You also wrote “DuckDB”.").waitFor();
    expect(await place("Back")).toEqual(send);
    await button("Back").tap();
    await button("Send answer").waitFor();
    expect(await sent()).toEqual([]);
  });

  test("a card ignores presses in its first moment, which is longer for an approval", async () => {
    const { page, sent, change } = await cards.open({ ask: { ...singleAsk, id: "ask_before" } }, { script: "" });
    const show = async (props: object) => {
      await change(props);
      await page.locator("body:not(:has([data-settling]))").waitFor();
    };
    const guard = () =>
      page.evaluate("document.querySelector('.yc-card').getAnimations()[0].effect.getTiming().duration");
    const there = await pointOf(page, "MongoDB");
    const goOn = await stopGuard(page);
    await show({ ask: singleAsk });
    await page.mouse.click(...there);
    expect([await sent(), await guard()]).toEqual([[], 400]);
    await show({ ask: approvalAsk });
    expect(await guard()).toBe(600);
    await show({ ask: singleAsk });
    await goOn();
    await page.getByText("MongoDB").click();
    await expect.poll(sent).toHaveLength(1);
  });

  test("a double click in the list, and one on Later, only opens an ask", async () => {
    const hub = await startHub();
    const human = hub.client("human");
    // Different ones, which are not shown as one row.
    for (let count = 0; count < 12; count++) await hub.ask([database], { agent: claude, context: `Step ${count}.` });
    const waiting = async () => (await human.list({ status: "pending" })).asks.length;
    const page = await openWebInbox(browser, hub, { width: 900, height: 900 });
    await row(page, "Database").first().click();
    // The list row is where an option of its card will be.
    const there = await pointOf(page, "MongoDB");
    await page.goBack();
    await row(page, "Database").first().waitFor();
    await page.mouse.dblclick(...there);
    await page.getByRole("button", { name: "Send answer" }).waitFor();
    expect(await waiting()).toBe(12);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Later" }).dblclick();
    await page.getByRole("button", { name: "Send answer" }).waitFor();
    expect(await waiting()).toBe(12);
  });
});
