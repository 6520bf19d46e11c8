import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { vi } from "vitest";
import type { PromptedCall, PromptedModel } from "./prompted-model.ts";

interface Part {
  text?: string;
  functionResponse?: { response: Record<string, unknown> };
}

const tagIn = /<<([^\s>]+)>>/;

/** The same as `startPromptedModel`, for a program that speaks Gemini's protocol. */
export async function startGeminiModel(): Promise<Omit<PromptedModel, "prompt">> {
  const asked = new Set<string>();
  const results = new Map<string, string[]>();
  const scripts = new Map<string, readonly PromptedCall[]>();
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    const { contents = [], tools = [] } = JSON.parse(text || "{}") as {
      contents?: { parts?: Part[] }[];
      tools?: unknown[];
    };
    const parts = contents.flatMap((content) => content.parts ?? []);
    const at = parts.findLastIndex((part) => tagIn.test(part.text ?? ""));
    const tag = tagIn.exec(parts[at]?.text ?? "")?.[1] ?? "";
    asked.add(tag);
    const found = parts
      .slice(at + 1)
      .flatMap(({ functionResponse }) => (functionResponse === undefined ? [] : [functionResponse]));
    if (found.length > 0)
      results.set(
        tag,
        found.map((result) => String(result.response.error ?? result.response.output)),
      );
    const calls = found.length === 0 && tools.length > 0 ? (scripts.get(tag) ?? []) : [];
    const said = calls.length === 0 ? "Done." : "I have to ask first.";
    const content = {
      role: "model",
      parts: [{ text: said }, ...calls.map(({ name, input }) => ({ functionCall: { name, args: input } }))],
    };
    const body = JSON.stringify({ candidates: [{ content, finishReason: "STOP", index: 0 }] });
    const isStream = request.url?.includes(":stream") === true;
    response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
    response.end(isStream ? `data: ${body}\n\n` : body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shortPrompt(tag, calls) {
      scripts.set(tag, calls);
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
        { timeout: 120_000 },
      ),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
