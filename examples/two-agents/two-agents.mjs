import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHubClient } from "@yourcall/client/node";
import { sessionFile, startModel } from "./model.mjs";

const yourcall = join(import.meta.dirname, "../../cli/bin/yourcall.cjs");

/** Starts a separate hub and desk, and a session of one agent in each of two projects. */
export async function startTwoAgents() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "yourcall-two-agents-")));
  const [state, shop, billing] = [join(home, "state"), join(home, "shop"), join(home, "billing")];
  for (const directory of [state, join(shop, "src"), join(shop, ".git"), billing])
    mkdirSync(directory, { recursive: true });
  writeFileSync(join(shop, "src/session.js"), sessionFile);
  writeFileSync(join(shop, ".git/HEAD"), "ref: refs/heads/feat/sessions\n");
  const agents = { reviewer: [process.execPath, join(import.meta.dirname, "reviewer.mjs")] };
  writeFileSync(join(state, "config.json"), JSON.stringify({ agents }));

  const model = await startModel();
  const env = { ...process.env, HOME: home, YOURCALL_HOME: state };
  const hub = await run(["serve", "--port", "0"], env, " listens on ");
  const forLoop = { OPENAI_BASE_URL: model.url, YOURCALL_MODEL: "openai:script" };
  const desk = await run(["desk", shop, billing], { ...env, ...forLoop }, "The desk runs agents in ");

  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(state, name), "utf8"));
  const person = createHubClient({ socketPath: read("hub.json").socket, token: read("tokens.json").human });
  const totals = { agent: "reviewer", directory: billing, prompt: "Why do the totals differ by a cent?" };
  const login = { agent: "loop", directory: shop, prompt: "Sessions vanish on every deploy. Please fix that." };
  for (const session of [totals, login]) await person.sessions.start(session);
  return {
    person,
    /** A link to the sessions, good for one login. */
    async createLink() {
      const link = new URL((await person.createLoginLink()).url);
      link.pathname = "/sessions";
      return link.href;
    },
    async stop() {
      person.close();
      for (const part of [desk, hub]) {
        part.kill();
        if (part.exitCode === null && part.signalCode === null) await once(part, "exit");
      }
      model.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a part of yourcall, and resolves once it says that it runs.
 * @param {string[]} args @param {NodeJS.ProcessEnv} env @param {string} sign
 * @returns {Promise<import("node:child_process").ChildProcess>}
 */
function run(args, env, sign) {
  const part = spawn(process.execPath, [yourcall, ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
  return new Promise((resolve, reject) => {
    let said = "";
    part.stderr.setEncoding("utf8").on("data", (text) => {
      said += text;
      if (said.includes(sign)) resolve(part);
    });
    part.once("exit", () => reject(new Error(said)));
  });
}
