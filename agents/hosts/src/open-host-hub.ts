import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HubClient } from "@yourcall/client";
import { openHub } from "@yourcall/client/internal/node";
import { readHubAddress, stateDirectory } from "@yourcall/client/node";
import { type HubAsker, YourcallError } from "@yourcall/core";
import type { PluginSettings } from "./host.ts";

const ownVariables = ["YOURCALL_HOME", "YOURCALL_URL", "YOURCALL_TOKEN"] as const;

/**
 * The environment that says which hub to use: the host's own if it names one, otherwise that of `setup`. Never parts of both: a
 * token must not go to another hub.
 */
export function toHubEnvironment({ env }: PluginSettings, own: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return ownVariables.some((name) => own[name]) ? own : { ...own, ...env };
}

/**
 * The hub, for what runs inside a host. It is opened with the first ask, started if none is running, and looked for again while it
 * is away.
 */
export function openHostHub(
  settings: PluginSettings,
): Pick<HubAsker, "create" | "wait" | "cancel" | "report" | "delivery" | "endSession"> {
  const env = toHubEnvironment(settings);
  let opening: Promise<HubClient> | undefined;

  function client(): Promise<HubClient> {
    opening ??= openHub(
      {
        start: () => startHub(settings.command, env),
        mayRestart: () => isWanted(env),
        describeMissingToken: () => "There is no token for the hub.",
      },
      "agent",
      { start: readHubAddress(stateDirectory(env), env) === null, revive: () => true, env },
    );
    // The next ask tries again.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  }

  /** Tries once. If the hub was killed, starts it for the next call. */
  async function attempt<Result>(act: (hub: HubClient) => Promise<Result>): Promise<Result> {
    try {
      return await act(await client());
    } catch (error) {
      const isAway = YourcallError.isInstance(error) && error.code === "hub-unreachable";
      if (isAway && !env.YOURCALL_URL && isWanted(env)) await startHub(settings.command, env).catch(() => {});
      throw error;
    }
  }

  return {
    create: async (...given) => (await client()).create(...given),
    wait: async (...given) => (await client()).wait(...given),
    cancel: (...given) => attempt((hub) => hub.cancel(...given)),
    report: (...given) => attempt((hub) => hub.report(...given)),
    delivery: (...given) => attempt((hub) => hub.delivery(...given)),
    // If this process never asked, nothing can have been allowed until the end of the session.
    endSession: async (session) => (await opening)?.endSession(session),
  };
}

/** Whether the hub should be started again: it ran, and no person stopped it. */
function isWanted(env: NodeJS.ProcessEnv): boolean {
  const directory = stateDirectory(env);
  return existsSync(join(directory, "hub.wanted")) && existsSync(join(directory, "hub.json"));
}

function startHub([program = "", ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  // Flags for other programs (a debugger, a preload) would break ours.
  const { NODE_OPTIONS, BUN_OPTIONS, ...rest } = env;
  const child = spawn(program, [...args, "hook", "hub"], { stdio: "ignore", env: rest });
  return new Promise((resolve, reject) => {
    const fail = () => reject(new YourcallError("hub-unreachable", "The hub could not be started."));
    child.once("error", fail);
    child.once("close", (code) => (code === 0 ? resolve() : fail()));
  });
}
