import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A turn of the model: text, or one tool call. */
export type ChatTurn = string | { tool: string; id: string; input: unknown };

export interface ChatCompletions {
  readonly url: string;
  /** What the model was told about a call, once it has been. */
  resultOf(callId: string): string | undefined;
  /** What its user said, in all conversations. */
  readonly said: readonly string[];
  /** The pictures that its user sent, as URLs. */
  readonly pictures: readonly string[];
  /** How many turns were requested. */
  readonly turns: number;
  stop(): Promise<void>;
}

/** A model behind the Chat Completions API, on loopback: the n-th turn by the number of tool results it has seen. */
export async function startChatCompletions(script: readonly ChatTurn[]): Promise<ChatCompletions> {
  const results = new Map<string, string>();
  const said = new Set<string>();
  const pictures = new Set<string>();
  let turns = 0;
  const server = createServer(async (request, response) => {
    const { messages = [], tools } = await readBody(request);
    for (const { role, tool_call_id, content } of messages)
      if (role === "tool") results.set(tool_call_id, toText(content));
      else if (role === "user") {
        said.add(toText(content));
        for (const part of Array.isArray(content) ? content : [])
          if (part?.type === "image_url") pictures.add(part.image_url.url);
      }
    // Titles and the like are asked for without tools.
    const isTurn = Array.isArray(tools) && tools.length > 0;
    if (isTurn) turns += 1;
    const seen = messages.filter(({ role }) => role === "tool").length;
    const turn = isTurn ? (script[seen] ?? "The end.") : "Untitled";
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (delta: object, finish: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    if (typeof turn === "string") send({ role: "assistant", content: turn });
    else {
      const call = { name: turn.tool, arguments: JSON.stringify(turn.input) };
      send({ role: "assistant", tool_calls: [{ index: 0, id: turn.id, type: "function", function: call }] });
    }
    send({}, typeof turn === "string" ? "stop" : "tool_calls");
    response.end("data: [DONE]\n\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    resultOf: (id) => results.get(id),
    get said() {
      return [...said];
    },
    get pictures() {
      return [...pictures];
    },
    get turns() {
      return turns;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface Message {
  role: string;
  tool_call_id: string;
  content: unknown;
}

async function readBody(request: IncomingMessage): Promise<{ messages?: Message[]; tools?: unknown }> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text === "" ? {} : JSON.parse(text);
}

function toText(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part) => String(part?.text ?? "")).join("") : "";
}
