import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A piece of the model's turn: text, a thought or a tool call. */
export type ScriptedBlock = string | { thinking: string } | { tool: string; input: unknown; id?: string };

/**
 * What the model does, turn by turn, by scenario name. A conversation belongs to the scenario whose name is in
 * its first prompt as `[name]`. The number of turns in a request selects the next one, so that the same
 * script serves any number of sessions at once, resumed ones included.
 */
export type Scenarios = Readonly<Record<string, readonly (readonly ScriptedBlock[])[]>>;

/** A request for a turn, as it reached the model. */
export interface MessagesRequest {
  scenario: string;
  /** The turn of the scenario that it requests, from 0. */
  turn: number;
  model: string;
  tools: string[];
  system: string;
  messages: ApiMessage[];
}

export interface ApiMessage {
  role: string;
  content: string | ApiBlock[];
}

export interface ApiBlock {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: unknown;
  tool_use_id?: string;
  is_error?: boolean;
  content?: string | ApiBlock[];
}

/** The Messages API of a scripted model. */
export interface MessagesApi {
  readonly url: string;
  /** The requests for turns so far, in order. Titles, counts and the like are answered but not kept. */
  readonly requests: readonly MessagesRequest[];
  /** Resolves with the first past or future request that matches. */
  waitForRequest(wanted: (request: MessagesRequest) => boolean): Promise<MessagesRequest>;
  /** A call's result, from the request for the next turn. */
  resultOf(toolUseId: string): Promise<{ text: string; isError: boolean }>;
  stop(): Promise<void>;
}

/** Starts the API on a free loopback port. */
export async function startMessagesApi(scenarios: Scenarios): Promise<MessagesApi> {
  const requests: MessagesRequest[] = [];
  const watchers = new Set<(request: MessagesRequest) => void>();
  const server = createServer(async (request, response) => {
    const body = await readJson(request);
    if (request.url?.includes("count_tokens")) return sendJson(response, { input_tokens: 10 });
    if (!request.url?.startsWith("/v1/messages")) return sendJson(response, {}, 404);
    const asked = toRequest(body, scenarios);
    if (asked !== undefined) {
      requests.push(asked);
      for (const watcher of watchers) watcher(asked);
    }
    const blocks = asked === undefined ? ["Untitled"] : (scenarios[asked.scenario]?.[asked.turn] ?? ["The end."]);
    const reply = toReply(blocks, `${body.model}`, asked);
    if (body.stream === true) sendStream(response, reply);
    else sendJson(response, reply);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  function waitForRequest(wanted: (request: MessagesRequest) => boolean): Promise<MessagesRequest> {
    const found = requests.find(wanted);
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve) => {
      const watcher = (request: MessagesRequest) => {
        if (!wanted(request)) return;
        watchers.delete(watcher);
        resolve(request);
      };
      watchers.add(watcher);
    });
  }

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    waitForRequest,
    async resultOf(toolUseId) {
      const request = await waitForRequest((candidate) => findResult(candidate, toolUseId) !== undefined);
      const block = findResult(request, toolUseId);
      return { text: textOf(block?.content), isError: block?.is_error === true };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The text of a message or of a result. */
export function textOf(content: string | ApiBlock[] | undefined): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text }) => text ?? "").join("\n");
}

function findResult({ messages }: MessagesRequest, id: string): ApiBlock | undefined {
  return messages
    .flatMap(({ content }) => (typeof content === "string" ? [] : content))
    .find((block) => block.type === "tool_result" && block.tool_use_id === id);
}

interface Body {
  model?: string;
  stream?: boolean;
  messages?: ApiMessage[];
  system?: string | ApiBlock[];
  tools?: { name?: string }[];
}

function toRequest(body: Body, scenarios: Scenarios): MessagesRequest | undefined {
  const { messages = [], tools = [] } = body;
  const first = textOf(messages.find(({ role }) => role === "user")?.content);
  const scenario = Object.keys(scenarios).find((name) => first.includes(`[${name}]`));
  if (scenario === undefined || tools.length === 0) return undefined;
  return {
    scenario,
    turn: messages.filter(({ role }) => role === "assistant").length,
    model: `${body.model}`,
    tools: tools.map(({ name = "" }) => name),
    system: textOf(body.system),
    messages,
  };
}

function toReply(blocks: readonly ScriptedBlock[], model: string, asked: MessagesRequest | undefined) {
  const place = asked === undefined ? "other" : `${asked.scenario.replaceAll(/\W/g, "_")}_${asked.turn}`;
  const content = blocks.map((block, index) =>
    typeof block === "string"
      ? { type: "text", text: block }
      : "thinking" in block
        ? { type: "thinking", thinking: block.thinking, signature: "c2lnbmF0dXJl" }
        : { type: "tool_use", id: block.id ?? `toolu_${place}_${index}`, name: block.tool, input: block.input },
  );
  return {
    id: `msg_${place}_${crypto.randomUUID()}`,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  };
}

function sendStream(response: ServerResponse, reply: ReturnType<typeof toReply>): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (event: { type: string } & Record<string, unknown>) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  send({ type: "message_start", message: { ...reply, content: [], stop_reason: null } });
  for (const [index, block] of reply.content.entries()) {
    const { start, text, toDelta } = toStreamed(block);
    send({ type: "content_block_start", index, content_block: start });
    for (const piece of inPieces(text)) send({ type: "content_block_delta", index, delta: toDelta(piece) });
    if ("signature" in block)
      send({
        type: "content_block_delta",
        index,
        delta: { type: "signature_delta", signature: block.signature },
      });
    send({ type: "content_block_stop", index });
  }
  const { stop_reason, stop_sequence, usage } = reply;
  send({ type: "message_delta", delta: { stop_reason, stop_sequence }, usage: { output_tokens: usage.output_tokens } });
  send({ type: "message_stop" });
  response.end();
}

/** A block as it starts, and its content piece by piece. */
function toStreamed(block: ReturnType<typeof toReply>["content"][number]) {
  if ("text" in block)
    return {
      start: { ...block, text: "" },
      text: block.text ?? "",
      toDelta: (text: string) => ({ type: "text_delta", text }),
    };
  if ("thinking" in block)
    return {
      start: { ...block, thinking: "", signature: "" },
      text: block.thinking ?? "",
      toDelta: (thinking: string) => ({ type: "thinking_delta", thinking }),
    };
  return {
    start: { ...block, input: {} },
    text: JSON.stringify(block.input),
    toDelta: (partial_json: string) => ({ type: "input_json_delta", partial_json }),
  };
}

function inPieces(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== "");
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<Body> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
