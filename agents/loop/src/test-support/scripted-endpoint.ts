import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface EndpointRequest {
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read the fields they expect
  body: any;
}

/** One response: a status with a JSON body, or server-sent events, among which promises are awaited. */
export type EndpointReply = { status: number; json: unknown; headers?: Record<string, string> } | { events: unknown[] };

/** A model provider on loopback that follows a script and records its requests. */
export async function openEndpoint(replies: EndpointReply[]): Promise<{ url: string; requests: EndpointRequest[] }> {
  const requests: EndpointRequest[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    requests.push({ path: request.url ?? "", headers: request.headers, body: JSON.parse(text) });
    const reply = replies[requests.length - 1] ?? {
      status: 500,
      json: { error: { message: "The script has ended." } },
    };
    if ("json" in reply) {
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      response.end(JSON.stringify(reply.json));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of reply.events) {
      if (event instanceof Promise) {
        await event;
        continue;
      }
      const name = typeof event === "object" && event !== null && "type" in event ? `event: ${event.type}\n` : "";
      response.write(`${name}data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

interface Turn {
  text?: string[];
  calls?: { id: string; name: string; input: unknown }[];
}

/** A turn as Anthropic's Messages API streams it. */
export function toAnthropicEvents({ text = [], calls = [] }: Turn): EndpointReply {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const events: unknown[] = [
    {
      type: "message_start",
      message: { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, usage },
    },
  ];
  if (text.length > 0) {
    events.push({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
    for (const part of text)
      events.push({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: part } });
    events.push({ type: "content_block_stop", index: 0 });
  }
  for (const [at, { id, name, input }] of calls.entries()) {
    const index = at + (text.length > 0 ? 1 : 0);
    const json = JSON.stringify(input);
    events.push({ type: "content_block_start", index, content_block: { type: "tool_use", id, name, input: {} } });
    for (const part of [json.slice(0, 20), json.slice(20)])
      events.push({ type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: part } });
    events.push({ type: "content_block_stop", index });
  }
  const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
  events.push({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage }, { type: "message_stop" });
  return { events };
}

/** A turn as chat completions stream it. */
export function toCompletionEvents({ text = [], calls = [] }: Turn): EndpointReply {
  const chunk = (delta: unknown, finish_reason: string | null = null) => ({
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason }],
  });
  return {
    events: [
      ...text.map((content) => chunk({ role: "assistant", content })),
      ...calls.map(({ id, name, input }, index) =>
        chunk({
          tool_calls: [{ index, id, type: "function", function: { name, arguments: JSON.stringify(input) } }],
        }),
      ),
      chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
      "[DONE]",
    ],
  };
}
