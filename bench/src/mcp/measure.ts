import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import ask from "../../fixtures/ask.json" with { type: "json" };
import type { Command } from "../hook/measure.ts";

const clientInfo = { name: "bench", version: "1" };

/** A client by hand, so that only the server is measured. */
function open({ file, args, env }: Command) {
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
  return {
    call(method: string, params: object): Promise<string> {
      const id = ++count;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        send({ id, method, params });
      });
    },
    tell: (method: string) => send({ method }),
    async close() {
      child.removeAllListeners("exit");
      child.kill("SIGKILL");
      await once(child, "close");
    },
  };
}

async function begin(command: Command) {
  const server = open(command);
  await server.call("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  server.tell("notifications/initialized");
  return server;
}

/** Milliseconds from spawn until the tools are listed. */
export async function measureStart(command: Command): Promise<number> {
  const startedAt = performance.now();
  const server = await begin(command);
  await server.call("tools/list", {});
  const ms = performance.now() - startedAt;
  await server.close();
  return ms;
}

/** Milliseconds of each call that asks a person who answers at once. */
export async function measureCalls(
  command: Command,
  { rounds, warmup }: { rounds: number; warmup: number },
): Promise<number[]> {
  const server = await begin(command);
  const times: number[] = [];
  for (let round = 0; round < warmup + rounds; round++) {
    const startedAt = performance.now();
    const reply = await server.call("tools/call", { name: "AskUserQuestion", arguments: { questions: ask.questions } });
    if (round >= warmup) times.push(performance.now() - startedAt);
    if (!reply.includes("answered")) throw new Error(`No answer came back: ${reply.slice(0, 300)}`);
  }
  await server.close();
  return times;
}
