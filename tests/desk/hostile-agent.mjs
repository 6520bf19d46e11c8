// An ACP agent, written by hand, that does what no agent should. Its prompt says what.
import { createInterface } from "node:readline";

/** @param {unknown} value */
const write = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
/** @param {string} sessionId @param {string} text */
const say = (sessionId, text) =>
  write({
    jsonrpc: "2.0",
    method: "session/update",
    params: { sessionId, update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } },
  });

/** @type {Record<string, (id: number, sessionId: string) => void>} */
const acts = {
  die(_, sessionId) {
    say(sessionId, "About to go");
    setTimeout(() => process.kill(process.pid, "SIGKILL"), 100);
  },
  // Works until it is stopped.
  work() {},
  // Neither an answer nor an end, and no ear for being told to stop.
  hang() {
    process.on("SIGTERM", () => {});
    setInterval(() => {}, 1000);
  },
  flood(id, sessionId) {
    for (let at = 0; at < 20_000; at++) say(sessionId, `word ${at} of many, `);
    write({ jsonrpc: "2.0", id, result: { stopReason: "end_turn" } });
  },
  // As much as a browser can be given to draw.
  heap(id, sessionId) {
    const marks = `${"*a_`[ ".repeat(100)}\n\n`.repeat(32);
    for (let at = 0; at < 50; at++) {
      say(sessionId, `Message ${at}\n\n${marks}`);
      const rawInput = { file_path: `${at}.txt`, old_string: "a\n".repeat(20_000), new_string: "b\n".repeat(20_000) };
      const call = { toolCallId: `call${at}`, title: "Edit", kind: "edit", status: "in_progress", rawInput };
      const update = { sessionUpdate: "tool_call", ...call };
      write({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } });
    }
    say(sessionId, "That was all");
    write({ jsonrpc: "2.0", id, result: { stopReason: "end_turn" } });
  },
  malformed(id, sessionId) {
    process.stdout.write('this is not JSON\n{"jsonrpc":"2.0",\n\n[]\n42\nnull\n');
    write({ jsonrpc: "2.0", method: "never/heard/of", params: { deep: { er: [1, null] } } });
    write({ jsonrpc: "2.0", id: 999, result: { for: "nobody" } });
    write({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update: { sessionUpdate: "unknown" } } });
    write({ jsonrpc: "2.0", method: "session/update", params: null });
    say(sessionId, "Still here");
    write({ jsonrpc: "2.0", id, result: { stopReason: "end_turn" } });
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize")
    write({ jsonrpc: "2.0", id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } });
  else if (method === "session/new") write({ jsonrpc: "2.0", id, result: { sessionId: "s" } });
  else if (method === "session/load") write({ jsonrpc: "2.0", id, result: {} });
  else if (method === "session/prompt") {
    const text = params.prompt[0]?.text ?? "";
    const act = acts[text];
    if (act !== undefined) return act(id, params.sessionId);
    say(params.sessionId, `You said: ${text}`);
    write({ jsonrpc: "2.0", id, result: { stopReason: "end_turn" } });
  }
});
