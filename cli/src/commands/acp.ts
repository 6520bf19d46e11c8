import { defineCommand } from "../command.ts";

export const acp = defineCommand({
  name: "acp",
  file: "acp/acp.ts",
  usage: ["acp -- COMMAND..."],
  summary: "an editor's agent, answered on any screen",
  takes: "text",
  about: [
    "Sits between an editor and an agent that speak the Agent Client Protocol. Everything passes through. What the agent asks of a person, a permission or a question, also appears on all your screens, and the first answer counts. Use it as the agent's command in your editor:",
  ],
  examples: ["yourcall acp -- gemini --acp", "yourcall acp -- opencode acp"],
  options: {},
  notes: [
    "If no hub can be reached, the editor works as if it talked to the agent directly. The exit code is the agent's.",
  ],
});
