import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the model does first; after that it repeats the result of its call. */
export interface ScriptedCall {
  /** The tool is found by the end of its name: hosts add the server's name before it. */
  tool: string;
  input: unknown;
}

/** A model on loopback that speaks OpenAI's Responses and Chat Completions. */
export interface ScriptedModel {
  readonly url: string;
  /** The names of the tools in the first request that had the tool. */
  readonly offered: readonly string[];
  /** What the host gave its model as results, in order. */
  readonly results: readonly string[];
  stop(): Promise<void>;
}

export async function startScriptedModel(call: ScriptedCall): Promise<ScriptedModel> {
  const offered: string[] = [];
  const results: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await readJson(request);
    const tools = toolNames(body.tools);
    const name = tools.find((tool) => tool.endsWith(call.tool));
    if (offered.length === 0 && name !== undefined) offered.push(...tools);
    const isResponses = request.url?.includes("/responses") === true;
    const found = isResponses ? responsesResults(body.input) : chatResults(body.messages);
    for (const result of found) if (!results.includes(result)) results.push(result);
    const turn = found.length > 0 || name === undefined ? `The result: ${found.at(-1) ?? "no such tool"}` : { name };
    const input = JSON.stringify(call.input);
    if (isResponses) streamResponses(response, turn, input, namespaceOf(body.tools, name));
    else if (request.url?.includes("/chat/completions")) streamChat(response, turn, input);
    else response.writeHead(200, { "content-type": "application/json" }).end('{"object":"list","data":[]}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    offered,
    results,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Json = Record<string, unknown>;
type Turn = string | { name: string };
interface ToolShape {
  name?: string;
  function?: { name: string };
  tools?: { name: string }[];
}

// Codex puts the tools of a server into a namespace.
function toolNames(tools: unknown): string[] {
  const list = Array.isArray(tools) ? (tools as ToolShape[]) : [];
  return list.flatMap(({ name, function: inner, tools: nested }) =>
    nested !== undefined ? nested.map((tool) => tool.name) : [inner?.name ?? name ?? ""],
  );
}

function namespaceOf(tools: unknown, name: string | undefined): string | undefined {
  const list = Array.isArray(tools) ? (tools as ToolShape[]) : [];
  return list.find((tool) => tool.tools?.some((nested) => nested.name === name))?.name;
}

function responsesResults(input: unknown): string[] {
  const items = Array.isArray(input) ? (input as Json[]) : [];
  return items.filter(({ type }) => type === "function_call_output").map(({ output }) => textOf(output));
}

function chatResults(messages: unknown): string[] {
  const items = Array.isArray(messages) ? (messages as Json[]) : [];
  return items.filter(({ role }) => role === "tool").map(({ content }) => textOf(content));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function streamResponses(response: ServerResponse, turn: Turn, input: string, namespace: string | undefined): void {
  const item =
    typeof turn === "string"
      ? {
          type: "message",
          id: "msg_1",
          role: "assistant",
          content: [{ type: "output_text", text: turn, annotations: [] }],
        }
      : { type: "function_call", id: "fc_1", call_id: "call_1", name: turn.name, namespace, arguments: input };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  send(response, [
    { type: "response.created", response: { id: "resp_1" } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { id: "resp_1", output: [item], usage } },
  ]);
}

function streamChat(response: ServerResponse, turn: Turn, input: string): void {
  const delta =
    typeof turn === "string"
      ? { role: "assistant", content: turn }
      : {
          role: "assistant",
          tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: turn.name, arguments: input } }],
        };
  const chunk = { id: "chat_1", object: "chat.completion.chunk", created: 1, model: "scripted" };
  send(response, [
    { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: typeof turn === "string" ? "stop" : "tool_calls" }] },
    "[DONE]",
  ]);
}

function send(response: ServerResponse, events: readonly (Json | string)[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    const name = typeof event === "object" && typeof event.type === "string" ? `event: ${event.type}\n` : "";
    response.write(`${name}data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  }
  response.end();
}

async function readJson(request: IncomingMessage): Promise<Json> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text === "" ? {} : JSON.parse(text);
}
