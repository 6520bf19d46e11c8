import { spawn } from "node:child_process";
import { withYourcall } from "@yourcall/claude";
import { createHubClient } from "@yourcall/client/node";
import { expect, onTestFinished, test } from "vitest";
import { asks, calls, openPlace, says } from "../support/agent-chat.ts";
import { askFile, database } from "../support/asks.ts";
import { startCommand, startHub, type TestHub } from "../support/hub.ts";
import { openRecordedWay, type RecordedWay } from "../support/recorded-way.ts";
import { openTerminal, yourcall } from "../support/terminal.ts";

const answers = [{ question: database.question, selectedOptions: ["SQLite"] }];
const replies = () => [calls("One thing.", asks("t1", database)), says("SQLite then.")];

/** Starts a client through this proxy and resolves once it has its answer. */
type Client = (way: RecordedWay, hub: TestHub) => Promise<unknown>;

const clients: Record<string, Client> = {
  "yourcall ask without a terminal": async ({ home }) =>
    startCommand(["ask", askFile(database), "--no-input"], { env: { YOURCALL_HOME: home } }).ended,
  "yourcall ask on a terminal": async ({ home }) => {
    const terminal = openTerminal(["ask", askFile(database)], { env: { YOURCALL_HOME: home } });
    return terminal.exited;
  },
  "the hook of Claude Code": async ({ home }) =>
    startCommand(["hook", "claude"], {
      env: { YOURCALL_HOME: home },
      stdin: JSON.stringify({
        hook_event_name: "PermissionRequest",
        session_id: "s",
        cwd: "/work",
        tool_name: "AskUserQuestion",
        tool_input: { questions: [database] },
      }),
    }).ended,
  "the loop without a terminal": async ({ home }) => {
    const { env } = await openPlace(replies(), { home });
    return startCommand(["agent", "go"], { env }).ended;
  },
  "the chat": async ({ home }) => {
    const place = await openPlace(replies(), { home });
    return place.chat(["go"]).see("SQLite then.");
  },
  "JSON lines": async ({ home }) => {
    const { env, directory } = await openPlace(replies(), { home });
    const host = spawn(process.execPath, [yourcall, "agent", "--json", "go"], {
      cwd: directory,
      env: { PATH: process.env.PATH, ...env },
      stdio: ["pipe", "pipe", "ignore"],
    });
    onTestFinished(() => void host.kill("SIGKILL"));
    let out = "";
    return new Promise<void>((resolve) =>
      host.stdout.on("data", (text) => {
        out += text;
        if (out.includes('"type":"done"')) resolve();
      }),
    );
  },
  "the Claude Agent SDK": async ({ socket }, { tokens }) => {
    const asker = createHubClient({ socketPath: socket, token: tokens.agent });
    onTestFinished(() => asker.close());
    const { canUseTool } = withYourcall({}, { asker, onAsk: () => {} });
    const call = { signal: new AbortController().signal, toolUseID: "toolu_1", requestId: "r1" };
    return canUseTool?.("AskUserQuestion", { questions: [database] }, call) ?? Promise.reject(new Error("No tool."));
  },
};

test("status counts what waits without listing it", async () => {
  const hub = await startHub();
  await hub.ask([database]);
  const way = await openRecordedWay(hub);
  for (const args of [[], ["--line"], ["--json"]]) {
    const { code, stdout } = await hub.run(["status", ...args], { env: { YOURCALL_HOME: way.home } });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^1 waiting|"pending": ?1\b/)]);
  }
  expect(way.requests).toContain("GET /metrics");
  expect(way.requests).not.toContain("GET /v1/asks");
});

test.each(Object.entries(clients))(
  "%s creates its ask with one request and waits with one at a time",
  async (_, start) => {
    const hub = await startHub();
    const human = hub.client("human");
    const way = await openRecordedWay(hub);
    const ended = start(way, hub);
    await expect.poll(async () => (await human.list()).asks.length, { timeout: 20_000 }).toBe(1);
    const [ask] = (await human.list()).asks;
    const name = `GET /v1/asks/${ask?.id}`;
    // Also after the time for which a first response may be held.
    await expect.poll(() => way.requests.filter((request) => request === name).length).toBeGreaterThan(0);
    await human.answer(ask?.id ?? "", { answers, surface: "web", act: "click" });
    await ended;
    expect(way.requests.filter((request) => request === "POST /v1/asks")).toHaveLength(1);
    expect(way.mostOpen(name)).toBe(1);
    expect(way.requests.filter((request) => request.endsWith("/cancel"))).toEqual([]);
  },
);
