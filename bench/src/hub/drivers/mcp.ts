import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import ask from "../../../fixtures/ask.json" with { type: "json" };
import { type Driver, drive } from "../drive.ts";

const chosen = ask.questions[0]?.options[0]?.label ?? "";

/** Calls the tool and answers what it elicits, as one MCP client does. */
async function start({ port }: { port: number }): Promise<Driver> {
  const client = new Client({ name: "bench", version: "1.0.0" }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { answer: chosen } }));
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`));
  await client.connect(transport);
  return {
    async roundTrip() {
      const { content } = await client.callTool({ name: "ask", arguments: {} });
      const [first] = content as { text?: string }[];
      if (first?.text !== chosen) throw new Error(`not what was answered: ${JSON.stringify(content)}`);
    },
    stop: () => client.close(),
  };
}

await drive(start);
