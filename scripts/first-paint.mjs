// Measures how long the page takes to show something: `npm run build && npx node --conditions=yourcall-source scripts/first-paint.mjs`.
// Each load is in a new profile, with an empty cache, after the login. Needs Chromium; for figures, a machine that does nothing else.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { startHub } from "./screenshots/start-hub.mjs";

const loads = 15;
const shell = "/usr/bin/chromium-headless-shell";

/** @param {number[]} times */
const toMedian = (times) => Math.round(times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0);

const hub = await startHub();
const browser = await chromium.launch({
  executablePath: existsSync(shell) ? shell : "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  await hub.connect("agent").create({
    kind: "question",
    questions: [
      {
        question: "Which database should we use?",
        header: "Database",
        kind: "choice",
        options: [{ label: "PostgreSQL" }, { label: "SQLite" }],
        multiSelect: false,
      },
    ],
    agent: { name: "claude" },
  });
  const [paints, cards, sizes] = [
    /** @type {number[]} */ ([]),
    /** @type {number[]} */ ([]),
    /** @type {number[]} */ ([]),
  ];
  for (let at = 0; at < loads; at += 1) {
    const { url } = await hub.connect("human").createLoginLink();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const started = performance.now();
    await page.goto(url);
    await page.locator(".yc-card").waitFor();
    cards.push(performance.now() - started);
    await page.waitForLoadState("networkidle", { timeout: 2000 }).catch(() => {});
    const found = await page.evaluate(`({
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      size: performance.getEntriesByType("resource").reduce((sum, { transferSize, name }) => sum + (name.includes("/v1/") ? 0 : transferSize), 0),
    })`);
    const { paint, size } = /** @type {{ paint: number, size: number }} */ (found);
    paints.push(paint);
    sizes.push(size);
    await context.close();
  }
  console.log(
    `first paint ${toMedian(paints)} ms, question shown ${toMedian(cards)} ms, ${Math.round(toMedian(sizes) / 1024)} KB as sent (median of ${loads} cold loads)`,
  );
} finally {
  await browser.close();
  await hub.remove();
}
process.exit(0);
