import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { HubClient, WireAsk } from "@yourcall/client";
import { toEffect } from "@yourcall/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { startCommand, startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { yourcall } from "../support/terminal.ts";

const each = 10;
const cwd = "/srv/shop";
const numbers = Array.from({ length: each }, (_, at) => at);

/** Ten processes of the hook of Claude Code, each of a session of its own; their decisions. */
function startClaude(hub: TestHub, command = "npm test", count = each): Promise<string[]> {
  const hooks = numbers.slice(0, count).map((at) => {
    const event = {
      ...{ hook_event_name: "PermissionRequest", session_id: `claude-${at}`, prompt_id: "p", cwd },
      ...{ tool_name: "Bash", tool_input: { command } },
    };
    const env = { YOURCALL_HOME: hub.directory };
    return startCommand(["hook", "claude", "--approvals"], { stdin: JSON.stringify(event), env });
  });
  const toDecision = (stdout: string) => JSON.parse(stdout).hookSpecificOutput.decision.behavior as string;
  return Promise.all(hooks.map(async ({ ended }) => toDecision((await ended).stdout)));
}

/** The plugin that `setup opencode` writes, in a process of its own, for which ten permissions are asked; its replies. */
async function startOpenCode(hub: TestHub): Promise<string[]> {
  const home = temporaryDirectory("home");
  const config = join(home, ".config/opencode");
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, "opencode.jsonc"), "{}");
  const env = { HOME: home, XDG_CONFIG_HOME: "", YOURCALL_HOME: hub.directory };
  await startCommand(["setup", "opencode", "--yes"], { env }).ended;
  const host = join(home, "host.mjs");
  writeFileSync(
    host,
    `import { Yourcall } from ${JSON.stringify(join(config, "plugins/yourcall.js"))};
const replies = [];
const reply = (data) => ({ response: { status: 200 }, data });
const client = {
  get: async ({ url }) => reply(url === "/session/status" ? Object.fromEntries(Array.from({ length: ${each} }, (_, at) => ["oc-" + at, { type: "busy" }])) : {}),
  post: async ({ body }) => {
    replies.push(body.reply);
    if (replies.length === ${each}) console.log(JSON.stringify(replies));
    return reply({});
  },
};
const { event } = await Yourcall({ client: { _client: client }, directory: ${JSON.stringify(cwd)} });
for (let at = 0; at < ${each}; at++)
  void event({ event: { type: "permission.asked", properties: { id: "p" + at, sessionID: "oc-" + at, permission: "bash", patterns: ["npm test"], metadata: { command: "npm test" }, always: [] } } });
`,
  );
  const child = spawn(process.execPath, [host], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return JSON.parse(line);
}

/** An agent behind \`yourcall acp\` that asks for ten permissions in ten sessions; the chosen options. */
async function startAcp(hub: TestHub): Promise<string[]> {
  const agent = join(temporaryDirectory("acp"), "agent.mjs");
  writeFileSync(
    agent,
    `import { createInterface } from "node:readline";
const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
const chosen = [];
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, result } = JSON.parse(line);
  if (method === "initialize") send({ id, result: { protocolVersion: 1, agentInfo: { name: "gemini", version: "1" } } });
  else if (method === "session/new") {
    send({ id, result: { sessionId: "acp-" + id } });
    if (id === ${each})
      for (let at = 1; at <= ${each}; at++)
        send({ id: 100 + at, method: "session/request_permission", params: { sessionId: "acp-" + at, toolCall: { toolCallId: "c" + at, title: "npm test", kind: "execute", rawInput: { command: "npm test" } }, options: [{ optionId: "ok", name: "Yes", kind: "allow_once" }, { optionId: "no", name: "No", kind: "reject_once" }] } });
  } else if (id > 100) {
    chosen.push(result.outcome.optionId);
    if (chosen.length === ${each}) send({ method: "_done", params: { chosen } });
  }
}
`,
  );
  const child = spawn(process.execPath, [yourcall, "acp", "--", process.execPath, agent], {
    env: { ...process.env, YOURCALL_HOME: hub.directory },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    const exited = once(child, "exit");
    child.stdin.end();
    await exited;
  });
  const send = (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  send({
    id: 0,
    method: "initialize",
    params: { protocolVersion: 1, clientCapabilities: { elicitation: { form: {} } } },
  });
  for (const at of numbers) send({ id: at + 1, method: "session/new", params: { cwd, mcpServers: [] } });
  for await (const line of createInterface({ input: child.stdout })) {
    const { method, params } = JSON.parse(line);
    if (method === "_done") return params.chosen;
  }
  throw new Error("The agent ended.");
}

async function pending(person: HubClient, count: number): Promise<WireAsk[]> {
  return vi.waitFor(
    async () => {
      const { asks } = await person.list({ limit: 100 });
      expect(asks).toHaveLength(count);
      return asks;
    },
    { timeout: 60_000, interval: 200 },
  );
}

test("thirty approvals at once from three hosts take three acts, each call gets its own outcome, and every allow leads to an act", async () => {
  const hub = await startHub();
  const person = hub.client("human");
  const hosts = [startClaude(hub), startOpenCode(hub), startAcp(hub)];
  const asks = await pending(person, 3 * each);
  const groups = Map.groupBy(asks, ({ agent }) => agent.name);
  expect(groups.size).toBe(3);
  for (const [name, group] of groups) {
    const [first] = group;
    const allow = first?.approval?.options?.find(({ effect }) => effect === "allow-once")?.id ?? "allow-once";
    const answers = [{ question: first?.questions[0]?.question ?? "", selectedOptions: [allow] }];
    const grant = { covers: { kind: "input" as const }, where: "directory" as const };
    const until = new Date(Date.now() + 60_000).toISOString();
    const ids = group.map(({ id }) => id);
    const act = {
      answers,
      surface: "web",
      act: "click" as const,
      ...(name === "claude" && { grant: { ...grant, until } }),
    };
    const { results } = await person.answerSame(ids, act);
    expect(results.map(({ ask }) => ask?.status)).toEqual(ids.map(() => "answered"));
  }
  const [claude, opencode, acp] = await Promise.all(hosts);
  expect(claude).toEqual(numbers.map(() => "allow"));
  expect(opencode).toEqual(numbers.map(() => "once"));
  expect(acp).toEqual(numbers.map(() => "ok"));
  // The grant that came with one of the acts covers the next call.
  expect(await startClaude(hub, "npm test", 1)).toEqual(["allow"]);
  await person.revokeGrants();

  const { stdout } = await hub.run(["log", "--export"]);
  const records: WireAsk[] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).record)
    .filter((record) => record !== undefined)
    .map((record) => (typeof record === "string" ? JSON.parse(record) : record));
  const byId = new Map(records.map((record) => [record.id, record]));
  const allowed = records.filter(
    ({ outcome, approval }) => outcome && toEffect({ approval }, outcome)?.startsWith("allow"),
  );
  expect(allowed).toHaveLength(3 * each + 1);
  const actOf = ({ outcome }: WireAsk) => (outcome !== undefined && "by" in outcome ? outcome.by : undefined);
  for (const record of allowed) {
    const by = actOf(record);
    const source = by?.act === "covered" ? byId.get(by.grantedWith ?? "") : record;
    expect(source && actOf(source)).toMatchObject({ act: "click", surface: "web" });
  }
  expect(new Set(allowed.map((record) => actOf(record)?.batch)).size).toBe(4);
}, 120_000);
