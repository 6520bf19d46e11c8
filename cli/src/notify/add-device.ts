import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { WireDevice } from "@yourcall/core/internal/wire";
import { deviceLevels } from "@yourcall/core/internal/wire";
import type { Values } from "../command.ts";
import type { notify } from "../commands/notify.ts";
import { withHub } from "../hub/connect.ts";
import { print, warn } from "../print.ts";
import { exitCodes, UsageError } from "../run-command.ts";
import { refuseAgent } from "../who-acts.ts";

const lookMs = 500;
const limitMs = 600_000;

/** `yourcall notify add telegram`: ends when the test button was pressed on the phone. */
export async function addDevice(
  [kind, ...more]: string[],
  { name, level, approvals, api }: Values<typeof notify.options>,
): Promise<number> {
  if (kind !== "telegram" || more.length > 0) throw new UsageError("notify add takes one kind of device: telegram.");
  if (approvals === true && level !== "full")
    throw new UsageError(
      "--approvals needs --level full: an approval can be allowed only where all of it can be read.",
    );
  if (refuseAgent("A device can answer for you", "No device was added.")) return exitCodes.failure;
  const token = process.env.YOURCALL_TELEGRAM_TOKEN ?? (await readSecret("The bot's token, from @BotFather: "));
  return withHub("human", { start: true }, async (client) => {
    const body = { kind, token: token.trim(), name, level: deviceLevels.find((one) => one === level), approvals, api };
    const { id, todo } = await client.addDevice({ ...body, kind: "telegram" });
    await print(`${todo}\n`);
    const device = await untilReady(() => client.listDevices(), id);
    if (device === undefined) {
      await client.removeDevice(id).catch(() => {});
      warn("Nobody pressed the button within ten minutes. Nothing was added.");
      return exitCodes.failure;
    }
    await print(`✔ ${device.name} gets your questions. \`yourcall notify remove ${id}\` removes it.\n`);
    return 0;
  });
}

/** `yourcall notify remove ID`. */
export async function removeDevice([id, ...more]: string[]): Promise<number> {
  if (id === undefined || more.length > 0)
    throw new UsageError("notify remove takes the id of a device. `yourcall notify` lists them.");
  return withHub("human", { start: true }, async (client) => {
    await client.removeDevice(id);
    await print("Removed. Its buttons no longer work.\n");
    return 0;
  });
}

async function untilReady(list: () => Promise<WireDevice[]>, id: string): Promise<WireDevice | undefined> {
  const until = Date.now() + limitMs;
  while (Date.now() < until) {
    const device = (await list()).find((one) => one.id === id);
    if (device?.state === "ready") return device;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  return undefined;
}

/** A line from the terminal that is not shown, or from standard input. */
async function readSecret(question: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  try {
    for await (const line of lines) return line;
    throw new UsageError("No token was given.");
  } finally {
    lines.close();
    if (process.stdin.isTTY) process.stderr.write("\n");
  }
}
