// The floor: an MCP server that knows one tool and one hub, and nothing else of the protocol.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";

const directory = process.env.YOURCALL_HOME ?? "";
const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(directory, name), "utf8"));
const tools = [{ name: "AskUserQuestion", description: "Asks the user", inputSchema: { type: "object" } }];

/** @param {unknown} questions @returns {Promise<string>} */
function ask(questions) {
  return new Promise((resolve, reject) => {
    const headers = {
      host: "localhost",
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      prefer: "wait=60",
    };
    const call = request({ socketPath: socket, method: "POST", path: "/v1/asks", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece) => {
        text += piece;
      });
      response.once("end", () => resolve(text));
    });
    call.once("error", reject);
    call.end(JSON.stringify({ questions, key: crypto.randomUUID(), agent: { name: "floor", session: "floor" } }));
  });
}

const { socket = "" } = read("hub.json");
const { agent: token = "" } = read("tokens.json");
const reply = (/** @type {unknown} */ id, /** @type {unknown} */ result) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, method, params } = JSON.parse(line);
  const serverInfo = { name: "floor", version: "1" };
  if (method === "initialize") reply(id, { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo });
  if (method === "tools/list") reply(id, { tools });
  if (method === "tools/call") reply(id, { content: [{ type: "text", text: await ask(params.arguments.questions) }] });
});
