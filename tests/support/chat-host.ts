import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Client } from "@modelcontextprotocol/client";
import type { Frame, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { type PageOptions, useBrowser } from "./browser.ts";

/** What a client announces that shows the pages of servers in the conversation (MCP Apps). */
export const showsCards = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};

export interface HostOptions extends PageOptions {
  /** What the host can do besides calling tools. Messages and links by default. */
  capabilities?: object;
  theme?: "light" | "dark";
  variables?: Record<string, string>;
  /** Whether it refuses messages although it announced them. */
  refuses?: boolean;
  /** Whether the reply to what the person first does in the card is lost. */
  losesReply?: boolean;
  /** Takes the place of the page's own script: sets `chat`, with `messages`, `opened` and `show(html, input, result)`. */
  chatScript?: string;
}

/** A chat with one card in it. */
export interface ChatHost {
  page: Page;
  card: Frame;
  /** The id of the ask. */
  id: string;
  /** What the tool returned, as the model sees it. */
  result: Record<string, unknown>;
  /** Each message that the card wrote into the conversation. */
  messages(): Promise<string[]>;
}

// As strict as the clients that are known: the frame inherits it.
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'none'";

/** The page of a chat client: what it does with the messages of the frame, and nothing else. */
function chatPage(options: HostOptions): string {
  const { capabilities = { message: {}, openLinks: {} }, theme, variables, refuses = false } = options;
  const initialized = {
    protocolVersion: "2026-01-26",
    hostInfo: { name: "test-chat", version: "1" },
    hostCapabilities: { serverTools: {}, ...capabilities },
    hostContext: { theme, styles: variables && { variables } },
  };
  return `<!doctype html><html lang="en"><title>Chat</title>
<style>html { color-scheme: ${theme ?? "light"} } iframe { border: 0; width: 100%; height: 19px }</style>
<main><h1>Chat</h1><div id="above"></div></main>
<script type="module">${options.chatScript ?? ownScript(initialized, refuses)}</script>`;
}

function ownScript(initialized: object, refuses: boolean): string {
  return `
  const chat = globalThis.chat = { messages: [], opened: [] };
  const replies = {
    "ui/initialize": () => (${JSON.stringify(initialized)}),
    "tools/call": (params) => callTool(params),
    "ui/message": ({ content }) => { chat.messages.push(content[0].text); return { isError: ${refuses} }; },
    "ui/open-link": ({ url }) => { chat.opened.push(url); return {}; },
  };
  const heard = {
    "ui/notifications/initialized": () => chat.onReady(),
    "ui/notifications/size-changed": ({ height }) => { chat.frame.style.height = height + "px"; },
  };
  const post = (message) => chat.frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
  addEventListener("message", async ({ source, data: { id, method, params } }) => {
    if (source !== chat.frame.contentWindow || method === undefined) return;
    if (id === undefined) return heard[method]?.(params);
    try { post({ id, result: await replies[method](params) }); }
    catch (error) { post({ id, error: { code: -32603, message: String(error) } }); }
  });
  chat.show = (html, input, result) => new Promise((resolve) => {
    chat.onReady = () => {
      post({ method: "ui/notifications/tool-input", params: { arguments: input } });
      post({ method: "ui/notifications/tool-result", params: result });
      resolve();
    };
    chat.frame = document.createElement("iframe");
    chat.frame.sandbox = "allow-scripts";
    chat.frame.title = "Card";
    chat.frame.srcdoc = html;
    document.querySelector("main").append(chat.frame);
  });`;
}

/** A chat client around an MCP client of the official package: it asks, and shows the card as the result says. */
export function useChatHost() {
  const browser = useBrowser();
  return async function ask(client: Client, questions: object[], options: HostOptions = {}): Promise<ChatHost> {
    const server = createServer((_, response) => {
      response.setHeader("content-security-policy", policy);
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(chatPage(options));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === "AskUserQuestion");
    const { resourceUri = "" } = (tool?._meta?.ui ?? {}) as { resourceUri?: string };
    const input = { questions };
    // As the Inspector does: the call first, then the page.
    const result = await client.callTool({ name: "AskUserQuestion", arguments: input });
    const [content] = (await client.readResource({ uri: resourceUri })).contents;
    const html = content !== undefined && "text" in content ? content.text : "";
    const page = await browser.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, options);
    let losesReply = options.losesReply === true;
    await page.exposeFunction("callTool", async (params: Parameters<Client["callTool"]>[0]) => {
      const reply = await client.callTool(params);
      const { answers, decline } = params.arguments ?? {};
      if (!losesReply || (answers === undefined && decline === undefined)) return reply;
      losesReply = false;
      throw new Error("The connection was lost.");
    });
    const requests: string[] = [];
    page.on("request", (request) => void requests.push(request.url()));
    onTestFinished(() => {
      if (requests.length > 0) throw new Error(`The card requested ${requests.join(", ")}.`);
    });
    await page.evaluate(`chat.show(${[html, input, result].map(toLiteral).join(", ")})`);
    const card = page.frames()[1];
    if (card === undefined) throw new Error("There is no frame.");
    const said = (result.structuredContent ?? {}) as Record<string, unknown>;
    return { page, card, id: String(said.id), result: said, messages: () => page.evaluate("chat.messages") };
  };
}

function toLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll("</", "<\\/");
}
