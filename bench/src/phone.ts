import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ask from "../fixtures/ask.json" with { type: "json" };
import { BuiltHub } from "./built-hub.ts";
import { temporaryDirectory } from "./command.ts";
import { median, renderTable, renderTargets, show, showSpread } from "./figures.ts";
import { parseOptions } from "./options.ts";
import type { Device, StartHub } from "./phone/device.ts";
import { bindNtfy } from "./phone/ntfy.ts";
import { bindPush } from "./phone/push.ts";
import { bindTelegram } from "./phone/telegram.ts";
import { report } from "./results.ts";
import { takeTurns } from "./take-turns.ts";

/** How a device is bound, by the name of its channel. Another channel is another entry. */
const channels: Record<string, (start: StartHub) => Promise<Device>> = {
  Telegram: bindTelegram,
  ntfy: bindNtfy,
  "Web Push": bindPush,
};

interface Subject {
  name: string;
  device: Device;
  /** Milliseconds from the ask until its notice was at the device, from the press until the agent had the outcome, and both. */
  noticed: number[];
  resumed: number[];
  whole: number[];
}

const limitMs = 300;
let asked = 0;

/** From the question to the phone and back to the agent, without the person's own time. With --only, RESULTS.md is not changed. */
export async function benchPhone(args: string[]): Promise<number> {
  const options = parseOptions(args, { rounds: 200, warmup: 10 }, { rounds: 20, warmup: 3 });
  const { rounds, warmup, only, isWhole } = options;
  const wanted = Object.entries(channels).filter(([name]) => only === undefined || name.includes(only));
  const subjects = await Promise.all(wanted.map(([name, bind]) => start(name, bind)));
  try {
    await takeTurns(subjects, options, measure);
    report("phone", isWhole, {
      title: "Phone",
      extent: `${rounds} rounds after ${warmup} of warm-up, in turn`,
      repeat: `phone --rounds ${rounds} --warmup ${warmup}`,
      about:
        "Milliseconds on loopback, with a stand-in for each service, SQLite, and `notify.after` at 1 ms. *noticed*: the agent asks → the notice is at the device. *resumed*: the button is pressed → the agent has the outcome. *whole*: both, with a press at once.",
      tables: render(subjects),
    });
    return 0;
  } finally {
    for (const { device } of subjects) {
      await device.end();
      await device.hub.end();
    }
  }
}

async function start(name: string, bind: (start: StartHub) => Promise<Device>): Promise<Subject> {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "config.json"), JSON.stringify({ notify: { after: "1ms", desktop: false } }));
  const device = await bind((env) => BuiltHub.start(directory, env));
  return { name, device, noticed: [], resumed: [], whole: [] };
}

async function measure({ device, noticed, resumed, whole }: Subject, counts: boolean): Promise<void> {
  const { hub } = device;
  const [first, ...more] = ask.questions;
  // The notice is found by a text that no other has.
  const text = `${first?.question} (${++asked})`;
  const begun = performance.now();
  const arriving = device.notice(text);
  const { id } = await hub.call("agent", "/v1/asks", { ...ask, questions: [{ ...first, question: text }, ...more] });
  const ended = hub.call("agent", `/v1/asks/${id}?wait=60`);
  const { press } = await arriving;
  const arrived = performance.now();
  press();
  const { status } = await ended;
  const over = performance.now();
  if (status !== "answered") throw new Error(`The ask is ${status}.`);
  if (!counts) return;
  noticed.push(arrived - begun);
  resumed.push(over - arrived);
  whole.push(over - begun);
}

function render(subjects: readonly Subject[]): string[] {
  return [
    renderTable(
      ["", "noticed p50", "p95", "resumed p50", "p95", "whole p50", "p95"],
      subjects.map(({ name, noticed, resumed, whole }) => [
        name,
        ...showSpread(noticed),
        ...showSpread(resumed),
        ...showSpread(whole),
      ]),
    ),
    renderTargets(
      subjects.map(({ name, whole }) => [
        `${name}: asked → at the device → pressed → outcome at the agent, p50 ≤ ${limitMs} ms`,
        median(whole),
        (ms) => ms <= limitMs,
        show(median(whole), 1, " ms"),
      ]),
    ),
  ];
}
