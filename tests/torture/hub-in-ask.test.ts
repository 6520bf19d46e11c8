import { setTimeout as pause } from "node:timers/promises";
import type { WireAsk } from "@yourcall/client";
import { expect, test } from "vitest";
import { homeOfBackgroundHub, humanClientIn } from "../support/background-hub.ts";
import { startCommand } from "../support/hub.ts";
import { noChildren, openTerminal } from "../support/terminal.ts";
import { createRandom, planTorture, tortureLimitMs } from "./torture.ts";

const ways = ["answer", "withdraw", "kill"] as const;
// About as long as a hub takes to start, so that either may be first.
const spreadMs = 500;

test("an ask that ends while a hub starts is stored at most once, and as its terminal was told", {
  timeout: tortureLimitMs,
}, async () => {
  const { seed, count, isLate } = planTorture("asks ending against a starting hub", { short: 4, long: 200 });
  const random = createRandom(seed);
  const home = homeOfBackgroundHub();
  const run = (...args: string[]) => startCommand(args, { env: { YOURCALL_HOME: home } });
  const seen: string[] = [];

  for (let round = 0; round < count && !isLate(); round++) {
    const way = ways[round % ways.length] ?? "answer";
    // Without a way to start programs, the ask's process runs the hub itself.
    const isAlone = random() < 0.7;
    const question = `Round ${round}: left or right?`;
    const terminal = openTerminal(["ask", "-q", question, "-o", "Left", "-o", "Right"], {
      env: { YOURCALL_HOME: home, ...(isAlone ? noChildren : {}) },
    });
    await terminal.ready();
    const startLater = pause(random() * spreadMs).then(() => run("serve", "--port", "0"));
    await pause(random() * spreadMs);
    if (way === "answer") terminal.press("down", "enter");
    else if (way === "withdraw") terminal.press("ctrl+c");
    else terminal.kill("SIGKILL");
    const { code, stdout } = await terminal.exited;
    const serving = await startLater;
    const isServing = await serving.says(" listens on ").then(
      () => true,
      () => false,
    );
    // Starts one if none runs.
    expect(await run("list", "--json").ended).toMatchObject({ code: 0 });
    const asks = await asksIn(home, question);
    const screen = `round ${round}, ${way}, YOURCALL_SEED=${seed}:\n${terminal.everything()}\n${serving.stderr()}`;
    expect(asks.length, screen).toBeLessThanOrEqual(1);
    const [ask] = asks;
    if (way === "answer") {
      expect({ code, ...JSON.parse(stdout || "{}") }, screen).toEqual({ code: 0, id: ask?.id, ...ask?.outcome });
      expect(ask?.outcome, screen).toMatchObject({ status: "answered", answers: [{ selectedOptions: ["Right"] }] });
    } else if (way === "withdraw") {
      expect(code, screen).toBe(130);
      expect(ask?.outcome?.status ?? "cancelled", screen).toBe("cancelled");
      if (ask?.status === "pending") expect(terminal.everything(), screen).toContain(ask.id);
    } else expect(ask?.status ?? "pending", screen).toBe("pending");
    seen.push(`${way}${isAlone ? " in the ask's process" : ""}: ${isServing ? "the hub started" : "the hub gave way"}`);
    expect(await run("stop").ended).toMatchObject({ code: 0 });
    await serving.ended;
  }
  const figures = [...new Set(seen)].sort().map((kind) => `${seen.filter((one) => one === kind).length} ${kind}`);
  console.log(`asks ending against a starting hub: ${seen.length} races; ${figures.join("; ")}`);
});

async function asksIn(home: string, question: string): Promise<WireAsk[]> {
  const person = await humanClientIn(home);
  const { asks } = await person.list({ status: "all", order: "newest", limit: 10 });
  person.close();
  return asks.filter(({ questions }) => questions[0]?.question === question);
}
