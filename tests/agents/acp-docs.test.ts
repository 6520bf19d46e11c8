import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { root } from "../support/terminal.ts";

const page = readFileSync(join(root, "docs/agents/acp.md"), "utf8");

/** The agents that the page names, each of which does what its prompt says. */
function installAgents(): string {
  const directory = join(temporaryDirectory("acp-docs"), "bin");
  mkdirSync(directory);
  for (const name of ["gemini", "opencode", "claude-agent-acp"]) {
    const file = join(directory, name);
    writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${join(root, "tests/agents/acp-scripted.mjs")}'\n`);
    chmodSync(file, 0o755);
  }
  return directory;
}

/** A line of a shell as words. */
const toWords = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");

test("every command of docs/agents/acp.md starts the agent that it names", async () => {
  const hub = await startHub();
  const env = { PATH: `${installAgents()}${delimiter}${process.env.PATH}` };
  const [, config = ""] = /^```json\n(.*?)^```/ms.exec(page) ?? [];
  writeFileSync(join(hub.directory, "config.json"), config);

  const commands = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, text = ""]) => text.trim().split("\n"));
  expect(commands).toHaveLength(3);
  const ended = commands.map(toWords).map(async ([name, ...args]) => {
    expect(name).toBe("yourcall");
    const hasPrompt = args.includes("Fix the login");
    const ran = await hub.run(args, { env, stdin: hasPrompt ? "" : "Fix the login\n" });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("You said: Fix the login") });
  });
  await Promise.all(ended);

  const initialize = { protocolVersion: 1, clientCapabilities: {} };
  const proxies = [...page.matchAll(/"yourcall"[^`|]*/g)].map(([text]) => text.match(/[\w-]+/g)?.slice(1) ?? []);
  expect(proxies).toHaveLength(3);
  for (const words of proxies) {
    const args = words.filter((word) => word !== "args");
    expect(args.slice(0, 2)).toEqual(["acp", "--"]);
    const stdin = `${JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params: initialize })}\n`;
    expect((await hub.run(args, { env, stdin })).stdout).toContain('"protocolVersion":1');
  }
});
