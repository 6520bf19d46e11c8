import { resolve } from "node:path";
import { parseJson } from "@yourcall/core/internal";
import { UsageError } from "../run-command.ts";

const names = ["YOURCALL_HOME", "YOURCALL_URL", "YOURCALL_TOKEN"] as const;

type HubEnv = Readonly<Record<string, string>>;

/** The variables that name a hub, for a client's settings: few clients pass on all variables of their own environment. */
export function toHubEnv(env: NodeJS.ProcessEnv): HubEnv {
  return pick((name) => (name === "YOURCALL_HOME" && env[name] ? resolve(env[name]) : env[name]));
}

/** Throws if the token would let the agents of a client answer their own questions. */
export function refuseHumanToken({ YOURCALL_TOKEN }: NodeJS.ProcessEnv): void {
  if (YOURCALL_TOKEN?.startsWith("yc_human_"))
    throw new UsageError(
      "YOURCALL_TOKEN is a human token: an agent that reads it in these settings could answer its own questions. Set an agent token, or unset it.",
    );
}

/** The same variables as an earlier run wrote them into this text, JSON or TOML. */
export function readHubEnv(text: string): HubEnv {
  return pick((name) => {
    const [, value] = new RegExp(`${name}"?\\s*[:=]\\s*("(?:[^"\\\\\n]|\\\\.)*")`).exec(text) ?? [];
    const found = value === undefined ? undefined : parseJson(value);
    return typeof found === "string" ? found : undefined;
  });
}

function pick(read: (name: (typeof names)[number]) => string | undefined): HubEnv {
  return Object.fromEntries(names.flatMap((name) => (read(name) ? [[name, read(name) ?? ""]] : [])));
}
