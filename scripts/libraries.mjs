/** The packages that are published as libraries, in the order in which they need each other's types. */
export const libraries = [
  "core",
  "client",
  "hub",
  "agents/loop",
  "agents/claude",
  "agents/mcp",
  "agents/acp",
  "agents/ai-sdk",
  "agents/langgraph",
  "agents/openai-agents",
  "agents/mastra",
  "surfaces/terminal",
  "surfaces/react",
];
