import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import cli from "../../../cli/package.json" with { type: "json" };
import ask from "../../fixtures/ask.json" with { type: "json" };
import { temporaryDirectory, yourcall } from "../command.ts";

// Writes fixtures/requests.json: what the built `yourcall ask`, `yourcall hook claude` and `yourcall answer` send. A server
// that only records replaces the hub. After a change to the clients: `npm run build`, then
//
//   node --experimental-strip-types bench/src/hub/capture-requests.ts

const home = temporaryDirectory();
const socket = join(home, "hub.sock");
const id = "ask_0000000000000000000000000000000000";
const [question] = ask.questions;
const by = { surface: "web", act: "click" };
const answers = [{ question: question?.question, header: question?.header, selectedOptions: ["SQLite"] }];
const at = "2026-01-01T00:00:00.000Z";
const pending = { id, kind: "question", agent: { name: "bench" }, ...ask, createdAt: at, url: "http://127.0.0.1/" };
const waiting = { count: 0, lastSeenAt: at };
const ended = { status: "answered", outcome: { status: "answered", answers, by, at } };

// The command replaces a hub of another version.
const health = { status: "ok", version: cli.version, pid: process.pid };

const recorded = new Map<string, unknown>();
const server = createServer(async (request, response) => {
  const body = await readText(request);
  const path = request.url?.split("?")[0] ?? "";
  if (request.method === "POST") recorded.set(path, JSON.parse(body));
  const isNews = request.method === "POST";
  const hasEnded = isNews || request.url?.includes("wait=") === true;
  const reply = { ...pending, waiting, status: "pending", ...(hasEnded ? ended : {}) };
  const isList = path === "/v1/asks" && !isNews;
  const text = JSON.stringify(path === "/healthz" ? health : isList ? { asks: [reply] } : reply);
  response.writeHead(isNews ? 201 : 200, { "content-type": "application/json", "content-length": text.length });
  response.end(text);
});

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text;
}

/** Runs the command as it is built and returns what it posted to a path. */
async function capture(words: string[], input: string, path: string): Promise<unknown> {
  const { file, args, env } = yourcall(home, ...words);
  const child = spawn(file, args, { env, cwd: "/tmp", stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.end(input);
  const [code] = await once(child, "close");
  const body = recorded.get(path);
  if (body === undefined) throw new Error(`yourcall ${words.join(" ")} posted nothing and ended with ${code}`);
  recorded.clear();
  return body;
}

server.listen(socket);
await once(server, "listening");
writeFileSync(
  join(home, "hub.json"),
  JSON.stringify({ pid: process.pid, url: "http://127.0.0.1:9", socket, version: cli.version }),
);
const token = (kind: string) => `yc_${kind}_${"x".repeat(43)}`;
writeFileSync(join(home, "tokens.json"), JSON.stringify({ agent: token("agent"), human: token("human") }), {
  mode: 0o600,
});
const said = {
  type: "assistant",
  message: { content: [{ type: "text", text: "I need to choose a database first." }] },
};
const call = { type: "assistant", message: { content: [{ type: "tool_use", name: "AskUserQuestion", input: ask }] } };
const session = "6f9a2d3e-8f0a-4c55-9f0e-0d4f3f1b2a77";
const transcript = join(home, `projects/${session}.jsonl`);
mkdirSync(join(home, "projects"));
writeFileSync(transcript, `${JSON.stringify(said)}\n${JSON.stringify(call)}\n`);
const event = {
  hook_event_name: "PermissionRequest",
  session_id: session,
  prompt_id: "one",
  cwd: "/tmp",
  transcript_path: transcript,
  tool_name: "AskUserQuestion",
  tool_input: ask,
};
const requests = {
  ask: await capture(["ask", "-"], JSON.stringify(ask), "/v1/asks"),
  hook: await capture(["hook", "claude"], JSON.stringify(event), "/v1/asks"),
  answer: await capture(["answer", id, "--select", "SQLite"], "", `/v1/asks/${id}/answer`),
};
writeFileSync(join(import.meta.dirname, "../../fixtures/requests.json"), `${JSON.stringify(requests, null, 2)}\n`);
server.close();
server.closeAllConnections();
