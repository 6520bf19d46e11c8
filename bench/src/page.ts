import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import ask from "../fixtures/ask.json" with { type: "json" };
import { launchChromium } from "./chromium.ts";
import { parseOptions } from "./options.ts";
import { PageHub } from "./page/page-hub.ts";
import { percentile } from "./percentile.ts";
import { writeSection } from "./results.ts";
import { renderTable } from "./table.ts";

const limitKb = 130;

/** KB as sent: what the page's HTML names, and all that was loaded. */
interface Sent {
  first: number;
  all: number;
}

/** The web inbox in Chromium: what the first load sends and takes, how soon a new question is shown, and an answer back. */
export async function benchPage(args: string[]): Promise<number> {
  const { rounds, warmup, only } = parseOptions(args, { rounds: "15", warmup: "2" });
  const directory = mkdtempSync(join(tmpdir(), "yourcall-bench-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  const load = loadavg()[0] ?? 0;
  const hub = await PageHub.start(directory);
  const browser = await launchChromium();
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
    const { first = Number.NaN, all = Number.NaN } = sent ?? {};
    const text = `${renderTable(
      ["milliseconds", "p50", "p95"],
      Array.from(times, ([name, list]) => [name, show(list, 0.5), show(list, 0.95)]),
    )}

${renderTable(
  ["target", "measured", "verdict"],
  [[`first load ≤ ${limitKb} KB as sent`, `${first.toFixed(1)} KB`, first <= limitKb ? "met" : "missed"]],
)}`;
    console.log(`\n${text}`);
    if (only === undefined)
      writeSection(
        "page",
        `## Page

${new Date().toISOString().slice(0, 10)} · Chromium ${browser.version()} · ${availableParallelism()} CPUs, load ${load.toFixed(1)} before the run · ${rounds} rounds after ${warmup} of warm-up

Repeat: \`npm run bench -- page --rounds ${rounds} --warmup ${warmup}\`

With what later screens need, which loads after the first question is shown, ${all.toFixed(1)} KB are sent.

The built hub on SQLite with one question waiting; each round in a new profile with an empty cache. *first load*: navigation with a login link → the question can be read. *asked → shown*: an agent posts → its question is in the list. *answered → agent*: an option is pressed → the agent, which waits, has the answer. The times include what it takes to drive Chromium, as the bare page's does.

${text}
`,
      );
    return 0;
  } finally {
    await browser.close();
    await hub.stop();
  }
}

async function loadBare(browser: Browser, hub: PageHub): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const begun = performance.now();
  await page.goto(`${hub.url}/healthz`);
  const ms = performance.now() - begun;
  await context.close();
  return ms;
}

async function visitInbox(browser: Browser, hub: PageHub, note: (name: string, ms: number) => void): Promise<Sent> {
  const [question] = ask.questions;
  const asked = await hub.ask(ask.questions);
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
    const second = await hub.ask([{ ...ask.questions[0], question: title }]);
    await page.getByText(title).first().waitFor();
    note("asked → shown", performance.now() - posted);

    const waiting = hub.wait(asked);
    await page.locator("main:not([data-settling])").waitFor();
    while ((await page.evaluate("document.querySelector('.yc-card')?.getAnimations().length")) !== 0);
    const pressed = performance.now();
    await page.locator(".yc-card input[type=radio]").first().click();
    await waiting;
    note("answered → agent", performance.now() - pressed);
    await hub.cancel(second);
    return { first: sumUp(first), all: sumUp([...files]) };
  } finally {
    await context.close();
  }
}

function sumUp(files: readonly (readonly [string, number])[]): number {
  return files.reduce((sum, [, size]) => sum + size, 0) / 1024;
}

function show(list: number[], share: number): string {
  return (percentile(list, share) ?? Number.NaN).toFixed(1);
}
