import type { WireAsk } from "@yourcall/client";
import type { Page } from "playwright-core";
import { describe, expect, vi } from "vitest";
import { authMethod, database, features, layout } from "../support/asks.ts";
import {
  accessibilityFaults,
  scrollsSideways,
  takeScreenshot,
  testInBrowser as test,
  useBrowser,
} from "../support/browser.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { answerElsewhere, askApproval, claude, loop } from "../support/inbox.ts";
import { storePastDecisions } from "../support/past-decisions.ts";
import { openWebInbox } from "../support/web-inbox.ts";

const second = 1000;

/** The visible decisions, as a person reads them. */
async function readRows(page: Page): Promise<string[]> {
  await page.locator("[aria-busy=false]").waitFor();
  const texts = await page.locator(".decided").allInnerTexts();
  return texts.map((text) => text.replace(/\s*\n\s*/g, " | "));
}

async function decisionsOf(hub: TestHub): Promise<WireAsk[]> {
  const asks: WireAsk[] = [];
  for await (const ask of hub.client("human").listAll({ status: "ended" })) asks.push(ask);
  return asks;
}

/** The page links to these asks, in this order. */
async function idsOn(page: Page): Promise<string[]> {
  await page.locator("[aria-busy=false]").waitFor();
  const links = await page.evaluate<string[]>(
    "Array.from(document.querySelectorAll('.decided-go'), (row) => row.pathname)",
  );
  return links.map((link) => link.replace("/log/", ""));
}

/** One decision of every kind, made through the hub, and who made it. */
async function decide(hub: TestHub) {
  const human = hub.client("human");
  const by = { surface: "web", act: "click", user: "ana" } as const;
  const full = await hub.ask([database, features], {
    agent: claude,
    context: "I looked at both and **both** would do.",
  });
  await human.answer(full.id, {
    answers: [
      { ...named(database), selectedOptions: ["SQLite"], notes: "small for now" },
      { ...named(features), selectedOptions: ["TypeScript"], customInput: 'dark mode\nwith a "switch"' },
    ],
    comment: "Start with the schema.",
    ...by,
  });
  const skipped = await hub.ask([layout], { agent: loop });
  await human.answer(skipped.id, {
    answers: [{ ...named(layout), skipped: true }],
    surface: "terminal",
    act: "submit",
  });
  const declined = await hub.ask([authMethod], { agent: loop });
  await human.decline(declined.id, { reason: "ask me tomorrow", surface: "nvim", act: "sheet", user: "ben" });
  const withdrawn = await hub.ask([database], { agent: claude });
  await hub.client("agent").cancel(withdrawn.id, "found it myself");
  const expired = await hub.ask([authMethod], { agent: claude, timeoutMs: 1, onTimeout: "recommended" });
  await human.wait(expired.id);
  const approval = await askApproval(hub);
  await human.answer(approval.id, {
    answers: approval.questions.map((question) => ({ ...named(question), selectedOptions: ["deny"] })),
    surface: "terminal",
    act: "script",
    user: "ana",
  });
  const asks = { full, skipped, declined, withdrawn, expired, approval };
  // The agents fetch the outcomes, because after five seconds an undelivered decision says so.
  for (const { id } of Object.values(asks)) await hub.client("agent").wait(id);
  await vi.waitFor(async () => {
    for (const { delivery } of await decisionsOf(hub)) expect(delivery?.state).toBe("taken");
  }, 20_000);
  return asks;
}

function named({ question, header }: { question: string; header: string }) {
  return { question, header };
}

