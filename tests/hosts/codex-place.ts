import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { machineClock } from "@yourcall/core";
import { onTestFinished, vi } from "vitest";
import { connectAppServer, type Fields, type ServerMessage } from "../../agents/hosts/src/codex/app-server.ts";
import { codexSocket } from "../../agents/hosts/src/codex/detect.ts";
import { temporaryDirectory } from "../support/hub.ts";

/** CODEX_PROGRAM tests another version of Codex. */
export const codex = process.env.CODEX_PROGRAM ?? join(import.meta.dirname, "node_modules/.bin/codex");

type AtEnd = (act: () => void | Promise<void>) => void;

/** A call that the scripted model makes. */
export interface CodexCall {
  name: string;
  /** For a tool of an MCP server. */
  namespace?: string;
  /** A text for a tool that takes no arguments but a text. */
  input: unknown;
  /** The call that follows in the same turn; its name ends in `-next`. */
  next?: CodexCall;
}

/** A Codex in a home of its own, with a model that makes the call named at the end of the prompt, as in `Go [database]`. */
export interface CodexPlace {
  readonly home: string;
  readonly project: string;
  readonly env: Record<string, string | undefined>;
  /** What the model was given as the result of this call; undefined if nothing yet. */
  told(call: string): string | undefined;
  /** The texts of the person that reached the model. */
  said(): string[];
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Stops Codex from doing anything until `resume`. */
  pause(): void;
  resume(): void;
  /** A screen of Codex: a client like its own terminal, which starts turns and may reply. */
  openScreen(model?: string): Promise<CodexScreen>;
}

export interface CodexScreen {
  thread: string;
  /** Starts a turn with this prompt. */
  say(prompt: string, mode?: "plan" | "default"): Promise<string>;
  /** The request that Codex shows in its dialog. */
  request(method: RegExp): Promise<ServerMessage>;
  reply(id: string | number | undefined, result: unknown): void;
  interrupt(turn: string): Promise<void>;
  /** Sends a message into the running turn. */
  steer(turn: string, text: string): Promise<void>;
  /** Ends the conversation, as a person does who puts it away. */
  archive(): Promise<void>;
  /** Opens it again. */
  unarchive(): Promise<void>;
  /** Resolves once the turn is over. */
  ended(turn: string): Promise<Fields>;
  close(): void;
}

interface CodexPlaceOptions {
  /** Codex's own screen starts its background server by itself. */
  startedBy?: "test" | "screen";
  /** Lines for the top of its settings. */
  config?: string;
}

export async function createCodexPlace(
  calls: Record<string, CodexCall>,
  atEnd: AtEnd = onTestFinished,
  { startedBy = "test", config = "" }: CodexPlaceOptions = {},
): Promise<CodexPlace> {
  const directory = temporaryDirectory("codex", atEnd);
  const [home, project] = [join(directory, ".codex"), join(directory, "project")];
  mkdirSync(home);
  mkdirSync(project);
  const results = new Map<string, string>();
  const texts = new Set<string>();
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    if (!request.url?.includes("/responses")) return void response.end('{"object":"list","data":[]}');
    const input = JSON.parse(text).input as Fields[];
    // Codex repeats a prompt without its tools to find a title; what it says there is not the answer.
    for (const { type, call_id, output } of input)
      if (
        /^(function|custom_tool)_call_output$/.test(String(type)) &&
        !JSON.stringify(output).includes("unsupported call")
      )
        results.set(String(call_id), typeof output === "string" ? output : JSON.stringify(output));
    const prompts = input
      .filter(({ type, role }) => (type === "message" && role === "user") || type === "agent_message")
      .map(({ content }) => JSON.stringify(content));
    for (const prompt of prompts) texts.add(prompt);
    const name = /\[([\w-]+)\]/.exec(prompts.findLast((prompt) => /\[[\w-]+\]/.test(prompt)) ?? "")?.[1] ?? "";
    const isDone = results.has(`call_${name}`);
    const call = isDone ? calls[name]?.next : calls[name];
    const callId = `call_${name}${isDone ? "-next" : ""}`;
    const item =
      call === undefined || results.has(callId)
        ? {
            type: "message",
            id: "msg_1",
            role: "assistant",
            content: [{ type: "output_text", text: "Done.", annotations: [] }],
          }
        : typeof call.input === "string"
          ? { type: "custom_tool_call", id: "ctc_1", call_id: callId, name: call.name, input: call.input }
          : {
              type: "function_call",
              id: "fc_1",
              call_id: callId,
              name: call.name,
              namespace: call.namespace,
              arguments: JSON.stringify(call.input),
            };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of [
      { type: "response.created", response: { id: "resp_1" } },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { id: "resp_1", output: [item], usage } },
    ])
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  writeFileSync(
    join(home, "config.toml"),
    `${config}\nmodel = "scripted"\nmodel_provider = "loopback"\napproval_policy = "on-request"\nsandbox_mode = "read-only"\n\n[model_providers.loopback]\nname = "loopback"\nbase_url = "http://127.0.0.1:${port}/v1"\nwire_api = "responses"\n${toServer(directory)}\n[projects."${project}"]\ntrust_level = "trusted"\n`,
  );
  const socket = codexSocket(home);
  const env = { PATH: process.env.PATH, HOME: directory, CODEX_HOME: home };
  let running: ChildProcess | undefined;

  async function kill(): Promise<void> {
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, "exit");
    // The launcher and the server itself.
    process.kill(-(running.pid ?? 0), "SIGKILL");
    await gone;
  }

  async function start(): Promise<void> {
    mkdirSync(join(home, "app-server-control"), { recursive: true, mode: 0o700 });
    running = spawn(codex, ["app-server", "--listen", `unix://${socket}`], {
      cwd: project,
      env,
      stdio: "ignore",
      detached: true,
    });
    await vi.waitUntil(() => existsSync(socket), { timeout: 30_000 });
  }
  atEnd(kill);
  if (startedBy === "test") await start();

  return {
    home,
    project,
    env,
    told: (call) => results.get(`call_${call}`),
    said: () => [...texts],
    start,
    kill,
    pause: () => process.kill(-(running?.pid ?? 0), "SIGSTOP"),
    resume: () => process.kill(-(running?.pid ?? 0), "SIGCONT"),
    openScreen: (model = "scripted") => openScreen(socket, project, model),
  };
}

