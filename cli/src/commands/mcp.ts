import { defineCommand } from "../command.ts";

export const mcp = defineCommand({
  name: "mcp",
  file: "mcp/mcp.ts",
  usage: ["mcp"],
  summary: "the MCP server that other clients run",
  about: [
    "The MCP server, on standard input and output: it gives any MCP client the tool AskUserQuestion, whose questions you answer on any screen. `yourcall setup` adds it to a client. The hub offers the same over HTTP, at /mcp.",
  ],
  options: {
    wait: {
      type: "string",
      value: "TIME",
      describe:
        'how long a call waits before it returns "pending" (default: what the client allows, 50s if it is unknown)',
    },
    keep: {
      type: "string",
      value: "TIME",
      describe:
        "how long the question of a cancelled call is kept (default 10m); 0 withdraws it at once, forever keeps it",
    },
    elicitation: { type: "boolean", describe: "show the question in the client first, if it can show forms" },
    session: {
      type: "string",
      value: "NAME",
      describe: "the session its questions belong to (default: the client's, or one per client and project)",
    },
  },
});
