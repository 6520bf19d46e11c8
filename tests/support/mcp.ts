import {
  Client,
  type ClientCapabilities,
  type ClientContext,
  type ElicitRequest,
  type ElicitResult,
  type Implementation,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { AnswerBody, HubClient } from "@yourcall/client";
import { onTestFinished } from "vitest";
import { askOf } from "./find-ask.ts";
import { type TestHub, temporaryDirectory } from "./hub.ts";
import { yourcall } from "./terminal.ts";

export type Generation = "2025-11-25" | "2026-07-28";

export interface McpOptions {
  generation?: Generation;
  client?: Implementation;
  /** Further arguments of `yourcall mcp`. */
  args?: string[];
  /** What is added to `/mcp`. */
  query?: string;
  env?: Record<string, string>;
  cwd?: string;
  capabilities?: ClientCapabilities;
  /** Fills in forms. */
  onForm?: (params: ElicitRequest["params"], context: ClientContext) => ElicitResult | Promise<ElicitResult>;
}

/** A client of the official package, for one generation of the protocol. It is closed after the test. */
export async function openMcpClient(transport: Transport, options: McpOptions = {}): Promise<Client> {
  const { generation = "2025-11-25", client: info = { name: "test-client", version: "1.2.3" }, onForm } = options;
  const mode = generation === "2025-11-25" ? "legacy" : { pin: generation };
  const capabilities = { ...(onForm === undefined ? {} : { elicitation: { form: {} } }), ...options.capabilities };
  const client = new Client(info, { capabilities, versionNegotiation: { mode } });
  if (onForm !== undefined)
    client.setRequestHandler("elicitation/create", ({ params }, context) => onForm(params, context));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** The official client, connected to `yourcall mcp`. */
export async function overStdio(hub: TestHub, options: McpOptions = {}): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [yourcall, "mcp", ...(options.args ?? [])],
    cwd: options.cwd ?? temporaryDirectory("mcp"),
    env: { PATH: process.env.PATH ?? "", YOURCALL_HOME: hub.directory, ...options.env },
  });
  return openMcpClient(transport, options);
}

/** The official client, connected to the hub's `/mcp`. */
export function overHttp(hub: TestHub, options: McpOptions = {}): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${hub.tokens.agent}` } };
  return openMcpClient(
    new StreamableHTTPClientTransport(new URL(`${hub.url}/mcp${options.query ?? ""}`), { requestInit }),
    options,
  );
}

/** Calls AskUserQuestion. */
export function askOver(client: Client, questions: object[], meta?: Record<string, unknown>) {
  return client.callTool({ name: "AskUserQuestion", arguments: { questions }, _meta: meta });
}

/** Answers the pending ask with this question as a person would. */
export async function answerAsk(human: HubClient, question: string, body: Partial<AnswerBody> & { select?: string }) {
  const ask = await askOf(human, question);
  const { select, ...rest } = body;
  const answers = select === undefined ? [] : [{ question, selectedOptions: [select] }];
  return human.answer(ask.id, { answers, surface: "web", act: "click", ...rest } as AnswerBody);
}
