import { cleanLine } from "@yourcall/core";
import type { LocalHub } from "../hub/hub-process.ts";
import { readConfig } from "../hub/read-config.ts";
import { checkReach } from "../share/check-reach.ts";
import { findTailscale, readTailscale } from "../share/tailscale.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

const check = "share";

/** Checks the way from `publicUrl` to the hub: Tailscale, what it serves, TLS, and that it is this hub that answers. */
export async function checkShare(hub: LocalHub | null): Promise<Finding[]> {
  const { publicUrl } = readConfig();
  // An invalid one is reported with the other settings.
  if (typeof publicUrl !== "string" || !URL.canParse(publicUrl) || new URL(publicUrl).protocol !== "https:") return [];
  const { hostname, href } = new URL(publicUrl);
  const url = href.replace(/\/$/, "");
  if (hostname.endsWith(".trycloudflare.com"))
    return [
      fail(
        check,
        `${url} is a quick tunnel: its address changes at every start, and it does not pass the event stream on`,
        "Use `yourcall share`, or a proxy with an address of its own.",
      ),
    ];
  const onTheWay = hostname.endsWith(".ts.net") ? await checkTailscale(hostname, hub) : null;
  if (onTheWay !== null) return [onTheWay];
  if (hub === null) return [warn(check, `${url} leads nowhere while no hub is running`, "Start one: yourcall serve")];
  const fault = await checkReach(url, hub.url);
  return fault === null
    ? [ok(check, `The page is reached at ${url}, with a valid certificate`)]
    : [fail(check, `The page cannot be reached at ${url}: ${cleanLine(fault)}`, "Phones and links use this address.")];
}

/** Null if Tailscale serves the hub at this name. */
async function checkTailscale(name: string, hub: LocalHub | null): Promise<Finding | null> {
  const program = findTailscale();
  if (program === null)
    return fail(
      check,
      `publicUrl is ${name}, but tailscale was not found`,
      "Install it, or run `yourcall share --off`.",
    );
  const { problem, name: own, served } = await readTailscale(program);
  if (problem !== null) return fail(check, problem.what, problem.todo);
  if (own !== name)
    return fail(
      check,
      `publicUrl is ${name}, but this machine is ${own}`,
      "Run `yourcall share --off`, then share again.",
    );
  if (served.is === "other") return fail(check, `Tailscale serves ${served.what} at ${name}`, "Remove that first.");
  if (served.is === "nothing") return fail(check, `Tailscale serves nothing at ${name}`, "Run `yourcall share`.");
  return hub === null || served.to === hub.url
    ? null
    : fail(
        check,
        `Tailscale serves ${served.to} at ${name}, but the hub is at ${hub.url}`,
        "Run `yourcall share --off`, then share again.",
      );
}
