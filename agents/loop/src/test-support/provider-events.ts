import type { EndpointReply } from "./scripted-endpoint.ts";

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
