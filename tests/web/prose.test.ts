import type { WireAsk } from "@yourcall/client";
import { toApprovalAsk } from "@yourcall/core";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { authMethod, database, features, providers } from "../support/asks.ts";
import { testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { answerElsewhere, claude, loop } from "../support/inbox.ts";
import { rest, typedSentences, typeOn, typistClock } from "../support/typist.ts";
import { isSettled, openWebInbox } from "../support/web-inbox.ts";

const browser = useBrowser();

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

/** What has ended, and how: only what the test itself ended. */
async function ends(hub: TestHub): Promise<string[]> {
  const { asks } = await hub.client("human").list({ status: "ended", limit: 200 });
  return asks.map(({ outcome, questions }) => `${questions[0]?.header}: ${JSON.stringify(outcome)}`);
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

const typed = (page: Page) => page.evaluate<string>("document.activeElement.value ?? 'no field has the focus'");

describe("prose typed at the page answers nothing", () => {
  test("with no field focused, from any moment after an ask has come up", { timeout: 400_000 }, async () => {
    const hub = await startHub();
    const ids = await askAll(hub);
    const page = await openWebInbox(browser, hub, { script: typistClock });
    const moments = [0, 130, 260, 410, 650, 3000];
    for (const [index, { text, everyMs }] of typedSentences(0).entries()) {
      await show(page, ids[index % ids.length] ?? "");
      await rest(page, moments[Math.floor(index / ids.length) % moments.length] ?? 0);
      await typeOn(page, text, everyMs);
      await rest(page, 400);
      expect([text, await ends(hub)]).toEqual([text, []]);
      // Leaves whatever field a first letter has opened.
      for (let count = 0; count < 2; count++) await page.keyboard.press("Escape");
    }
    await rest(page, 2000);
    expect(await ends(hub)).toEqual([]);
  });
});