/** An MCP server with one tool. */
function toServer(directory: string): string {
  const file = join(directory, "notes.mjs");
  writeFileSync(
    file,
    `import { createInterface } from "node:readline";
const tool = { name: "save_note", description: "Saves a note", inputSchema: { type: "object", properties: { text: { type: "string" } } }, annotations: { destructiveHint: true } };
const results = {
  initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "notes", version: "1.0.0" } },
  "tools/list": { tools: [tool] },
  "tools/call": { content: [{ type: "text", text: "The note is saved." }] },
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
});
`,
  );
  return `\n[mcp_servers.notes]\ncommand = "${process.execPath}"\nargs = ["${file}"]\n`;
}

async function openScreen(socket: string, cwd: string, model: string): Promise<CodexScreen> {
  const messages: ServerMessage[] = [];
  const ways = { onMessage: (one: ServerMessage) => void messages.push(one), onClosed() {}, clock: machineClock };
  const server = await connectAppServer(socket, "0.0.0", ways);
  const { thread } = (await server.call("thread/start", { cwd, model })) as { thread: { id: string } };
  const threadId = thread.id;
  const settings = { model, reasoning_effort: null, developer_instructions: null };
  const found = <Found>(find: () => Found | undefined | false) =>
    vi.waitUntil(find, { timeout: 30_000, interval: 20 }) as Promise<Found>;
  return {
    thread: threadId,
    async say(text, mode = "default") {
      // Requests of earlier turns have been settled.
      messages.splice(0);
      const collaborationMode = { mode, settings };
      const { turn } = await server.call("turn/start", {
        threadId,
        input: [{ type: "text", text }],
        collaborationMode,
      });
      return (turn as { id: string }).id;
    },
    async request(method) {
      const at = await found(() => {
        const index = messages.findIndex(({ id, method: name }) => id !== undefined && method.test(name));
        return index >= 0 && { index };
      });
      const [message] = messages.splice(at.index, 1);
      if (message === undefined) throw new Error("No request.");
      return message;
    },
    reply(id, result) {
      if (id !== undefined) server.reply(id, result);
    },
    async interrupt(turnId) {
      await server.call("turn/interrupt", { threadId, turnId });
    },
    async steer(expectedTurnId, text) {
      await server.call("turn/steer", { threadId, expectedTurnId, input: [{ type: "text", text }] });
    },
    async archive() {
      await server.call("thread/archive", { threadId });
    },
    async unarchive() {
      await server.call("thread/unarchive", { threadId });
      await server.call("thread/resume", { threadId, excludeTurns: true });
    },
    ended: (turn) =>
      found(() => {
        const end = messages.find(
          ({ method, params }) => method === "turn/completed" && (params.turn as Fields).id === turn,
        );
        return end?.params.turn as Fields | undefined;
      }),
    close: () => server.close(),
  };
}
