import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { vi } from "vitest";

/** A call that the model makes because its prompt says so. */
export interface PromptedCall {
  name: string;
  input: unknown;
}

/** A model on loopback that speaks Chat Completions: it makes the calls that a prompt names, then says "Done.". */
export interface PromptedModel {
  readonly url: string;
  /** A prompt for these calls; `tag` names it. */
  prompt(tag: string, calls: readonly PromptedCall[]): string;
  /** The same, short enough to be typed: the model keeps the calls. */
  shortPrompt(tag: string, calls: readonly PromptedCall[]): string;
  /** Whether the model got this prompt. */
  wasAsked(tag: string): boolean;
  /** What the model was told for its calls, in their order, once it was told. */
  told(tag: string): Promise<string[]>;
  stop(): void;
}

interface Message {
  role: string;
  content: unknown;
}

const prompted = /<<([^\s>]+)(?: ([\s\S]*))?>>/;

export async function startPromptedModel(): Promise<PromptedModel> {
  const results = new Map<string, string[]>();
  const scripts = new Map<string, string>();
  const asked = new Set<string>();
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    if (request.url?.includes("/chat/completions") !== true)
      return void response.writeHead(200, { "content-type": "application/json" }).end('{"object":"list","data":[]}');
    const { messages, tools = [] } = JSON.parse(text) as { messages: Message[]; tools?: unknown[] };
    // A program may add messages of its own after the prompt.
    const at = messages.findLastIndex(({ role, content }) => role === "user" && prompted.test(textOf(content)));
    const [, tag = "", given] = prompted.exec(textOf(messages[at]?.content)) ?? [];
    asked.add(tag);
    const script = given ?? scripts.get(tag) ?? "[]";
    const found = messages.slice(at + 1).filter(({ role }) => role === "tool");
    // A title is asked for without tools.
    const calls: PromptedCall[] = found.length === 0 && tools.length > 0 ? JSON.parse(script) : [];
    if (found.length > 0)
      results.set(
        tag,
        found.map(({ content }) => textOf(content)),
      );
    const delta =
      calls.length === 0
        ? { role: "assistant", content: "Done." }
        : {
            role: "assistant",
            content: "I have to ask first.",
            tool_calls: calls.map(({ name, input }, index) => ({
              index,
              id: `call_${tag}_${index}`,
              type: "function",
              function: { name, arguments: JSON.stringify(input) },
            })),
          };
    const chunk = { id: "chat_1", object: "chat.completion.chunk", created: 1, model: "scripted" };
    const end = calls.length === 0 ? "stop" : "tool_calls";
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const choice of [
      { index: 0, delta, finish_reason: null },
      { index: 0, delta: {}, finish_reason: end },
    ])
      response.write(`data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    prompt: (tag, calls) => `<<${tag} ${JSON.stringify(calls)}>>`,
    shortPrompt(tag, calls) {
      scripts.set(tag, JSON.stringify(calls));
      return `<<${tag}>>`;
    },
    wasAsked: (tag) => asked.has(tag),
    told: (tag) =>
      vi.waitFor(
        () => {
          const told = results.get(tag);
          if (told === undefined) throw new Error(`The model was told nothing for ${tag}.`);
          return told;
        },
        { timeout: 60_000 },
      ),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? "").join("") : "";
}
