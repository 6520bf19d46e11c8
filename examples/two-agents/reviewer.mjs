// An agent that speaks the Agent Client Protocol, as Gemini CLI or OpenCode do. It follows a script.
import { Readable, Writable } from "node:stream";
import { agent, methods, ndJsonStream } from "@agentclientprotocol/sdk";

/** @type {import("@agentclientprotocol/sdk").ToolCall} */
const call = {
  toolCallId: "tests",
  title: "Run the tests of the payments",
  kind: "execute",
  rawInput: { command: "npm run test:e2e -- --project payments" },
};
/** @type {import("@agentclientprotocol/sdk").PermissionOption[]} */
const options = [
  { optionId: "once", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

/**
 * @param {{ params: import("@agentclientprotocol/sdk").PromptRequest, client: import("@agentclientprotocol/sdk").AgentContext }} turn
 * @returns {Promise<import("@agentclientprotocol/sdk").PromptResponse>}
 */
async function review({ params, client }) {
  const { sessionId } = params;
  /** @param {import("@agentclientprotocol/sdk").SessionUpdate} update */
  const tell = (update) => client.notify(methods.client.session.update, { sessionId, update });
  /** @param {string} text */
  const say = (text) => tell({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
  await say("Amounts are rounded **twice**, once in `total()` and once when they are shown. ");
  await say("Before I change that I would like to see the tests pass.");
  const asked = { sessionId, toolCall: call, options };
  const reply = await client.request(methods.client.session.requestPermission, asked);
  const { outcome } = /** @type {import("@agentclientprotocol/sdk").RequestPermissionResponse} */ (reply);
  const isAllowed = outcome.outcome === "selected" && outcome.optionId === "once";
  await tell({ sessionUpdate: "tool_call", ...call, status: "in_progress" });
  const text = isAllowed ? "14 passed" : "Not run";
  await tell({
    sessionUpdate: "tool_call_update",
    toolCallId: call.toolCallId,
    status: isAllowed ? "completed" : "failed",
    content: [{ type: "content", content: { type: "text", text } }],
  });
  await say(
    isAllowed ? "They pass. `total()` can go without rounding." : "Then I only say where it happens: `total()`.",
  );
  return { stopReason: outcome.outcome === "cancelled" ? "cancelled" : "end_turn" };
}

agent({ name: "reviewer" })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentInfo: { name: "reviewer", version: "1" } }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: crypto.randomUUID() }))
  .onRequest(methods.agent.session.prompt, review)
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
