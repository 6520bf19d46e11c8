import { libraries } from "../scripts/libraries.mjs";

/** Pages below docs/, unless the path begins with a slash. @param {string} text @param {Record<string, string>} pages */
function section(text, pages) {
  const items = Object.entries(pages).map(([text, path]) => ({
    text,
    link: path.startsWith("/") ? path : `/docs/${path}`,
  }));
  return { text, items };
}

/**
 * The pages of the site, in the order in which somebody needs them. Every page in docs/ is listed, except decisions.
 * @type {{ text: string, link?: string, items?: { text: string, link: string }[] }[]}
 */
export const sidebar = [
  { text: "Quick start", link: "/docs/quick-start" },
  section("Answer", {
    "The terminal": "terminal",
    "The browser": "web",
    Neovim: "nvim",
    "Any editor": "editors",
    "The desk: several agents": "desk",
    Phone: "phone",
    "Allow for a while": "grants",
    "More than a choice": "review",
  }),
  section("Agents that ask", {
    "Claude Code": "agents/claude-code",
    Codex: "agents/codex",
    "OpenCode and Kilo": "agents/opencode",
    "Copilot CLI": "agents/copilot",
    "Gemini CLI and Qwen Code": "agents/gemini",
    "MCP: Codex, Cursor, …": "agents/mcp",
    "ACP: Zed, Cursor, Gemini CLI, …": "agents/acp",
    "The built-in agent": "agents/agent",
  }),
  section("Build with it", {
    "Build on it": "build-on-it",
    TypeScript: "/client/README",
    Python: "python",
    HTTP: "http",
    "The card for React": "react",
    "The AI SDK": "agents/ai-sdk",
    "LangGraph and LangChain": "agents/langgraph",
    "The OpenAI Agents SDK": "agents/openai-agents",
    Mastra: "agents/mastra",
    "The Claude Agent SDK": "agents/claude-agent-sdk",
    "An agent loop": "agents/loop",
    "JSON lines": "agents/json-lines",
  }),
  section("Run it", { "The hub": "hub", "For a team": "team", "Several hubs": "scale", Security: "security" }),
  section("Reference", {
    Commands: "commands",
    "Environment variables": "environment",
    "HTTP routes": "http-reference",
    "Errors and exit codes": "errors",
    Glossary: "glossary",
    Versions: "/VERSIONING",
    Changelog: "/CHANGELOG",
  }),
  section(
    "TypeScript API",
    Object.fromEntries(
      libraries.map((folder) => folder.replace(/^.*\//, "")).map((name) => [`@yourcall/${name}`, `api/${name}`]),
    ),
  ),
  section("Work on it", { Contributing: "/CONTRIBUTING", Architecture: "architecture", Benchmarks: "/bench/RESULTS" }),
];
