import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import ask from "../fixtures/ask.json" with { type: "json" };
import { BuiltHub } from "./built-hub.ts";
import { type Command, nodeCommand, temporaryDirectory, yourcall } from "./command.ts";
import { median, ratio, renderTable, renderTargets, show, showSpread } from "./figures.ts";
import { parseOptions } from "./options.ts";
import { report } from "./results.ts";
import { takeTurns } from "./take-turns.ts";

interface Subject {
  name: string;
  command: Command;
  /** Milliseconds: each start, and each call. */
  starts: number[];
  calls: number[];
}

// Codex starts without a server that is not ready by then.
const startLimitMs = 1000;
const callRounds = 200;
const callWarmup = 20;

/** `yourcall mcp` compared with a hand-written server: the time to the first list of tools, and one call that is answered immediately. */
export async function benchMcp(args: string[]): Promise<number> {
  const options = parseOptions(args, { rounds: 20, warmup: 2 });
  const { rounds, warmup, isWhole } = options;
  const directory = temporaryDirectory();
  const byHandServer = join(import.meta.dirname, "mcp/by-hand-server.mjs");
  const byHand: Subject = { name: "by hand", command: nodeCommand(directory, byHandServer), starts: [], calls: [] };
  const own: Subject = { name: "yourcall mcp", command: yourcall(directory, "mcp"), starts: [], calls: [] };
  const subjects = [byHand, own];
  const hub = await BuiltHub.start(directory);
  try {
    await hub.answerAll();
    await takeTurns(subjects, options, async ({ command, starts }, counts) => {
      const ms = await measureStart(command);
      if (counts) starts.push(ms);
    });
    for (const subject of subjects) subject.calls = await measureCalls(subject.command);
    const render = (what: string, times: "starts" | "calls") =>
      renderTable(
        [what, "p50", "p95", "× by hand"],
        subjects.map(({ name, [times]: ms }) => [
          name,
          ...showSpread(ms),
          show(ratio(median(ms), median(byHand[times])), 2),
        ]),
      );
    const start = median(own.starts);
    const target = `spawn → tools/list ≤ ${startLimitMs} ms`;
    report("mcp", isWhole, {
      title: "MCP",
      extent: `${rounds} starts after ${warmup} of warm-up, in turn; ${callRounds} calls`,
      repeat: `mcp --rounds ${rounds} --warmup ${warmup}`,
      about:
        "Milliseconds. *by hand*: a server of fifty lines that knows one tool and makes one request to the same hub. *tools/call → answer*: one question, stored in the hub, answered by somebody who reads the event stream, and back.",
      tables: [
        render("spawn → tools/list", "starts"),
        render("tools/call → answer", "calls"),
        renderTargets([[target, start, (ms) => ms <= startLimitMs, show(start, 0, " ms")]]),
      ],
    });
    return 0;
  } finally {
    await hub.end();
  }
}

/** Milliseconds from spawn until the tools are listed. */
async function measureStart(command: Command): Promise<number> {
  const startedAt = performance.now();
  const server = await open(command);
  await server.call("tools/list", {});
  const ms = performance.now() - startedAt;
  await server.close();
  return ms;
}

/** Milliseconds of each call that is answered immediately. */
async function measureCalls(command: Command): Promise<number[]> {
  const server = await open(command);
  const times: number[] = [];
  for (let round = 0; round < callWarmup + callRounds; round++) {
    const startedAt = performance.now();
    const reply = await server.call("tools/call", { name: "AskUserQuestion", arguments: { questions: ask.questions } });
    if (round >= callWarmup) times.push(performance.now() - startedAt);
    if (!reply.includes("answered")) throw new Error(`No answer came back: ${reply.slice(0, 300)}`);
  }
  await server.close();
  return times;
}

/** A minimal hand-written client, so that only the server is measured. */
async function open({ file, args, env }: Command) {
  const child = spawn(file, args, { env, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, (reply: string) => void>();
  child.once("exit", (code) => {
    throw new Error(`The server ended with ${code} before everything was answered.`);
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id } = JSON.parse(line) as { id?: number };
    if (id !== undefined) waiting.get(id)?.(line);
  });
  let count = 0;
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const call = (method: string, params: object): Promise<string> => {
    const id = ++count;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  };
  const clientInfo = { name: "bench", version: "1" };
  await call("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  send({ method: "notifications/initialized" });
  return {
    call,
    async close() {
      child.removeAllListeners("exit");
      child.kill("SIGKILL");
      await once(child, "close");
    },
  };
}
