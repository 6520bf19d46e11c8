import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { HubClient, WireAsk } from "@yourcall/client";
import { expect, vi } from "vitest";
import type { ClaudePlace } from "../../support/claude.ts";
import { asking, choose, setUpClaude } from "../../support/claude-hooks.ts";
import { type ClaudeTui, testWithTui } from "../../support/claude-tui.ts";
import { startHub } from "../../support/hub.ts";
import type { ScriptedBlock } from "../../support/messages-api.ts";
import { planTorture, tortureLimitMs } from "../../torture/torture.ts";

/** A way to refuse in Claude's dialog, while the hub is given an answer. */
interface Refusal {
  name: string;
  call(round: string): ScriptedBlock;
  /** Moves in the open dialog, to show that it takes keys, until the screen matches. */
  move: [key: string, seen: RegExp];
  key: string;
  /** What is chosen in the hub. */
  label: string;
}

const esc: Refusal = {
  name: "esc",
  call: (round) => asking(`Which in ${round}?`),
  move: ["Down", /❯ 2\. Two/],
  key: "Escape",
  label: "One",
};
const no: Refusal = {
  name: "no",
  call: (round) => ({ tool: "Bash", input: { command: `touch ${round}`, description: "Makes a file" } }),
  move: ["Down", /❯ \d\. No/],
  key: "Enter",
  label: "allow-once",
};

/** What Claude was told, and what the hub says that it was told. */
type Told = "the answer" | "a refusal";

testWithTui(
  "a refusal in Claude's dialog at the moment of an answer in the hub is recorded as Claude was told, after the session's next event",
  async () => {
    const { count, isLate } = planTorture("Claude's dialog", { short: 6, long: 80 });
    const hub = await startHub();
    const client = hub.client("human");
    // Each way to refuse, with the next prompt and with the end of the session as the next event.
    const rounds = Array.from({ length: count }, (_, at) => {
      const refusal = at % 2 === 0 ? esc : no;
      return { refusal, name: `${refusal.name}${at}`, ends: at % 4 > 1 };
    });
    const scenarios = rounds.map(({ refusal, name }) => [name, [[refusal.call(name)], ["Said."]]] as const);
    const { api, place, open } = await setUpClaude(Object.fromEntries(scenarios), {
      home: hub.directory,
      setup: ["--approvals"],
    });
    const tui = await open("--permission-mode", "default");
    const delays = new Map([esc, no].map(({ name }) => [name, createDelay()]));
    const wrong: string[] = [];
    const seen: string[] = [];
    for (const { refusal, name, ends } of rounds) {
      if (isLate()) break;
      await tui.say(`Go on [${name}]`);
      const ask = await waitingAsk(client);
      await tui.pressUntil(...refusal.move);
      const delay = delays.get(refusal.name);
      await race(client, ask, tui, refusal, delay?.ms() ?? 0);
      await tui.gone("Esc to cancel");
      if (!ends) await tui.say("And now?");
      const call = `toolu_${name}_0_0`;
      const isError = ends ? await isErrorIn(place, call) : (await api.resultOf(call)).isError;
      const told: Told = isError ? "a refusal" : "the answer";
      delay?.won(told);
      await tui.clear();
      const recorded = await vi
        .waitFor(async () => expect(toldBy(await client.get(ask.id))).toBe(told), { timeout: 30_000, interval: 100 })
        .then(() => told)
        .catch(async () => toldBy(await client.get(ask.id)));
      if (recorded !== told) wrong.push(`${name}: Claude was told ${told}, the hub says ${recorded}`);
      seen.push(`${refusal.name}, ${told}`);
    }
    const figures = [...new Set(seen)].map((kind) => `${seen.filter((one) => one === kind).length} ${kind}`);
    console.log(
      `Claude's dialog: ${seen.length} races: ${figures.sort().join("; ")}; ${wrong.length} recorded wrongly`,
    );
    expect(wrong).toEqual([]);
  },
  tortureLimitMs,
);

/** How long the key comes after the answer. Each race moves it towards the other winner. */
function createDelay() {
  let ms = 0;
  let step = 32;
  let last: Told | undefined;
  return {
    ms: () => ms,
    won(told: Told) {
      if (last !== undefined && last !== told) step = Math.max(4, step / 2);
      ms += told === "the answer" ? -step : step;
      last = told;
    },
  };
}

function waitingAsk(client: HubClient): Promise<WireAsk> {
  return vi.waitFor(
    async () => {
      const [ask] = (await client.list()).asks;
      if (ask === undefined || ask.waiting.count === 0) throw new Error("nobody waits");
      return ask;
    },
    { timeout: 60_000, interval: 30 },
  );
}

async function race(
  client: HubClient,
  ask: WireAsk,
  tui: ClaudeTui,
  { key, label }: Refusal,
  ms: number,
): Promise<void> {
  if (ms < 0) {
    tui.press(key);
    await pause(-ms);
  }
  // If the dialog was first, the ask may have been withdrawn.
  const answered = choose(client, ask, label).catch(() => {});
  if (ms >= 0) {
    await pause(ms);
    tui.press(key);
  }
  await answered;
}

/** Whether the call's result in the transcript is an error, once it is there. */
function isErrorIn({ config }: ClaudePlace, call: string): Promise<boolean> {
  const projects = join(config, "projects");
  return vi.waitFor(
    () => {
      const files = readdirSync(projects, { recursive: true, encoding: "utf8" }).filter((name) =>
        /\.jsonl$/.test(name),
      );
      const lines = files.flatMap((name) => readFileSync(join(projects, name), "utf8").split("\n"));
      const line = lines.find((one) => one.includes('"type":"user"') && one.includes(`"tool_use_id":"${call}"`));
      if (line === undefined) throw new Error(`no result of ${call}`);
      return line.includes('"is_error":true');
    },
    { timeout: 30_000, interval: 100 },
  );
}

function toldBy({ outcome, delivery }: WireAsk): Told {
  if (outcome?.status !== "answered" || delivery?.state === "refused") return "a refusal";
  return outcome.answers[0]?.selectedOptions[0] === "deny" ? "a refusal" : "the answer";
}
