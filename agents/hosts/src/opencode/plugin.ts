import { stateDirectoryPath } from "@yourcall/client/internal/node";
import { machineClock } from "@yourcall/core";
import { panePattern, toFields, toNonEmpty } from "@yourcall/core/internal";
import type { PluginSettings } from "../host.ts";
import { recordSeen } from "../host-seen.ts";
import { openHostHub, toHubEnvironment } from "../open-host-hub.ts";
import { type FollowOptions, followEvents, type HostApi } from "./follow-events.ts";

// Declared at the head of the file that `setup` writes.
declare const yourcallSettings: PluginSettings;

/** What the host gives its plugins, as far as it is used here. */
interface PluginContext {
  client: { _client: Record<"get" | "post", (request: object) => Promise<unknown>> };
  directory?: string;
}

const titles: Readonly<Record<string, string>> = { opencode: "OpenCode", kilo: "Kilo" };
const jsonHeaders = { "content-type": "application/json" };

/** The plugin of OpenCode and Kilo. It never lets the host wait, and never fails. */
export async function Yourcall(context: PluginContext) {
  const { host } = yourcallSettings;
  const api = toApi(context);
  void noteSeen(api, host);
  // It answers every request itself, which may take longer than the delay on a busy machine.
  if (isHeadless(process.argv)) return {};
  const { TMUX, TMUX_PANE = "" } = process.env;
  const follow = followEvents({
    title: titles[host] ?? host,
    name: host,
    api,
    hub: openHostHub(yourcallSettings),
    clock: machineClock,
    directory: context.directory,
    pane: TMUX !== undefined && panePattern.test(TMUX_PANE) ? TMUX_PANE : undefined,
    open: openDialogs(),
  });
  return {
    async event({ event }: { event: { type: string; properties: unknown } }) {
      try {
        follow.onEvent(event);
      } catch {
        // The host goes on without us.
      }
    },
    "tool.execute.after": (call: object, result: unknown) => follow.onResult(call, result).catch(() => {}),
  };
}

/** `opencode run`, unless a person told it to ask. */
function isHeadless([, , ...words]: readonly string[]): boolean {
  const command = words.find((word) => !word.startsWith("-"));
  return command === "run" && !words.some((word) => /^(-[a-z]*i|--interactive)/.test(word));
}

/** One list for the whole process: the host may load the plugin several times, once for each project. */
function openDialogs(): FollowOptions["open"] {
  const key = Symbol.for("yourcall.open-dialogs");
  const known: FollowOptions["open"] | undefined = Reflect.get(globalThis, key);
  const open = known ?? new Map();
  if (known === undefined) Reflect.set(globalThis, key, open);
  return open;
}

// Through the client that the host made: there may be no port to connect to.
function toApi({ client: { _client: client } }: PluginContext): HostApi {
  const toReply = (result: unknown) => {
    const { response, data } = toFields(result);
    const { status } = (response ?? {}) as Partial<Response>;
    if (status === undefined) throw new Error("no response");
    return { status, data };
  };
  return {
    get: async (url) => toReply(await client.get({ url })),
    post: async (url, body) => toReply(await client.post({ url, body, headers: jsonHeaders })),
  };
}

async function noteSeen(api: HostApi, host: string): Promise<void> {
  try {
    const { data } = await api.get("/global/health");
    const directory = stateDirectoryPath(toHubEnvironment(yourcallSettings));
    recordSeen(directory, host, {
      at: new Date(machineClock.now()).toISOString(),
      version: toNonEmpty(toFields(data).version),
    });
  } catch {
    // Only `doctor` misses it.
  }
}
