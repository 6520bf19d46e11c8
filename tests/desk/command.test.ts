import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startDesk } from "../support/desk.ts";
import { startCommand, startHub, temporaryDirectory } from "../support/hub.ts";
import { root } from "../support/terminal.ts";

const scripted = [process.execPath, join(root, "tests/agents/acp-scripted.mjs")];

test("sessions are listed, started, written to and stopped from a terminal", async () => {
  const hub = await startHub();
  writeFileSync(join(hub.directory, "config.json"), JSON.stringify({ agents: { scripted } }));
  const none = await hub.run(["desk", "list"]);
  expect(none).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("No desk is running for this hub. Start one with"),
  });

  const desk = await startDesk(hub);
  mkdirSync(join(desk.cwd, ".git"));
  writeFileSync(join(desk.cwd, ".git/HEAD"), "ref: refs/heads/feat/sessions\n");
  const env = { HOME: desk.cwd };
  expect((await hub.run(["desk", "list"], { env })).stderr).toContain("No sessions.");
  const start = ["desk", "start", "--agent", "scripted", "--directory", desk.cwd];
  // The Agent SDK is here; Claude Code, which it runs, only while the tests of hosts link it.
  const program = `claude-agent-sdk-${process.platform}-${process.arch}`;
  const claude = existsSync(join(root, "node_modules/@anthropic-ai", program)) ? "claude, " : "";
  expect(desk.process().stderr()).toMatch(
    new RegExp(`Agents: ${claude}scripted.*\\.\nyourcall: Sessions are on the page: yourcall open`),
  );
  const started = await hub.run([...start, "--json", "Hello"], { env });
  const { id } = JSON.parse(started.stdout);
  await desk.until(id, { state: "idle", lastLine: "You said: Hello" });
  const sent = await hub.run(["desk", "send", id.slice(0, 8), "More", "words"], { env });
  expect(sent.code).toBe(0);
  await desk.until(id, { lastLine: "You said: More words" });
  const listed = (await hub.run(["desk", "list"], { env })).stdout;
  expect(listed).toMatch(
    /^[0-9a-f]{8} {2}Hello {2}idle \S.*\n +scripted · ~ · feat\/sessions\n +You said: More words\n$/,
  );
  expect((await hub.run(["desk", "stop", id], { env })).stdout).toContain("stopped");

  const usage: [string[], string][] = [
    [["start", "--agent", "scripted"], "Say what to do"],
    [
      ["start", "--agent", "scripted", "--mode", "bypassPermissions", "x"],
      "--mode must be one of default, plan, acceptEdits",
    ],
    [["start", "--agent", "nobody", "--directory", desk.cwd, "x"], 'Unknown agent "nobody"'],
    [["send", "ffffffff", "x"], 'There is no session "ffffffff"'],
    [["send", id], "Name the session and what to say"],
    [["stop"], "Name one session"],
    [["no-such-directory"], "is not a directory"],
  ];
  for (const [args, message] of usage)
    expect(await hub.run(["desk", ...args], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  const outside = await hub.run(["desk", "start", "--agent", "scripted", "--directory", "/", "x"], { env });
  expect(outside).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is not a directory this desk was started for"),
  });
  const second = await hub.run(["desk", desk.cwd], { env });
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining("A desk is already running") });
});

test("of five desks started at once, one runs and the others say so", async () => {
  const hub = await startHub();
  const desks = Array.from({ length: 5 }, () => hub.start(["desk", temporaryDirectory()]));
  const runs = desks.map(({ says }) =>
    says("The desk runs agents").then(
      () => true,
      () => false,
    ),
  );
  await Promise.any(desks.map(({ says }) => says("The desk runs agents")));
  const refused = "A desk is already running";
  await expect.poll(() => desks.filter((desk) => desk.stderr().includes(refused)), { timeout: 30_000 }).toHaveLength(4);
  for (const desk of desks) desk.kill("SIGTERM");
  expect((await Promise.all(runs)).filter(Boolean)).toHaveLength(1);
});

test("an agent can neither start nor use a desk, and gets only the environment variables on the list", async () => {
  const hub = await startHub();
  const script = join(temporaryDirectory(), "tell.mjs");
  // An agent whose greeting is its environment, and what happens when it tries to use the desk.
  writeFileSync(
    script,
    `import { spawnSync } from "node:child_process";
     import { readFileSync } from "node:fs";
     const names = Object.keys(process.env).sort().join(" ");
     const tried = spawnSync(process.execPath, [${JSON.stringify(join(root, "cli/bin/yourcall.cjs"))}, "desk", "list"], { encoding: "utf8" });
     const reply = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
     process.stdin.setEncoding("utf8").on("data", (lines) => {
       for (const line of lines.trim().split("\\n")) {
         const { id, method, params } = JSON.parse(line);
         if (method === "initialize") reply(id, { protocolVersion: 1 });
         if (method === "session/new") reply(id, { sessionId: "s" });
         if (method !== "session/prompt") continue;
         const content = { type: "text", text: names + " | " + tried.status + " " + tried.stderr };
         const update = { sessionUpdate: "agent_message_chunk", content };
         process.stdout.write(JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "s", update } }) + "\\n");
         reply(id, { stopReason: "end_turn" });
       }
     });`,
  );
  writeFileSync(join(hub.directory, "config.json"), JSON.stringify({ agents: { teller: [process.execPath, script] } }));
  const secrets = { GITHUB_TOKEN: "g", AWS_SECRET_ACCESS_KEY: "s", WANTED: "w" };
  const desk = await startDesk(hub, { env: secrets, args: ["--env", "WANTED"] });
  const { id } = await desk.start("teller", "Tell me");
  await desk.until(id, { state: "idle" });
  const entry = (await desk.read(id)).find(({ type }) => type === "text");
  const told = entry?.type === "text" ? entry.text : "";
  expect(told).toMatch(/^HOME LANG (PATH )?(USER )?.*WANTED/);
  expect(told.split(" | ")[0]).toContain("YOURCALL_SESSION");
  for (const name of ["GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "YOURCALL_TOKEN"]) expect(told).not.toContain(name);
  expect(told).toContain("1 yourcall: Only a person may start agents and write to them");

  for (const args of [[desk.cwd], ["list"], ["start", "x"], ["send", id, "x"], ["stop", id]]) {
    const refused = await hub.run(["desk", ...args], { env: { CLAUDECODE: "1" } });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("CLAUDECODE is set") });
  }
});

test("a desk for a hub with a publicUrl is refused without --remote", async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "config.json"), JSON.stringify({ publicUrl: "https://calls.example" }));
  const env = { YOURCALL_HOME: directory };
  const refused = await startCommand(["desk", directory], { env }).ended;
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("yourcall desk --remote") });
  await startHub({ directory });
  const desk = startCommand(["desk", "--remote", directory], { env });
  await desk.says("The desk runs agents in ");
  desk.kill("SIGTERM");
  expect((await desk.ended).code).toBe(0);
});
