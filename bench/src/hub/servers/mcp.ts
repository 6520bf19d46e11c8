import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import ask from "../../../fixtures/ask.json" with { type: "json" };
import { serveParent } from "../serve-parent.ts";

const [question] = ask.questions;
const labels = question?.options.map((option) => option.label) ?? [];

/** An MCP server for one client, with a tool that elicits an answer and returns it. Nothing is kept. */
await serveParent(async () => {
  const mcp = new McpServer({ name: "bench", version: "1.0.0" });
  mcp.registerTool("ask", { description: "Asks the user" }, async ({ requestId }) => {
    const { content } = await mcp.server.elicitInput(
      {
        mode: "form",
        message: question?.question ?? "",
        requestedSchema: {
          type: "object",
          properties: { answer: { type: "string", title: question?.header ?? "", enum: labels } },
          required: ["answer"],
        },
      },
      // Sent on the stream of the call itself, instead of the one for everything else.
      { relatedRequestId: requestId },
    );
    return { content: [{ type: "text", text: String(content?.answer) }] };
  });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
  await mcp.connect(transport);
  const server = createServer((request, response) => void transport.handleRequest(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { ready: { port: (server.address() as AddressInfo).port } };
});
