import { type Browser, chromium } from "playwright-core";
import ask from "../fixtures/ask.json" with { type: "json" };
import { BuiltHub } from "./built-hub.ts";
import { temporaryDirectory } from "./command.ts";
import { renderTable, renderTargets, show, showSpread } from "./figures.ts";
import { parseOptions } from "./options.ts";
import { report } from "./results.ts";

const limitKb = 130;
const executablePath = "/usr/bin/chromium";
// No requests of its own.
const args = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** KB as sent: of what the page's HTML names, and of everything that was loaded. */
interface Sent {
  first: number;
  all: number;
}

/** The web inbox in Chromium: the size and time of the first load, how soon a new question is shown, and how soon an answer is back. */
export async function benchPage(given: string[]): Promise<number> {
  const { rounds, warmup, isWhole } = parseOptions(given, { rounds: 15, warmup: 2 });
  const hub = await BuiltHub.start(temporaryDirectory());
  const browser = await chromium.launch({ executablePath, args });
  try {
    const times = new Map<string, number[]>();
    let sent: Sent | undefined;
    for (let round = 0; round < warmup + rounds; round++) {
      const note = (name: string, ms: number) => {
        if (round >= warmup) times.set(name, [...(times.get(name) ?? []), ms]);
      };
      note("a bare page (/healthz)", await loadBare(browser, hub));
      sent = await visitInbox(browser, hub, note);
    }
    const target = `first load ≤ ${limitKb} KB as sent`;
    report("page", isWhole, {
      title: "Page",
      programs: [`Chromium ${browser.version()}`],
      extent: `${rounds} rounds after ${warmup} of warm-up`,
      repeat: `page --rounds ${rounds} --warmup ${warmup}`,
      about: `With what later screens need, which loads after the first question is shown, ${show(sent?.all)} KB are sent.

The built hub on SQLite with one question waiting; each round in a new profile with an empty cache. *first load*: navigation with a login link → the question can be read. *asked → shown*: an agent posts → its question is in the list. *answered → agent*: an option is pressed → the agent, which waits, has the answer. The times include what it takes to drive Chromium, as the bare page's does.`,
      tables: [
        renderTable(
          ["milliseconds", "p50", "p95"],
          Array.from(times, ([name, ms]) => [name, ...showSpread(ms)]),
        ),
        renderTargets([[target, sent?.first, (kb) => kb <= limitKb, show(sent?.first, 1, " KB")]]),
      ],
    });
    return 0;
  } finally {
    await browser.close();
    await hub.end();
  }
}

async function loadBare(browser: Browser, hub: BuiltHub): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const begun = performance.now();
  await page.goto(`${hub.url}/healthz`);
  const ms = performance.now() - begun;
  await context.close();
  return ms;
}

async function visitInbox(browser: Browser, hub: BuiltHub, note: (name: string, ms: number) => void): Promise<Sent> {
  const [question] = ask.questions;
  const put = async (questions: unknown) => {
    const { id } = await hub.call("agent", "/v1/asks", { questions, agent: { name: "bench" } });
    return `/v1/asks/${id}`;
  };
  const asked = await put(ask.questions);
  const link = await hub.loginLink();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    const files = new Map<string, number>();
    const paths = new Map<string, string>();
    session.on("Network.responseReceived", ({ requestId, response }) => paths.set(requestId, response.url));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const path = new URL(paths.get(requestId) ?? "http://x/v1/").pathname;
      if (!path.startsWith("/v1/")) files.set(path, encodedDataLength);
    });
    const begun = performance.now();
    await page.goto(link, { waitUntil: "commit" });
    await page
      .locator(".yc-card")
      .getByText(question?.question ?? "")
      .first()
      .waitFor();
    note("first load", performance.now() - begun);
    await page.waitForLoadState("load");
    const html = await (await fetch(hub.url)).text();
    const linked = new Set(["/", ...Array.from(html.matchAll(/(?:src|href)="(\/[^"]+)"/g), ([, path = ""]) => path)]);
    const first = [...files].filter(([path]) => linked.has(path));

    const title = `Another question ${performance.now()}`;
    const posted = performance.now();
    const second = await put([{ ...question, question: title }]);
    await page.getByText(title).first().waitFor();
    note("asked → shown", performance.now() - posted);

    const waiting = hub.call("agent", `${asked}?wait=60`);
    await page.locator("main:not([data-settling])").waitFor();
    while ((await page.evaluate("document.querySelector('.yc-card')?.getAnimations().length")) !== 0);
    const pressed = performance.now();
    await page.locator(".yc-card input[type=radio]").first().click();
    const { status } = await waiting;
    note("answered → agent", performance.now() - pressed);
    if (status !== "answered") throw new Error(`The ask is ${status}.`);
    await hub.call("agent", `${second}/cancel`, {});
    return { first: sumUp(first), all: sumUp([...files]) };
  } finally {
    await context.close();
  }
}

function sumUp(files: readonly (readonly [string, number])[]): number {
  return files.reduce((sum, [, size]) => sum + size, 0) / 1024;
}
