// An ACP agent that talks at the pace of a model until it is cancelled: 50 pieces of about five characters a second, a tool call
// with its result every ten seconds.
import { createInterface } from "node:readline";

/** @param {object} value */
const write = (value) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...value })}\n`);
const words = "The store keeps every session, and **nobody** is logged out by `deploy`. ".split(/(?<=\s)/);

/** @param {number} id @param {string} sessionId */
function talk(id, sessionId) {
  const tell = (/** @type {object} */ update) => write({ method: "session/update", params: { sessionId, update } });
  let said = 0;
  const timer = setInterval(() => {
    said += 1;
    const text = said % 100 === 0 ? "\n\n" : (words[said % words.length] ?? "");
    tell({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
    if (said % 500 !== 0) return;
    const call = { toolCallId: `t${said}`, title: "Read", kind: "read", rawInput: { path: `src/file-${said}.ts` } };
    tell({ sessionUpdate: "tool_call", ...call, status: "in_progress" });
    const content = [{ type: "content", content: { type: "text", text: "x".repeat(2000) } }];
    tell({ sessionUpdate: "tool_call_update", toolCallId: call.toolCallId, status: "completed", content });
  }, 20);
  return () => {
    clearInterval(timer);
    write({ id, result: { stopReason: "cancelled" } });
  };
}

let stop = () => {};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") write({ id, result: { protocolVersion: 1 } });
  else if (method === "session/new") write({ id, result: { sessionId: "s" } });
  else if (method === "session/prompt") stop = talk(id, params.sessionId);
  else if (method === "session/cancel") stop();
});
