// An MCP server with one tool, which requests the form it is given and returns the result.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const server = new Server({ name: "forms", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [{ name: "form", description: "Asks for a form", inputSchema: { type: "object", properties: {} } }],
}));

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const asked = /** @type {any} */ (params.arguments);
  const result = await server
    .elicitInput(asked, { timeout: 60_000 })
    .catch((/** @type {Error} */ error) => ({ error: error.message }));
  return { content: [{ type: "text", text: JSON.stringify(result) }] };
});

await server.connect(new StdioServerTransport());
