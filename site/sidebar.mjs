/**
 * The pages of the site, in the order in which somebody needs them. Every page in docs/ is listed, except decisions.
 * @type {{ text: string, link?: string, items?: { text: string, link: string }[] }[]}
 */
export const sidebar = [
  { text: "Quick start", link: "/docs/quick-start" },
  {
    text: "Answer",
    items: [
      { text: "The terminal", link: "/docs/terminal" },
      { text: "The browser", link: "/docs/web" },
      { text: "Neovim", link: "/docs/nvim" },
      { text: "Any editor", link: "/docs/editors" },
      { text: "The desk: several agents", link: "/docs/desk" },
      { text: "Phone", link: "/docs/phone" },
      { text: "Allow for a while", link: "/docs/grants" },
      { text: "More than a choice", link: "/docs/review" },
    ],
  },
  {
    text: "Agents that ask",
    items: [
      { text: "Claude Code", link: "/docs/agents/claude-code" },
      { text: "Codex", link: "/docs/agents/codex" },
      { text: "OpenCode and Kilo", link: "/docs/agents/opencode" },
      { text: "Copilot CLI", link: "/docs/agents/copilot" },
      { text: "Qwen Code", link: "/docs/agents/qwen" },
      { text: "Gemini CLI", link: "/docs/agents/gemini" },
      { text: "MCP: Codex, Cursor, …", link: "/docs/agents/mcp" },
      { text: "ACP: Zed, Gemini CLI, …", link: "/docs/agents/acp" },
      { text: "The built-in agent", link: "/docs/agents/agent" },
    ],
  },
  {
    text: "Build with it",
    items: [
      { text: "Build on it", link: "/docs/build-on-it" },
      { text: "TypeScript", link: "/client/README" },
      { text: "Python", link: "/docs/python" },
      { text: "HTTP", link: "/docs/http" },
      { text: "The card for React", link: "/docs/react" },
      { text: "The AI SDK", link: "/docs/agents/ai-sdk" },
      { text: "LangGraph and LangChain", link: "/docs/agents/langgraph" },
      { text: "The OpenAI Agents SDK", link: "/docs/agents/openai-agents" },
      { text: "Mastra", link: "/docs/agents/mastra" },
      { text: "The Claude Agent SDK", link: "/docs/agents/claude-agent-sdk" },
      { text: "An agent loop", link: "/docs/agents/loop" },
      { text: "JSON lines", link: "/docs/agents/json-lines" },
    ],
  },
  {
    text: "Run it",
    items: [
      { text: "The hub", link: "/docs/hub" },
      { text: "For a team", link: "/docs/team" },
      { text: "Several hubs", link: "/docs/scale" },
      { text: "Security", link: "/docs/security" },
    ],
  },
  {
    text: "Reference",
    items: [
      { text: "Commands", link: "/docs/commands" },
      { text: "Environment variables", link: "/docs/environment" },
      { text: "HTTP routes", link: "/docs/http-reference" },
      { text: "Errors and exit codes", link: "/docs/errors" },
      { text: "Glossary", link: "/docs/glossary" },
      { text: "Versions", link: "/VERSIONING" },
      { text: "Changelog", link: "/CHANGELOG" },
    ],
  },
  {
    text: "TypeScript API",
    items: [
      { text: "@yourcall/core", link: "/docs/api/core" },
      { text: "@yourcall/client", link: "/docs/api/client" },
      { text: "@yourcall/hub", link: "/docs/api/hub" },
      { text: "@yourcall/loop", link: "/docs/api/loop" },
      { text: "@yourcall/claude", link: "/docs/api/claude" },
      { text: "@yourcall/mcp", link: "/docs/api/mcp" },
      { text: "@yourcall/acp", link: "/docs/api/acp" },
      { text: "@yourcall/ai-sdk", link: "/docs/api/ai-sdk" },
      { text: "@yourcall/langgraph", link: "/docs/api/langgraph" },
      { text: "@yourcall/openai-agents", link: "/docs/api/openai-agents" },
      { text: "@yourcall/mastra", link: "/docs/api/mastra" },
      { text: "@yourcall/terminal", link: "/docs/api/terminal" },
      { text: "@yourcall/react", link: "/docs/api/react" },
    ],
  },
  {
    text: "Work on it",
    items: [
      { text: "Contributing", link: "/CONTRIBUTING" },
      { text: "Architecture", link: "/docs/architecture" },
      { text: "Benchmarks", link: "/bench/RESULTS" },
    ],
  },
];
