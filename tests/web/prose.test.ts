import { toApprovalAsk } from "@yourcall/core";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { authMethod, database, features, providers } from "../support/asks.ts";
import { testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { answerElsewhere, claude, loop } from "../support/inbox.ts";
import { inLanes, pressOn, rest, typedSentences, typeOn, typeSentence, typistClock } from "../support/typist.ts";
import { isSettled, openWebInbox, row } from "../support/web-inbox.ts";

const browser = useBrowser();
// The browser logs a draft that arrives just after its ask has ended.
const expected = [/409/];

/** One ask of every kind. They wait during the whole test. */
async function askAll(hub: TestHub): Promise<string[]> {
  const port = { question: "Which port?", header: "Port", kind: "number" as const, options: [], multiSelect: false };
  const name = { question: "Which name?", header: "Name", kind: "text" as const, options: [], multiSelect: false };
  const { questions, ...approval } = toApprovalAsk({
    tool: "Bash",
    input: { command: "git push --force origin main" },
  });
  const asks = [
    await hub.ask([database], { agent: claude }),
    await hub.ask(questions, { ...approval, agent: loop }),
    await hub.ask([features], { agent: claude }),
    await hub.ask([authMethod, providers, port], { agent: loop }),
    await hub.ask([name], { agent: claude }),
    await hub.ask([port], { agent: loop }),
  ];
  return asks.map(({ id }) => id);
}

/** What was answered, declined or skipped in the browser. */
async function ends(hub: TestHub): Promise<string[]> {
  const { asks } = await hub.client("human").list({ status: "ended", limit: 500 });
  return asks.flatMap(({ outcome, questions }) =>
    outcome?.status === "cancelled" || (outcome?.status === "answered" && outcome.by.user === "ben")
      ? []
      : [`${questions[0]?.header}: ${JSON.stringify(outcome)}`],
  );
}

/** Opens this ask as a link does, with nothing focused and nobody typing. */
async function show(page: Page, id: string): Promise<void> {
  await page.evaluate(`(
    localStorage.removeItem("yourcall.later"),
    document.activeElement.blur(),
    history.replaceState(null, "", "/a/${id}"),
    dispatchEvent(new PopStateEvent("popstate"))
  )`);
  await page.locator(`a[data-ask="${id}"][aria-current="true"]`).waitFor();
  await page.locator(".yc-card").waitFor();
}

/** The text of the field that has the focus. */
const typedIn = (page: Page) => page.evaluate<string>("document.activeElement.value ?? 'no field has the focus'");

describe("prose typed at the page answers nothing", () => {
  test("with no field focused, from any moment after an ask has come up", { timeout: 600_000 }, async () => {
    const moments = [0, 130, 260, 410, 650, 3000];
    await inLanes(typedSentences(0), async (sentences) => {
      const hub = await startHub();
      const ids = await askAll(hub);
      const page = await openWebInbox(browser, hub, { script: typistClock, expected });
      for (const { text, everyMs, index } of sentences) {
        await show(page, ids[index % ids.length] ?? "");
        await rest(page, moments[Math.floor(index / ids.length) % moments.length] ?? 0);
        await typeSentence(page, index)(text, everyMs);
        await rest(page, 400);
        expect([text, await ends(hub)]).toEqual([text, []]);
        // Leaves whatever field a first letter has opened.
        await pressOn(page, "Escape", 2);
      }
    });
  });

  test("while asks arrive, are withdrawn and are answered elsewhere", { timeout: 600_000 }, async () => {
    await inLanes(typedSentences(1), async (sentences) => {
      const hub = await startHub();
      const ids = await askAll(hub);
      const page = await openWebInbox(browser, hub, { script: typistClock, expected });
      for (const { text, everyMs, index } of sentences) {
        const passing = await hub.ask([{ ...database, header: `Passing ${index}` }], { agent: claude });
        await row(page, `Passing ${index} `).waitFor();
        await show(page, Math.floor(index / 4) % 2 === 0 ? passing.id : (ids[index % ids.length] ?? ""));
        await rest(page, 1000);
        // The change comes at any place in the sentence, and in the first words, where nobody is known to be typing yet.
        const at = index % 3 === 0 ? index % 5 : index % text.length;
        const type = typeSentence(page, index);
        await type(text.slice(0, at), everyMs);
        if (Math.floor(index / 8) % 2 === 0) await hub.client("agent").cancel(passing.id);
        else await answerElsewhere(hub, passing, "MongoDB");
        await page.locator(`nav .count:text-is("${ids.length}")`).first().waitFor();
        await type(text.slice(at), everyMs);
        await rest(page, 400);
        expect([text, await ends(hub)]).toEqual([text, []]);
        await pressOn(page, "Escape", 2);
      }
    });
  });

  test("into Other while the agent withdraws the ask, and the words stay and can be copied", {
    timeout: 600_000,
  }, async () => {
    const hub = await startHub();
    await askAll(hub);
    const page = await openWebInbox(browser, hub, { script: typistClock, expected });
    const sent: string[] = [];
    page.on("request", (request) => {
      const path = new URL(request.url()).pathname;
      if (/\/(answer|decline)$/.test(path)) sent.push(`${request.method()} ${path}`);
    });
    for (const { text, everyMs, index } of typedSentences(2).slice(0, 4)) {
      const ask = await hub.ask([{ ...database, header: `Mine ${index}` }], { agent: claude });
      await row(page, `Mine ${index} `).click();
      await isSettled(page);
      const card = page.getByRole("region", { name: `Mine ${index}`, exact: true });
      await card.getByText("Other", { exact: true }).click();
      const before = await card.getByRole("textbox").boundingBox();
      const half = Math.floor(text.length / 2);
      await typeOn(page, text.slice(0, half), everyMs);
      if (index % 2 === 0) await hub.client("agent").cancel(ask.id);
      else await answerElsewhere(hub, ask, "MongoDB");
      await page.locator(`.yc-card[data-state="${index % 2 === 0 ? "cancelled" : "answered"}"]`).waitFor();
      await typeOn(page, text.slice(half), everyMs);
      expect(await typedIn(page)).toBe(text);
      expect((await card.getByRole("textbox").boundingBox())?.y).toBe(before?.y);
      await rest(page, 400);
      await card.getByText(index % 2 === 0 ? "Withdrawn" : "Answered.").waitFor();
      // The hub would refuse an answer to an ask that has ended; not even that is tried.
      expect([text, sent]).toEqual([text, []]);
      expect([text, await ends(hub)]).toEqual([text, []]);
      // Left by Escape, the card shows what was typed, with a way to copy it, also after a look at another ask.
      await page.keyboard.press("Escape");
      const left = card.locator(".yc-left");
      await left.getByText(text.trim()).waitFor();
      await left.getByRole("button", { name: "Copy" }).waitFor();
    }
  });

  test("in real time", { timeout: 300_000 }, async () => {
    const hub = await startHub();
    await askAll(hub);
    const page = await openWebInbox(browser, hub, { expected });
    const ask = await hub.ask([{ ...database, header: "Mine" }], { agent: claude });
    for (const { text } of typedSentences(3).slice(0, 1)) {
      await page.keyboard.type(text, { delay: 40 });
      await pressOn(page, "Escape", 2);
    }
    await row(page, "Mine").click();
    await isSettled(page);
    await page.getByRole("region", { name: "Mine", exact: true }).getByText("Other", { exact: true }).click();
    await page.keyboard.type("just keep sqlite, 2 files are ", { delay: 40 });
    await hub.client("agent").cancel(ask.id);
    await page.keyboard.type("less work than 1 server\n", { delay: 90 });
    expect(await typedIn(page)).toBe("just keep sqlite, 2 files are less work than 1 server\n");
    await page.getByText("Your words are kept, not sent.").waitFor();
    expect(await ends(hub)).toEqual([]);
  });

  test("right after a field has lost the focus without an act of the person", async () => {
    const hub = await startHub();
    await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub, { script: typistClock, expected });
    const card = page.getByRole("region", { name: "Database", exact: true });
    await card.waitFor();
    await isSettled(page);
    await card.getByText("Other", { exact: true }).click();
    await card.getByRole("textbox").waitFor();
    await page.evaluate("typist.turn().then(() => document.activeElement.blur())");
    await typeOn(page, "2", 90);
    await rest(page, 400);
    expect(await ends(hub)).toEqual([]);
    await typeOn(page, "2", 1100);
    await rest(page, 400);
    await page.getByText("Sent MongoDB").waitFor();
  });

  test("afterwards keys work again: after a pause, or at once after a click", async () => {
    const hub = await startHub();
    const asks = [await hub.ask([database], { agent: claude }), await hub.ask([authMethod], { agent: loop })];
    const page = await openWebInbox(browser, hub, { script: typistClock, expected });
    await page.getByRole("region", { name: "Database", exact: true }).waitFor();
    await rest(page, 1000);
    await typeOn(page, "The 2 of them", 90);
    await page.getByText("Typing ignored. Pause a moment.").first().waitFor();
    await typeOn(page, "2", 900);
    await rest(page, 400);
    expect(await ends(hub)).toEqual([]);
    await typeOn(page, "2", 1100);
    await rest(page, 400);
    await page.getByText("Sent MongoDB").waitFor();
    await page.getByRole("region", { name: "Auth Method", exact: true }).waitFor();
    await isSettled(page);
    // A digit waits to be sent; Enter sends it at once.
    await typeOn(page, "the 2 of", 90);
    await page.mouse.click(700, 860);
    await typeOn(page, "2\n", 50);
    await page.getByText("Sent JWT").waitFor();
    const { asks: ended } = await hub.client("human").list({ status: "ended" });
    expect(ended.map(({ id }) => id).sort()).toEqual(asks.map(({ id }) => id).sort());
  });
});
