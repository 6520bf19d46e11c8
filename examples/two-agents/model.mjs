import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

/** @typedef {{ role: string, content: string | { text?: string }[] }} Message */

/**
 * A model that follows a script, behind the Chat Completions API on loopback. The number of results it has seen selects its next turn,
 * so that a conversation continues where it was, even in another process.
 */
export async function startModel() {
  const server = createServer(async (request, response) => {
    const asked = /** @type {{ messages: Message[], tools?: unknown[] }} */ (await json(request));
    const { messages, tools = [] } = asked;
    const results = messages.filter(({ role }) => role === "tool").map(({ content }) => toText(content));
    const turn = tools.length === 0 ? { text: "Untitled" } : nextTurn(results);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (/** @type {object} */ delta, /** @type {string | null} */ finish_reason = null) => {
      const choices = [{ index: 0, delta, finish_reason }];
      response.write(
        `data: ${JSON.stringify({ id: "script", object: "chat.completion.chunk", model: "script", choices })}\n\n`,
      );
    };
    if (turn.thought !== undefined) send({ role: "assistant", reasoning_content: turn.thought });
    for (const content of turn.text.split(/(?<=\s)/)) send({ role: "assistant", content });
    const calls = (turn.calls ?? []).map(([name, input], index) => ({
      ...{ index, id: `call_${results.length}_${index}`, type: "function" },
      function: { name, arguments: JSON.stringify(input) },
    }));
    if (calls.length > 0) send({ tool_calls: calls });
    send({}, calls.length > 0 ? "tool_calls" : "stop");
    response.end("data: [DONE]\n\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/v1`, stop: () => server.close().closeAllConnections() };
}

/** The file that the agent changes. */
export const sessionFile = `import { env } from "./env.js";

const sessions = new Map();

export function get(id) {
  return sessions.get(id);
}
`;

const stores = {
  Redis: ['import { createClient } from "redis";', "createClient({ url: env.REDIS_URL })"],
  PostgreSQL: ['import { Pool } from "pg";', "new Pool({ connectionString: env.DATABASE_URL })"],
};

/** @typedef {{ thought?: string, text: string, calls?: [name: string, input: object][] }} Turn */

/** What the model says after these results of its calls. @param {string[]} results @returns {Turn} */
function nextTurn(results) {
  const said = results.at(-1) ?? "";
  const store = results.some((text) => text.includes("Selected: PostgreSQL")) ? "PostgreSQL" : "Redis";
  const [loaded, created] = stores[store];
  /** @type {(Turn | undefined)[]} */
  const script = [
    {
      thought: "Every deploy starts a new process. Whatever lives in memory ends with the old one.",
      text: "I look at who keeps the sessions, and who reads them.",
      calls: [
        ["Read", { path: "src/session.js" }],
        ["Search", { text: "sessions" }],
      ],
    },
    undefined,
    {
      text: "Sessions live in a `Map` inside the login handler, so they end with the process. Where they go is yours to decide.",
      calls: [["AskUserQuestion", { questions: [where] }]],
    },
    {
      text: `${store} then. The handler keeps its shape; only the store changes.`,
      calls: [
        [
          "Edit",
          {
            path: "src/session.js",
            old: "const sessions = new Map();\n",
            new: `${loaded}\n\nconst WEEK = 7 * 24 * 3600;\nconst sessions = ${created};\n`,
          },
        ],
      ],
    },
    {
      text: said.includes("denied") ? "Then I leave the file as it is." : "Now whether it still parses.",
      calls: [["Run", { command: "node --check src/session.js" }]],
    },
    {
      text: "The store is ready. One more thing before I go on.",
      calls: [["AskUserQuestion", { questions: [people] }]],
    },
    {
      text: said.includes("Keep them")
        ? "**Done.** Nobody is logged out: the map is copied when the new version starts."
        : "**Done.** Tell support that everybody has to log in once more.",
    },
  ];
  return script[results.length] ?? { text: "That is all I have to say." };
}

const where = {
  question: "Where should we keep login sessions?",
  header: "Sessions",
  multiSelect: false,
  options: [
    { label: "Redis (Recommended)", description: "Shared by all servers, one more service to run" },
    { label: "PostgreSQL", description: "Already there, a little slower" },
  ],
};

const people = {
  question: "What happens to people who are logged in right now?",
  header: "Logged in",
  multiSelect: false,
  options: [
    { label: "Keep them logged in (Recommended)", description: "Copies the map when the new version starts" },
    { label: "Log everybody out once", description: "Nothing to copy; tell support first" },
  ],
};

/** @param {Message["content"]} content */
function toText(content) {
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("");
}