describe("the log in the browser", () => {
  const browser = useBrowser();

  test("has every decision, newest first, and is searched and filtered through the address", async () => {
    const hub = await startHub();
    const asks = await decide(hub);
    const page = await openWebInbox(browser, hub, { path: "/log" });
    const clock = "\\d\\d:\\d\\d";
    const rows = await readRows(page);
    const expected = [
      `${clock} | Denied | Run fly deploy | claude · fix login | ana, in terminal \\(a script\\)`,
      `${clock} | Expired after \\d+ s. Nothing was answered for you | ${authMethod.question} | claude · fix login | nobody`,
      `${clock} | Withdrawn: “found it myself”. Nothing was answered | ${database.question} | claude · fix login | nobody`,
      `${clock} | Declined “ask me tomorrow” | ${authMethod.question} | loop · new service | ben, in nvim`,
      `${clock} | Skipped: no preference | ${layout.question} | loop · new service | you, in terminal`,
      `${clock} | Database: SQLite · Features: TypeScript and in their own words “dark mode with a "switch"” “small for now” “Start with the schema.” | ${database.question} | ${features.question} | claude · fix login | ana, in web`,
    ];
    expect(rows).toHaveLength(expected.length);
    for (const [index, row] of rows.entries())
      expect(row).toMatch(new RegExp(`^${expected[index]?.replaceAll("?", "\\?").replaceAll(" | ", " \\| ")}$`));

    const search = page.getByRole("searchbox", { name: "Search" });
    await search.fill("dark switch");
    await vi.waitFor(async () => expect(await idsOn(page)).toEqual([asks.full.id]), 20_000);
    expect(new URL(page.url()).search).toBe("?q=dark+switch");
    expect(await page.evaluate("document.activeElement?.type")).toBe("search");
    await page.getByRole("link", { name: "Show everything" }).click();
    await vi.waitFor(async () => expect(await idsOn(page)).toHaveLength(6), 20_000);
    expect(await search.inputValue()).toBe("");

    await page.getByLabel("Agent").selectOption("loop");
    await page.getByLabel("Outcome").selectOption("declined");
    await vi.waitFor(async () => expect(await idsOn(page)).toEqual([asks.declined.id]), 20_000);
    // The address alone restores the search.
    await page.reload();
    await vi.waitFor(async () => expect(await idsOn(page)).toEqual([asks.declined.id]), 20_000);
    expect(await page.getByLabel("Agent").inputValue()).toBe("loop");
    await page.getByRole("link", { name: "Show everything" }).click();
    await vi.waitFor(async () => expect(await idsOn(page)).toHaveLength(6), 20_000);
    await page.goto(`${hub.url}/log?session=s1`);
    await page.getByText("Only session s1").waitFor();
    await vi.waitFor(async () => expect(await idsOn(page)).toHaveLength(4), 20_000);
    // New decisions appear automatically.
    await answerElsewhere(hub, await hub.ask([database], { agent: claude }), "MongoDB");
    await vi.waitFor(async () => expect(await idsOn(page)).toHaveLength(5), 20_000);
    await search.fill("nowhere to be found");
    await page.getByText("Nothing found.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "web-log/nothing-found");
  });

  test("has pages with addresses, and goes forward, back and forward again", async () => {
    const directory = temporaryDirectory();
    await storePastDecisions(
      directory,
      Array.from({ length: 65 }, (_, index) => ({ daysAgo: (65 - index) / 10, waitedMs: 5 * second })),
    );
    const hub = await startHub({ directory });
    const ids = (await decisionsOf(hub)).map(({ id }) => id);
    const page = await openWebInbox(browser, hub, { path: "/log", expected: [/status of 422/] });
    const shows = (from: number, to: number) =>
      vi.waitFor(async () => expect(await idsOn(page)).toEqual(ids.slice(from, to)), 20_000);
    const follow = (name: string) => page.getByRole("link", { name, exact: true }).click();
    await shows(0, 30);
    expect(await page.getByRole("link", { name: "Newer", exact: true }).count()).toBe(0);
    await follow("Older");
    await shows(30, 60);
    expect(await page.evaluate("scrollY")).toBe(0);
    await page.reload();
    await shows(30, 60);
    await follow("Older");
    await shows(60, 65);
    expect(await page.getByRole("link", { name: "Older", exact: true }).count()).toBe(0);
    await follow("Newer");
    await shows(30, 60);
    await follow("Newer");
    await shows(0, 30);
    await page.goBack();
    await page.goBack();
    await shows(60, 65);
    await page.goForward();
    await shows(30, 60);
    // A new decision does not shift pages that have an address.
    await answerElsewhere(hub, await hub.ask([database], { agent: claude }), "SQLite");
    await page.reload();
    await shows(30, 60);
    await page.getByRole("link", { name: "Log", exact: true }).click();
    await vi.waitFor(async () => expect((await idsOn(page)).slice(1)).toEqual(ids.slice(0, 29)), 20_000);
    await page.goto(`${hub.url}/log?before=nonsense`);
    await page.getByText(/Unknown cursor/).waitFor();
  });

  test("opens one decision in full, and copies the same markdown and JSON as the command prints", async () => {
    const hub = await startHub();
    const asks = await decide(hub);
    const page = await openWebInbox(browser, hub, { path: "/log", expected: [/status of 404/] });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("link", { name: /Database: SQLite/ }).click();
    await page.getByRole("heading", { name: "Database, Features", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/log/${asks.full.id}`);
    const text = await page.locator("main").innerText();
    for (const words of [
      /Answered in web by ana \(click\), \d{4}-\d\d-\d\d \d\d:\d\d, after \d+ s\./,
      database.question,
      features.question,
      "PostgreSQL",
      "small for now",
      '“dark mode\nwith a "switch"”',
      "Start with the schema.",
      "I looked at both and both would do.",
      "/home/ana/shop",
      "fix login",
      asks.full.id,
    ])
      expect(text).toMatch(
        typeof words === "string" ? new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")) : words,
      );
    expect(await page.locator("li", { hasText: "chosen" }).allInnerTexts()).toEqual([
      expect.stringContaining("SQLite"),
      expect.stringContaining("TypeScript"),
    ]);

    const copied = () => page.evaluate("navigator.clipboard.readText()");
    const log = async (form: string) => (await hub.run(["log", form, "--search", "dark switch"])).stdout;
    await page.getByRole("button", { name: "Copy as markdown" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await copied()).toBe(await log("--markdown"));
    await page.getByRole("button", { name: "Copy as JSON" }).click();
    await vi.waitFor(async () => expect(await copied()).toBe(await log("--json")), 20_000);
    await page.getByRole("button", { name: "Copy the id" }).click();
    await vi.waitFor(async () => expect(await copied()).toBe(asks.full.id), 20_000);

    await page.getByRole("link", { name: "s1", exact: true }).click();
    await vi.waitFor(async () => expect(await idsOn(page)).toHaveLength(4), 20_000);
    for (const [ask, words] of [
      [asks.skipped, "No preference: the choice was left to the agent."],
      [asks.declined, /Declined in nvim by ben \(sheet\).*\n+Reason\n+ask me tomorrow/],
      [asks.withdrawn, /Withdrawn, .* Nothing was answered\.\n+Reason\n+found it myself/],
      [asks.expired, /Nobody answered\.\n+Recommended, and passed on .*; nobody chose it\n+Auth Method: OAuth 2\.0/],
      [asks.approval, /Answered in terminal by ana \(a script\)(?:.|\n)*fly deploy/],
    ] as const) {
      await page.goto(`${hub.url}/log/${ask.id}`);
      await page.getByRole("heading", { name: "The ask" }).waitFor();
      expect(await page.locator("main").innerText()).toMatch(words);
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(`${hub.url}/log/ask_gone`);
    await page.getByRole("heading", { name: "Not in the log" }).waitFor();
    const waiting = await hub.ask([database], { agent: claude });
    await page.goto(`${hub.url}/log/${waiting.id}`);
    await page.getByRole("link", { name: "Answer it" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("shows hostile text as text", async () => {
    const hub = await startHub();
    const evil = `<img src=x onerror=alert(1)>\u001b[31m\u202e${"x".repeat(9_000)}`;
    const options = [{ label: "__proto__", description: evil }, { label: "constructor" }];
    const ask = await hub.ask([{ question: evil, header: "<b>toString</b>", options, multiSelect: true }], {
      agent: {
        name: `</title><script>alert(2)</script>${"n".repeat(150)}`,
        session: "../../s",
        title: "\u202eltr",
        cwd: `/${evil.slice(0, 300)}`,
      },
      context: evil,
    });
    await hub.client("human").answer(ask.id, {
      answers: [{ question: evil, selectedOptions: ["__proto__"], customInput: "عربي <i>x</i>" }],
      surface: "<script>",
      act: "click",
      user: "toString",
    });
    const page = await openWebInbox(browser, hub, { path: "/log", width: 360 });
    expect((await readRows(page))[0]).toContain("__proto__ and in their own words “عربي <i>x</i>”");
    expect(await scrollsSideways(page)).toBe(false);
    await page.getByRole("option", { name: /nnn/ }).waitFor({ state: "attached" });
    const { x = 0, width = 0 } = (await page.getByRole("combobox").first().boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(360);
    await page.locator(".decided-go").click();
    await page.getByRole("heading", { name: "The ask" }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await page.locator("main img, main script, main b, main i").count()).toBe(0);
    expect(await page.locator("main").innerText()).not.toMatch(/\p{Cc}\[|\p{Bidi_Control}/u);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("fits every width, light and dark, with the strip of the last days above it, and can be printed", async () => {
    const directory = temporaryDirectory();
    const past = [0, 1, 2, 2, 5, 8, 12, 15, 22, 28].map((days, index) => ({
      daysAgo: days + 0.2,
      waitedMs: ([3, 40, 900, 5400, 75, 30_000, 240, 100_000][index % 8] ?? 1) * second,
      agent: index % 3 === 0 ? loop : claude,
    }));
    await storePastDecisions(directory, past.toReversed());
    const hub = await startHub({ directory });
    const { full } = await decide(hub);
    const page = await openWebInbox(browser, hub, { path: "/log" });
    const look = async (name: string) => {
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 900 });
        expect([name, width, await scrollsSideways(page)]).toEqual([name, width, false]);
        await takeScreenshot(page, `web-log/${name}-${width}`);
      }
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await accessibilityFaults(page, "contrast")).toEqual([]);
      await takeScreenshot(page, `web-log/${name}-360-dark`);
      await page.emulateMedia({ colorScheme: "light" });
    };
    await page.getByRole("region", { name: "Last 30 days" }).waitFor();
    expect(await readRows(page)).toHaveLength(past.length + 6);
    await look("log");
    const days = new Set((await decisionsOf(hub)).map(({ createdAt }) => createdAt.slice(0, 10)));
    expect(await page.locator(".strip tbody tr").count()).toBe(days.size);
    await page.goto(`${hub.url}/log/${full.id}`);
    await page.getByRole("heading", { name: "The ask" }).waitFor();
    await look("decision");
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("button", { name: "Copy as JSON" }).isVisible()).toBe(false);
    await takeScreenshot(page, "web-log/decision-print");
  });

  test("says so when the hub is away, keeps its content, and reloads automatically", async () => {
    const hub = await startHub();
    const { port } = new URL(hub.url);
    await answerElsewhere(hub, await hub.ask([database], { agent: claude }), "SQLite");
    const page = await openWebInbox(browser, hub, {
      path: "/log",
      expected: [/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/],
    });
    expect(await readRows(page)).toHaveLength(1);
    await hub.stop("SIGKILL");
    await page.getByLabel("Outcome").selectOption("declined");
    await page.getByText(/The log could not be loaded\..*Trying again automatically/).waitFor();
    expect(await page.locator(".decided").count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "web-log/hub-away");
    await hub.restart({ args: ["--port", port] });
    await page.getByText("Nothing found.").waitFor();
    expect(await page.getByText("The log could not be loaded.").count()).toBe(0);
  });
});
