import { createHmac, timingSafeEqual } from "node:crypto";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ReadResourceResult,
  type Resource,
  type Tool,
} from "@modelcontextprotocol/server";

/** The tool with which the card answers. */
export const answerCardName = "answer_card";

const uri = "ui://yourcall/card";
const extension = "io.modelcontextprotocol/ui";
const mimeType = "text/html;profile=mcp-app";
const nothing: string[] = [];

/** Whether the client shows pages of a server in the conversation (MCP Apps). */
export function showsCards(capabilities: ClientCapabilities | undefined): boolean {
  const { mimeTypes } = (capabilities?.extensions?.[extension] ?? {}) as { mimeTypes?: unknown };
  return Array.isArray(mimeTypes) && mimeTypes.includes(mimeType);
}

/** What a client of 2026-07-28 says about itself with each request. */
export function toCapabilities(envelope: unknown): ClientCapabilities | undefined {
  return (envelope as Readonly<Record<string, ClientCapabilities>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
}

/** The tool that asks, with the card as its page. Older clients read the second key. */
export function withCard(tool: Tool): Tool {
  return { ...tool, _meta: { ...tool._meta, ui: { resourceUri: uri }, "ui/resourceUri": uri } };
}

/** Only the card can use this tool. A client may show it to its model as well, but the model has no nonce. */
export const answerCardTool: Tool = {
  name: answerCardName,
  title: "Answer in the card",
  description: "Used by the card that shows a question to the user. Refused to anybody else.",
  inputSchema: {
    type: "object",
    properties: {
      id: { type: "string" },
      nonce: { type: "string" },
      answers: { type: "array" },
      comment: { type: "string" },
      act: { type: "string", enum: ["click", "submit"] },
      decline: { type: "object", properties: { reason: { type: "string" }, asked: { type: "string" } } },
    },
    required: ["id", "nonce"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  _meta: { ui: { visibility: ["app"] } },
};

const resource: Resource = {
  uri,
  name: "card",
  title: "Question",
  description: "Shows a question to the user and takes the answer",
  mimeType,
  _meta: {
    ui: {
      csp: { connectDomains: nothing, resourceDomains: nothing, frameDomains: nothing, baseUriDomains: nothing },
      prefersBorder: false,
    },
  },
};

export const cardResources: Resource[] = [resource];

/** The card's page; null for any other address. */
export async function readCard(wanted: string, html: () => Promise<string>): Promise<ReadResourceResult | null> {
  return wanted === uri ? { contents: [{ uri, mimeType, text: await html(), _meta: resource._meta }] } : null;
}

/** What the card of one ask has and no model gets. Derived from the ask's id, so that nothing has to be stored. */
export function toNonce(key: Uint8Array, id: string): string {
  return createHmac("sha256", key).update(`yourcall card ${id}`).digest("base64url");
}

export function isNonce(key: Uint8Array, id: string, given: string): boolean {
  const [wanted, other] = [Buffer.from(toNonce(key, id)), Buffer.from(given)];
  return wanted.length === other.length && timingSafeEqual(wanted, other);
}
