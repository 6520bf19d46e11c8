import { join } from "node:path";
import type { Client, Tool } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { database } from "../support/asks.ts";
import { askOf } from "../support/find-ask.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { answerAsk, overHttp, overStdio } from "../support/mcp.ts";

/** What is used of `@modelcontextprotocol/ext-tasks/client`, which is not installed with everything else. */
interface TaskClient {
  createTaskSessionFromClient(client: Client, options: object): TaskSession;
  toolDeclarationFromMcpTool(tool: Tool): object;
  resultFromTaskOutcome(outcome: unknown): unknown;
}
interface TaskSession {
  callTool(name: string, params: object, options: object): Promise<{ settle(): Promise<{ outcome: unknown }> }>;
  cancelTask(id: string): Promise<void>;
  close(): Promise<void>;
}
const program = join(import.meta.dirname, "node_modules/@modelcontextprotocol/ext-tasks/dist/client/index.js");
const { createTaskSessionFromClient, resultFromTaskOutcome, toolDeclarationFromMcpTool }: TaskClient = await import(
  program
);

// Only plain JSON is taken.
const questions = JSON.parse(JSON.stringify([database]));
const clientInfo = { name: "tasker", version: "1" };

/** Sends requests of 2026-07-28 as they are: the official client knows no results that are tasks. */
function sendTo(hub: TestHub) {
  return async (request: unknown, { signal }: { signal?: AbortSignal } = {}) => {
    const { method, params = {} } = request as { method: string; params?: Record<string, unknown> };
    const response = await fetch(`${hub.url}/mcp?session=tasker`, {
      method: "POST",
      signal,
      headers: {
        authorization: `Bearer ${hub.tokens.agent}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        "mcp-name": String(params.taskId ?? params.name),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const text = await response.text();
    const [, data = text] = /^data: (\{.*)$/m.exec(text) ?? [];
    const { result, error } = JSON.parse(data);
    return error === undefined ? { kind: "result" as const, result } : { kind: "error" as const, error };
  };
}

const ways: [string, (hub: TestHub) => Promise<{ client: Client; more: object }>][] = [
  ["2025-11-25", async (hub) => ({ client: await overStdio(hub, { client: clientInfo }), more: {} })],
  [
    "2026-07-28",
    async (hub) => ({
      client: await overHttp(hub, { client: clientInfo, generation: "2026-07-28" }),
      more: {
        rawDispatch: sendTo(hub),
        v2RequestFraming: { protocolVersion: "2026-07-28", clientInfo, clientCapabilities: {} },
      },
    }),
  ],
];

test.each(ways)(
  "the official client of tasks, protocol %s, gets a task, its result, and withdraws one",
  async (_, open) => {
    const hub = await startHub();
    const human = hub.client("human");
    const { client, more } = await open(hub);
    const session = createTaskSessionFromClient(client, { endpointId: "yourcall", ...more });
    onTestFinished(() => session.close());

    const [tool] = (await client.listTools()).tools;
    if (tool === undefined) throw new Error("There are no tools.");
    const options = { declaration: toolDeclarationFromMcpTool(tool), task: { preference: "prefer" } };
    const execution = await session.callTool("AskUserQuestion", { questions }, options);
    const { id } = await askOf(human, database.question);
    await answerAsk(human, database.question, { select: "SQLite" });
    const { outcome } = await execution.settle();
    expect(resultFromTaskOutcome(outcome)).toMatchObject({
      structuredContent: { status: "answered", id, answers: [{ selectedOptions: ["SQLite"] }] },
    });

    const next = await session.callTool("AskUserQuestion", { questions }, options);
    const withdrawn = await askOf(human, database.question);
    await session.cancelTask(withdrawn.id);
    expect((await human.get(withdrawn.id)).status).toBe("cancelled");
    expect((await next.settle()).outcome).toMatchObject({ status: "cancelled" });
  },
);
