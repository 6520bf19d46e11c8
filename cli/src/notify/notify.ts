import { stateDirectory } from "@yourcall/client/node";
import { cleanLine } from "@yourcall/core";
import { toDurationWords, toShowableJson } from "@yourcall/core/internal";
import type { WireDevice } from "@yourcall/core/internal/wire";
import { defaultPort } from "@yourcall/hub";
import { notify } from "../commands/notify.ts";
import { withHub } from "../hub/connect.ts";
import { readLocalHub } from "../hub/hub-process.ts";
import { readConfig } from "../hub/read-config.ts";
import { toOutput } from "../inbox/table-text.ts";
import { print, warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { createChannels } from "./channels.ts";
import type { Channel, Notice } from "./notice.ts";
import { inOrder, parseNotifySettings, type SettingFault, toTimeOfDay } from "./notify-settings.ts";
import { readNotifyState, toChannelName, toStateText } from "./notify-state.ts";

/** `yourcall notify`: the notification settings; `--test` sends a test. */
export function run(args: string[]): Promise<number> {
  return runCommand(notify, args, async ({ values, positionals }) => {
    const [word] = positionals;
    if (word === "add" || word === "remove") {
      const { addDevice, removeDevice } = await import("./add-device.ts");
      return word === "add" ? addDevice(positionals.slice(1), values) : removeDevice(positionals.slice(1));
    }
    if (word !== undefined) throw new UsageError(`notify takes add or remove, not "${word}".`);
    const { notify } = readConfig();
    const parsed = parseNotifySettings(notify);
    const { settings, faults } = parsed;
    const channels = createChannels(settings);
    if (values.test !== true) {
      if (values.channel !== undefined) throw new UsageError("--channel needs --test.");
      await show(values.json === true, parsed, channels);
      return 0;
    }
    for (const fault of faults) warn(toFaultText(fault));
    const chosen = choose(channels, values.channel);
    if (chosen.length === 0) {
      warn("No channel to test: no desktop here, and no webhooks in config.json. See `yourcall notify --help`.");
      return exitCodes.failure;
    }
    const results = await Promise.all(chosen.map(test));
    await print(values.json === true ? `${toShowableJson(results)}\n` : toOutput(results.map(toResultLine)));
    return results.some(({ error }) => error !== undefined) || faults.length > 0 ? exitCodes.failure : 0;
  });
}

type TestResult = Pick<Channel, "name" | "what"> & { error?: string };

async function test(channel: Channel): Promise<TestResult> {
  const { name, what } = channel;
  const url = readLocalHub(stateDirectory())?.url ?? `http://127.0.0.1:${defaultPort}`;
  const notice: Notice = {
    id: "ask_test",
    kind: "question",
    agent: "yourcall",
    title: "yourcall: a test",
    text: "This is what a notification looks like.",
    url,
    createdAt: new Date().toISOString(),
  };
  try {
    await channel.send(notice, new AbortController().signal);
    return { name, what };
  } catch (error) {
    return { name, what, error: (error as Error).message };
  }
}

function toResultLine(result: TestResult): string {
  const name = toChannelName(result);
  return result.error === undefined ? `ok    ${name}` : `fail  ${name}: ${cleanLine(result.error)}`;
}

function choose(channels: Channel[], name: string | undefined): Channel[] {
  if (name === undefined) return channels;
  const chosen = channels.filter((channel) => channel.name === name || channel.name === `webhook ${name}`);
  if (chosen.length > 0) return chosen;
  const known = channels.map((channel) => channel.name.replace("webhook ", "")).join(", ");
  throw new UsageError(`Unknown channel "${name}".${known === "" ? "" : ` Channels: ${known}.`}`);
}

type Parsed = ReturnType<typeof parseNotifySettings>;

async function show(json: boolean, { settings, faults }: Parsed, channels: Channel[]): Promise<void> {
  const state = readNotifyState(stateDirectory());
  const { afterMs, quiet, urgent } = settings;
  const found = channels.map(({ name, what }) => ({
    name,
    what,
    state: state?.channels.find((channel) => channel.name === name && channel.what === what),
  }));
  const hours = quiet === null ? null : { from: toTimeOfDay(quiet.from), to: toTimeOfDay(quiet.to) };
  const devices = inOrder(await listDevices(), settings.order);
  if (json)
    return print(
      `${toShowableJson({ afterMs, quiet: hours, urgent, faults, devices, channels: found.map((one) => ({ ...one.state, name: one.name, what: one.what })) })}\n`,
    );
  await print(
    toOutput([
      `You are notified after ${toDurationWords(afterMs)}${hours === null ? "" : `, but not from ${hours.from} to ${hours.to}`}.`,
      ...found.map((one) => `${toChannelName(one)}: ${cleanLine(toStateText(one.state))}`),
      ...devices.map(toDeviceLine),
      ...(found.length + devices.length === 0 ? ["No channels: no desktop here, and no webhooks in config.json."] : []),
      ...faults.map(toFaultText),
    ]),
  );
}

/** The devices of a running hub; none if no hub runs. */
async function listDevices(): Promise<WireDevice[]> {
  if (readLocalHub(stateDirectory()) === null && process.env.YOURCALL_URL === undefined) return [];
  return withHub("human", { start: false }, (client) => client.listDevices()).catch(() => []);
}

function toDeviceLine({ id, name, kind, state, level, reason }: WireDevice): string {
  const how = state === "adding" ? "not added yet" : (reason ?? `works (${level})`);
  return `${id} ${cleanLine(name)} (${kind}): ${reason === undefined ? "" : "fails, "}${cleanLine(how)}`;
}

function toFaultText({ path, expected }: SettingFault): string {
  return `config.json: ${path} is not valid. It must be ${expected}.`;
}
