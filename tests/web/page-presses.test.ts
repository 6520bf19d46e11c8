import { toApprovalAsk } from "@yourcall/core";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { authMethod, database, features } from "../support/asks.ts";
import { testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub, type TestHub, type TestQuestion } from "../support/hub.ts";
import { claude, loop } from "../support/inbox.ts";
import { rest, typistClock } from "../support/typist.ts";
import { isSettled, openWebInbox } from "../support/web-inbox.ts";

/** One ask, and the fewest presses that answer it. Typed text is not a press. */
interface Answered {
  ask: (hub: TestHub, agent: typeof claude) => Promise<unknown>;
  /** Words of it, by which its card is known. */
  shows: string;
  /** What to click, in order. */
  clicks: string[];
  keys: string[];
  text?: string;
}

function question(...questions: TestQuestion[]): Answered["ask"] {
  return (hub, agent) => hub.ask(questions, { agent });
}

function approval(tool: string, input: Record<string, unknown>, shows: string): Answered {
  return {
    shows,
    ask: (hub, agent) => hub.client("agent").create({ ...toApprovalAsk({ tool, input }), agent }),
    clicks: ["Allow once"],
    // A digit never decides an approval.
    keys: ["2", "Enter"],
  };
}

const singles = Array.from({ length: 10 }, (_, at) => ({
  shows: `for part ${at}?`,
  ask: question({ ...database, header: `One ${at}`, question: `Which one for part ${at}?` }),
  clicks: ["MongoDB"],
  keys: ["2"],
}));
const several = Array.from({ length: 2 }, (_, at) => ({
  shows: `Which ones for part ${at}?`,
  ask: question({ ...features, header: `Some ${at}`, question: `Which ones for part ${at}?` }),
  clicks: ["TypeScript", "Tailwind CSS", "Send answer"],
  keys: ["1", "3", "Control+Enter"],
}));
const approvals = [
  ...["npm test", "npm run build", "git status", "fly deploy"].map((command) => approval("Bash", { command }, command)),
  approval("Edit", { file_path: "/srv/a.ts", old_string: "one", new_string: "two" }, "a.ts"),
];
const pair = {
  shows: authMethod.question,
  ask: question(database, authMethod),
  clicks: ["SQLite", "JWT", "Send answers"],
  keys: ["3", "2", "Control+Enter"],
};
const text = {
  shows: "What is it called?",
  ask: question({ question: "What is it called?", header: "Name", kind: "text", options: [], multiSelect: false }),
  clicks: ["Your answer", "Send answer"],
  keys: ["o", "Control+Enter"],
  text: "Tally",
};
const confirm = {
  shows: "Ship it?",
  ask: question({
    question: "Ship it?",
    header: "Ship",
    kind: "confirm",
    options: [{ label: "Yes" }, { label: "No" }],
    multiSelect: false,
  }),
  clicks: ["Yes"],
  keys: ["1"],
};
const twenty: Answered[] = [...singles, ...approvals, ...several, pair, text, confirm];

/** Answers all twenty, and returns how many presses it took. */
async function answerAll(
  hub: TestHub,
  page: Page,
  way: "clicks" | "keys",
  press: (what: string) => Promise<void>,
  settle: (page: Page) => Promise<void>,
): Promise<number> {
  const card = page.locator(".yc-card");
  let presses = 0;
  for (const [before, one] of twenty.entries()) {
    await page.getByRole("region", { name: "Open ask" }).filter({ hasText: one.shows }).waitFor();
    for (const [at, what] of one[way].entries()) {
      await settle(page);
      // What an approval allows can be pressed once all of it was on the screen.
      await card.locator("button[aria-disabled=true]", { hasText: "Allow" }).first().waitFor({ state: "detached" });
      await press(what);
      presses++;
      if (at > 0 || one.text === undefined) continue;
      await card.locator(":is(input, textarea):focus").waitFor();
      await page.keyboard.type(one.text);
    }
    const answered = async () => (await hub.client("human").list({ status: "ended", limit: 50 })).asks.length;
    await expect.poll(answered, { message: `answered with ${one[way].join()}`, timeout: 30_000 }).toBe(before + 1);
  }
  return presses;
}

async function openWithTwenty(browser: ReturnType<typeof useBrowser>, script?: string) {
  const hub = await startHub();
  for (const [at, { ask }] of twenty.entries()) await ask(hub, at % 2 === 0 ? claude : loop);
  return { hub, page: await openWebInbox(browser, hub, { script }) };
}

describe("twenty asks of every kind, one after another", () => {
  const browser = useBrowser();

  test("take 27 clicks", { timeout: 240_000 }, async () => {
    const { hub, page } = await openWithTwenty(browser);
    const card = page.locator(".yc-card");
    let moves = 0;
    const click = async (name: string) => {
      const target = card.getByText(name, { exact: true }).or(card.getByLabel(name, { exact: true }));
      // The pointer must move before it counts again.
      await target.first().click({ position: { x: 4 + (++moves % 2), y: 6 } });
    };
    expect(await answerAll(hub, page, "clicks", click, isSettled)).toBe(27);
  });

  test("take 32 keys", { timeout: 240_000 }, async () => {
    const { hub, page } = await openWithTwenty(browser, typistClock);
    const press = (key: string) => page.keyboard.press(key);
    // As long as a person takes to read: no key counts right after another.
    expect(await answerAll(hub, page, "keys", press, () => rest(page, 1200))).toBe(32);
  });
});
