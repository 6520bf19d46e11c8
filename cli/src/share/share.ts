import type { HubClient } from "@yourcall/client";
import { stateDirectory } from "@yourcall/client/node";
import { cleanLine, cleanText } from "@yourcall/core";
import { defaultPort } from "@yourcall/hub";
import { rememberedPort } from "@yourcall/hub/internal";
import { readDeskFile } from "@yourcall/sessions/file";
import { confirmHere } from "../ask/confirm-here.ts";
import type { Values } from "../command.ts";
import { share } from "../commands/share.ts";
import { findProgram } from "../find-program.ts";
import { withHub } from "../hub/connect.ts";
import { hubElsewhere, readLocalHub } from "../hub/hub-process.ts";
import { readConfig } from "../hub/read-config.ts";
import { writeConfig } from "../hub/write-config.ts";
import { info, print, warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { refuseAgent } from "../who-acts.ts";
import { checkReach } from "./check-reach.ts";
import {
  findTailscale,
  readTailscale,
  runTailscale,
  serveArguments,
  type Tailscale,
  unserveArguments,
} from "./tailscale.ts";

/** `yourcall share`: the page behind `tailscale serve`, and a code that logs a phone in. */
export function run(args: string[]): Promise<number> {
  return runCommand(share, args, async ({ values, positionals: [given, ...more] }) => {
    if (given !== undefined && /^cloudflared?$/.test(given)) {
      warn(`Not shared. ${whyNoQuickTunnel}\n${ownProxy}`);
      return exitCodes.failure;
    }
    if ((given !== undefined && given !== "tailscale") || more.length > 0)
      throw new UsageError("share takes no arguments; it uses Tailscale.");
    if (refuseAgent("Whoever reaches the page can try to log in", "Nothing was changed.")) return exitCodes.failure;
    const elsewhere = hubElsewhere();
    if (elsewhere !== undefined)
      throw new UsageError(`YOURCALL_URL points to ${elsewhere}. Share the page on the machine of its hub.`);
    return values.off === true ? unshare() : sharePage(values);
  });
}

const whyNoQuickTunnel =
  "A quick tunnel of cloudflared gets a new address at every start, so that logins, the installed page and its notifications end with it, and it does not pass the page's event stream on.";
const ownProxy = "Any other https proxy will do: yourcall config set publicUrl https://…";
const consent = "If Tailscale wants something allowed in a browser, do that and run `yourcall share` again.";

async function sharePage({ yes, print: linkOnly }: Values<typeof share.options>): Promise<number> {
  const program = findTailscale();
  if (program === null) {
    const quick = findProgram("cloudflared", process.env) === null ? "" : `\n${whyNoQuickTunnel}`;
    warn(`tailscale was not found. Install it from https://tailscale.com/download. ${ownProxy}${quick}`);
    return exitCodes.failure;
  }
  const tailscale = await readTailscale(program);
  return withHub("human", { start: true }, async (client) => {
    const { url: target, publicUrl } = await client.settings();
    const url = `https://${tailscale.name}`;
    const obstacle = findObstacle(tailscale, { url, target, publicUrl });
    if (obstacle !== null) {
      warn(`Not shared. ${obstacle}`);
      return exitCodes.failure;
    }
    if (tailscale.served.is === "nothing" || publicUrl === undefined) {
      const fault = await begin(program, tailscale, { url, target, yes: yes === true });
      if (fault !== null) {
        warn(fault);
        return exitCodes.failure;
      }
      await untilTaken(client, url);
    }
    const unreachable = await checkReach(url, target);
    if (unreachable !== null)
      warn(`${url} cannot be reached from here yet: ${cleanLine(unreachable)}. \`yourcall doctor\` checks it again.`);
    await showLogin(client, linkOnly === true);
    return 0;
  });
}

interface Place {
  /** The address in the tailnet. */
  url: string;
  /** Where the hub listens. */
  target: string;
  publicUrl?: string | undefined;
}

/** Why the page cannot be shared there, and what to do; null if it can. */
function findObstacle({ problem, name, served }: Tailscale, { url, target, publicUrl }: Place): string | null {
  if (problem !== null) return `${problem.what}. ${cleanText(problem.todo)}`;
  if (!/^http:\/\/(127\.0\.0\.1|\[::1\]):/.test(target))
    return `This hub does not listen on loopback; it is already reached at ${target}.`;
  if (publicUrl !== undefined && publicUrl !== url)
    return `publicUrl is already ${publicUrl}. To share it through Tailscale instead: yourcall config set publicUrl`;
  if (served.is === "other" || (served.is === "proxy" && served.to !== target)) {
    const what = served.is === "proxy" ? served.to : served.what;
    return `Tailscale already serves something else at ${url}: ${cleanLine(what)}. It was left alone. Another port is possible:\n  tailscale serve --bg --https=8443 ${target}\n  yourcall config set publicUrl https://${name}:8443`;
  }
  if (publicUrl === undefined && isDeskRunning())
    return "A desk is running, and anyone who signs in at the shared page could start agents on this machine. Stop it first; `yourcall desk --remote` starts one that may be reached.";
  return null;
}

function isDeskRunning(): boolean {
  const desk = readDeskFile(stateDirectory());
  if (desk === null) return false;
  try {
    process.kill(desk.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Serves the page and sets `publicUrl`. Null if that is done; otherwise why not. */
async function begin(
  program: string,
  { served }: Tailscale,
  { url, target, yes }: Place & { yes: boolean },
): Promise<string | null> {
  const command = serveArguments(target);
  info(`Your tailnet will reach the page at ${url}. This will be done:`);
  if (served.is === "nothing") info(`  tailscale ${command.join(" ")}`);
  info(`  publicUrl in config.json: ${url}`);
  const words = ["Share it", "Change nothing"] as const;
  if (!yes && !(await confirmHere("Share", "Share the page?", words, "Use --yes to do it.")))
    return "Nothing was changed.";
  const said = served.is === "nothing" ? await runTailscale(program, command) : null;
  if (said !== null) return `Not shared. tailscale said: ${cleanText(said)}\n${consent}`;
  try {
    writeConfig(["publicUrl"], url);
    return null;
  } catch (error) {
    if (served.is === "nothing") await runTailscale(program, unserveArguments);
    throw error;
  }
}

const takenMs = 10_000;
const lookMs = 200;

/** Resolves once the running hub has read the address from config.json. */
async function untilTaken(client: HubClient, url: string | undefined): Promise<void> {
  const until = Date.now() + takenMs;
  while ((await client.settings()).publicUrl !== url) {
    if (Date.now() > until) {
      warn("The running hub has not noticed the change. `yourcall stop` ends it; the next command starts one.");
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}

async function showLogin(client: HubClient, linkOnly: boolean): Promise<void> {
  const { url } = await client.createLoginLink();
  if (!linkOnly && process.stdout.isTTY) {
    const { toQrText } = await import("./qr-text.ts");
    await print(toQrText(url));
  }
  await print(`${url}\n`);
  info("Scan the code with a phone in your tailnet. It logs one device in, within one minute.");
  info("`yourcall share` draws another one, `yourcall share --off` ends it.");
}

/** Where the hub listens, or listened last. */
function hubAddress(): string {
  const directory = stateDirectory();
  return readLocalHub(directory)?.url ?? `http://127.0.0.1:${rememberedPort(directory) ?? defaultPort}`;
}

/** Undoes what `share` did, and nothing else. */
async function unshare(): Promise<number> {
  const program = findTailscale();
  const tailscale = program === null ? null : await readTailscale(program);
  const { publicUrl } = readConfig();
  const served = tailscale?.served;
  const isOurs = served?.is === "proxy" && served.to === hubAddress();
  const isShared = typeof publicUrl === "string" && /^https:\/\/[^/:]+\.ts\.net\/?$/.test(publicUrl);
  if (program !== null && isOurs) {
    info(`  tailscale ${unserveArguments.join(" ")}`);
    const said = await runTailscale(program, unserveArguments);
    if (said !== null) {
      warn(`Still shared. tailscale said: ${cleanText(said)}`);
      return exitCodes.failure;
    }
  }
  if (isShared) writeConfig(["publicUrl"], undefined);
  if (!isOurs && !isShared) info("The page was not shared through Tailscale.");
  else info("The page is no longer shared. Phones stay logged in until you revoke them in the settings of the page.");
  if (isShared && tailscale?.problem)
    warn(`${tailscale.problem.what}, so what it serves was left alone. ${cleanText(tailscale.problem.todo)}`);
  return 0;
}
