import { inputRequired, inputResponse, McpServer } from "@modelcontextprotocol/server";
import { type AskInput, fromElicitation, toElicitation } from "@yourcall/mcp/elicit";

const ask: AskInput = {
  questions: [
    {
      question: "Where should the backup go?",
      header: "Backup",
      options: [
        { label: "Disk", description: "Fast, on this machine" },
        { label: "Cloud", description: "Slower, off site" },
      ],
      multiSelect: false,
    },
  ],
};

const server = new McpServer({ name: "backup", version: "1.0.0" });
server.registerTool("backup", { description: "Makes a backup" }, async (context) => {
  const reply = inputResponse(context.mcpReq.inputResponses, "place");
  if (reply.kind !== "elicit")
    return inputRequired({ inputRequests: { place: inputRequired.elicit(toElicitation(ask)) } });
  const outcome = fromElicitation(ask, reply, { surface: "mcp" });
  const text =
    outcome.status === "answered" ? `Backup to ${outcome.answers[0]?.selectedOptions[0]}` : "Nothing was decided.";
  return { content: [{ type: "text", text }] };
});

export { server };
