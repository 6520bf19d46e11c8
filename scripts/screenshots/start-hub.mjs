import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHubClient } from "@yourcall/client/node";

/** A hub with these settings and a state directory of its own, both gone after `remove`. @param {object} config */
export async function startHub(config = {}) {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-pictures-"));
  writeFileSync(join(directory, "config.json"), JSON.stringify(config));
  const hub = spawn(process.execPath, ["cli/bin/yourcall.cjs", "serve", "--port", "0"], {
    env: { ...process.env, YOURCALL_HOME: directory },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise((resolve, reject) => {
    let said = "";
    hub.stderr.on("data", (data) => {
      said += data;
      if (said.includes(" listens on ")) resolve(undefined);
    });
    hub.on("exit", () => reject(new Error(`The hub did not start:\n${said}`)));
  });
  /** @param {string} name */
  const read = (name) => JSON.parse(readFileSync(join(directory, name), "utf8"));
  const { url, socket } = read("hub.json");
  const tokens = read("tokens.json");
  return {
    directory,
    url: String(url),
    connect: (/** @type {"agent" | "human"} */ scope) => createHubClient({ socketPath: socket, token: tokens[scope] }),
    async remove() {
      hub.kill();
      await once(hub, "exit");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
