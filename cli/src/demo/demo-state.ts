import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeTransport, readHubAddress } from "@yourcall/client/node";
import { readConfig } from "../hub/read-config.ts";

/** The port that a hub tries first; a person's own hub may well have it. */
const usualPort = 2255;

// By it the hub's process knows a directory that is the demo's to remove.
const mark = "demo";

/**
 * Makes a state directory of the demo's own and points this process, and whatever it starts, at it: the person's own inbox
 * is left alone, and everything that a command does with a hub works here as it does there. Of the person's settings the keys
 * and the port hold here too.
 */
export function takeOwnState(): { directory: string; port: number } {
  const { keys, port: given } = readConfig(() => {});
  const port = typeof given === "number" ? given : usualPort;
  const directory = mkdtempSync(join(tmpdir(), "yourcall-demo-"));
  writeFileSync(join(directory, mark), "");
  const config = { keys, port, notify: { desktop: false } };
  writeFileSync(join(directory, "config.json"), `${JSON.stringify(config)}\n`);
  for (const name of ["YOURCALL_URL", "YOURCALL_TOKEN", "YOURCALL_STORE"]) delete process.env[name];
  process.env.YOURCALL_HOME = directory;
  return { directory, port };
}

export function isDemoState(directory: string): boolean {
  return existsSync(join(directory, mark));
}

/** How many other screens follow the hub: pages in a browser, inboxes. Zero where no hub answers. */
export async function countScreens(directory: string): Promise<number> {
  const address = readHubAddress(directory, {});
  if (address?.socketPath === undefined) return 0;
  const transport = createNodeTransport({ socketPath: address.socketPath, token: address.tokens.human });
  try {
    const { body } = await transport.request({ method: "GET", path: "/metrics" });
    return Number(/^yourcall_event_streams (\d+)$/m.exec(String(body))?.[1] ?? 0);
  } catch {
    return 0;
  } finally {
    transport.close?.();
  }
}
