import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { DeviceBody, DeviceLevel, WireDevice } from "@yourcall/core/internal/wire";
import { deviceLevels } from "@yourcall/core/internal/wire";
import type { Values } from "../command.ts";
import type { notify } from "../commands/notify.ts";
import { withHub } from "../hub/connect.ts";
import { print, warn } from "../print.ts";
import { exitCodes, UsageError } from "../run-command.ts";
import { refuseAgent } from "../who-acts.ts";

const lookMs = 500;
const limitMs = 600_000;

type Options = Values<typeof notify.options>;

/** `yourcall notify add telegram` or `ntfy`: ends when the test button was pressed on the phone. */
export async function addDevice([kind, ...more]: string[], options: Options): Promise<number> {
  if (kind === "push")
    throw new UsageError(
      "A browser is added in its own settings: open the page there (`yourcall open`), then Settings, Notify this device.",
    );
  const toBody = kind === "telegram" ? toTelegram : kind === "ntfy" ? toNtfy : undefined;
  if (toBody === undefined || more.length > 0)
    throw new UsageError("notify add takes one kind of device: telegram or ntfy.");
  if (options.approvals === true && options.level !== "full")
    throw new UsageError(
      "--approvals needs --level full: an approval can be allowed only where all of it can be read.",
    );
  if (refuseAgent("A device can answer for you", "No device was added.")) return exitCodes.failure;
  const body = await toBody(options);
  return withHub("human", { start: true }, async (client) => {
    const { id, todo } = await client.addDevice(body);
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

async function toTelegram(options: Options): Promise<DeviceBody> {
  const given = process.env.YOURCALL_TELEGRAM_TOKEN;
  const token = given ?? (await readLine("The bot's token, from @BotFather: ", { isSecret: true }));
  return { kind: "telegram", token: token.trim(), ...(await toCommon(options, "Telegram")), api: options.api };
}

async function toNtfy(options: Options): Promise<DeviceBody> {
  const { server, topic, "reply-topic": replyTopic } = options;
  const { YOURCALL_NTFY_TOKEN: given, YOURCALL_NTFY_PHONE_TOKEN: phoneToken } = process.env;
  // Random topics need no token; a server of your own has an access list.
  const needed =
    given ?? (topic === undefined ? undefined : await readLine("The hub's access token: ", { isSecret: true }));
  const common = await toCommon(options, "the ntfy server");
  return { kind: "ntfy", server, topic, replyTopic, token: needed?.trim(), phoneToken, ...common };
}

async function toCommon({ name, level, approvals }: Options, reader: string) {
  return { name, level: deviceLevels.find((one) => one === level) ?? (await askLevel(reader)), approvals };
}

/** Asks a person at the terminal how much of an ask the service may read; a script gets the default. */
async function askLevel(reader: string): Promise<DeviceLevel | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const answer = await readLine(
    `What may ${reader} read? Enter: questions and options; f: everything; w: only that something waits. `,
  );
  return deviceLevels.find((one) => answer !== "" && one.startsWith(answer.trim().toLowerCase()));
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

/** A line from the terminal or from standard input. A secret is not shown. */
async function readLine(question: string, { isSecret = false } = {}): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = isSecret ? silent : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    throw new UsageError("Nothing was typed.");
  } finally {
    lines.close();
    if (isTerminal && isSecret) process.stderr.write("\n");
  }
}
