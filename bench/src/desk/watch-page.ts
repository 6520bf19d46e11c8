import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import type { StreamingDesk } from "./streaming-desk.ts";

export interface PageFigures {
  /** Processor time of the page's main thread, in milliseconds a second. */
  busyMs: number;
  /** Key pressed → the letter is in the field and painted: the median, and the longest. */
  keyP50: number;
  keyMax: number;
}

const program = "/usr/bin/chromium";
const keys = 20;

/** The page with one of the sessions open, while all of them stream; undefined without a Chromium. */
export async function watchPage(desk: StreamingDesk, session: string, ms: number): Promise<PageFigures | undefined> {
  if (!existsSync(program)) return undefined;
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const { url } = await desk.call("POST", "/v1/tokens", { scope: "login" });
    await page.goto(String(url));
    await page.getByRole("status").getByText("live", { exact: true }).waitFor();
    await page.goto(`${desk.url}/sessions/${session}`);
    const input = page.getByRole("textbox", { name: "Message to Talker" });
    await input.waitFor();
    await sleep(2000);
    const probe = await page.context().newCDPSession(page);
    await probe.send("Performance.enable", { timeDomain: "threadTicks" });
    const busy = async () => {
      const { metrics } = await probe.send("Performance.getMetrics");
      return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
    };
    const from = await busy();
    await sleep(ms);
    const busyMs = ((await busy()) - from) / (ms / 1000);
    await input.focus();
    // From the key's own time to the frame after it, in the page's clock.
    await page.evaluate(`
      window.keyTimes = [];
      document.addEventListener("input", ({ timeStamp }) =>
        requestAnimationFrame(() => requestAnimationFrame((at) => window.keyTimes.push(at - timeStamp))));
    `);
    for (let at = 0; at < keys; at++) {
      await page.keyboard.press("a");
      await sleep(100);
    }
    const times = (await page.evaluate<number[]>("window.keyTimes")).toSorted((one, other) => one - other);
    return { busyMs, keyP50: times[Math.floor(times.length / 2)] ?? 0, keyMax: times.at(-1) ?? 0 };
  } finally {
    await browser.close();
  }
}
