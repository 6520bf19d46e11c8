// An agent that speaks ACP and does what its prompt says.
import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { agent, methods, ndJsonStream } from "@agentclientprotocol/sdk";

/** @type {Map<string, () => void>} */
const cancelled = new Map();
/** @param {import("@agentclientprotocol/sdk").AgentContext} client @param {string} sessionId @param {any} update */
const tell = (client, sessionId, update) => client.notify(methods.client.session.update, { sessionId, update });
/** @param {import("@agentclientprotocol/sdk").AgentContext} client @param {string} sessionId @param {unknown} value */
const say = (client, sessionId, value) =>
  tell(client, sessionId, {
    sessionUpdate: "agent_message_chunk",
    content: { type: "text", text: typeof value === "string" ? value : JSON.stringify(value) },
  });

const options = [
  { optionId: "ok", name: "Yes", kind: /** @type {const} */ ("allow_once") },
  { optionId: "no", name: "No", kind: /** @type {const} */ ("reject_once") },
];
/** @param {string} sessionId */
const permission = (sessionId) => ({
  sessionId,
  toolCall: {
    toolCallId: "c1",
    title: "Run npm publish",
    kind: /** @type {const} */ ("execute"),
    rawInput: { command: "npm publish" },
  },
  options,
});

/** @type {Record<string, (client: import("@agentclientprotocol/sdk").AgentContext, sessionId: string) => Promise<unknown>>} */
const acts = {
  async cost(client, sessionId) {
    for (const amount of [0.25, 0.5])
      await tell(client, sessionId, {
        sessionUpdate: "usage_update",
        used: 1,
        size: 9,
        cost: { amount, currency: "USD" },
      });
  },
  async tools(client, sessionId) {
    await tell(client, sessionId, { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "hm" } });
    await tell(client, sessionId, { sessionUpdate: "never_heard_of", deep: { er: 1 } });
    await tell(client, sessionId, {
      sessionUpdate: "plan",
      entries: [
        { content: "Read", priority: "low", status: "completed" },
        { content: "Write", priority: "low", status: "pending" },
      ],
    });
    await tell(client, sessionId, {
      sessionUpdate: "tool_call",
      toolCallId: "t1",
      title: "Preparing…",
      kind: "read",
      status: "pending",
      rawInput: {},
    });
    await tell(client, sessionId, {
      sessionUpdate: "tool_call_update",
      toolCallId: "t1",
      title: "Read a.txt",
      rawInput: { path: "a.txt" },
    });
    await tell(client, sessionId, {
      sessionUpdate: "tool_call_update",
      toolCallId: "t1",
      status: "completed",
      content: [{ type: "content", content: { type: "text", text: "one" } }],
    });
    await tell(client, sessionId, {
      sessionUpdate: "tool_call",
      toolCallId: "t2",
      title: "Never ends",
      status: "in_progress",
    });
    await say(client, sessionId, "All ");
    await say(client, sessionId, "read.");
  },
  async permission(client, sessionId) {
    await say(client, sessionId, await client.request(methods.client.session.requestPermission, permission(sessionId)));
  },
  /** Presents a plan, and ends its turn as cancelled if that is rejected, as some agents do. */
  async plan(client, sessionId) {
    const toolCall = {
      ...{ toolCallId: "p1", title: "Ready to code?", kind: /** @type {const} */ ("switch_mode") },
      ...{ rawInput: { plan: "# Redis\nDrop all sessions" }, _meta: { claudeCode: { toolName: "ExitPlanMode" } } },
    };
    const asked = { sessionId, toolCall, options };
    const reply = JSON.stringify(await client.request(methods.client.session.requestPermission, asked));
    if (!reply.includes('"ok"')) return "cancelled";
    await say(client, sessionId, "Started.");
  },
  async release(client, sessionId) {
    // In one write.
    process.stdout.cork();
    setImmediate(() => process.stdout.uncork());
    await say(client, sessionId, "It is ready.");
    await acts.permission?.(client, sessionId);
  },
  /** Like a busy claude-agent-acp: sends the call and the request first, then the text that belongs before them. */
  async late(client, sessionId) {
    const { toolCall } = permission(sessionId);
    await say(client, sessionId, "It ");
    await tell(client, sessionId, { ...toolCall, sessionUpdate: "tool_call", status: "pending" });
    const asked = client.request(methods.client.session.requestPermission, permission(sessionId));
    await say(client, sessionId, "is ready.");
    await tell(client, sessionId, { ...toolCall, sessionUpdate: "tool_call_update" });
    await asked;
    await say(client, sessionId, "Published.");
  },
  async form(client, sessionId) {
    const properties = {
      question_0: {
        type: "array",
        title: "Parts",
        items: {
          anyOf: [
            { const: "Auth", title: "Auth" },
            { const: "Billing", title: "Billing" },
          ],
        },
      },
      question_0_custom: { type: "string", title: "Other" },
    };
    const request = {
      sessionId,
      mode: "form",
      message: "Which parts?",
      requestedSchema: { type: "object", properties },
    };
    await say(client, sessionId, await client.request(methods.client.elicitation.create, /** @type {any} */ (request)));
  },
  async database(client, sessionId) {
    const database = { type: "string", title: "Database", enum: ["SQLite", "MySQL"] };
    const requestedSchema = { type: "object", properties: { database }, required: ["database"] };
    const request = { sessionId, mode: "form", message: "Which database?", requestedSchema };
    await say(client, sessionId, await client.request(methods.client.elicitation.create, /** @type {any} */ (request)));
  },
  async files(client, sessionId) {
    const failure = await client
      .request("fs/read_text_file", { sessionId, path: "/etc/passwd" })
      .catch((error) => error.code);
    await say(client, sessionId, failure);
  },
  async wait(client, sessionId) {
    const stopped = new Promise((resolve) => cancelled.set(sessionId, () => resolve(undefined)));
    await say(client, sessionId, await client.request(methods.client.session.requestPermission, permission(sessionId)));
    await stopped;
  },
  async deaf(client, sessionId) {
    await tell(client, sessionId, { ...permission(sessionId).toolCall, sessionUpdate: "tool_call", status: "pending" });
    await new Promise(() => {});
  },
  /** Leaves a program running, and is killed. */
  async killed(client, sessionId) {
    const { pid } = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    await say(client, sessionId, pid);
    process.kill(process.pid, "SIGKILL");
  },
  /** Asks, and does not end when its input does. */
  async stubborn(client, sessionId) {
    setInterval(() => {}, 1000);
    await say(client, sessionId, process.pid);
    await acts.permission?.(client, sessionId);
  },
  async model(client, sessionId) {
    await say(client, sessionId, earlierModels.currentModelId);
  },
  async crash() {
    process.stderr.write("out of luck\n");
    process.exit(3);
  },
};

const offered = [
  { value: "small", name: "Small" },
  { value: "large", name: "Large" },
];
/** @type {import("@agentclientprotocol/sdk").SessionConfigOption} */
const modelOption = {
  ...{ id: "llm", name: "Model", category: "model", type: "select", currentValue: "small" },
  options: offered,
};
/** The models of an agent from before they were a setting. */
const earlierModels = {
  currentModelId: "small",
  availableModels: offered.map(({ value, name }) => ({ modelId: value, name })),
};

let sessions = 0;
agent({ name: "scripted" })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name: "scripted", title: "Scripted", version: "1" },
    agentCapabilities: { loadSession: true, promptCapabilities: { image: !process.argv.includes("--no-pictures") } },
  }))
  .onRequest(methods.agent.session.new, () => ({
    sessionId: `s${++sessions}-${process.pid}`,
    modes: {
      currentModeId: "default",
      availableModes: [
        { id: "default", name: "Default" },
        { id: "plan", name: "Plan" },
      ],
    },
    ...(process.argv.includes("--earlier-models") ? { models: earlierModels } : { configOptions: [modelOption] }),
  }))
  .onRequest(
    "session/set_model",
    (params) => /** @type {{ sessionId: string, modelId: string }} */ (params),
    ({ params }) => {
      earlierModels.currentModelId = params.modelId;
      return {};
    },
  )
  .onRequest(methods.agent.session.load, async ({ params, client }) => {
    await say(client, params.sessionId, "history, not news");
    return {};
  })
  .onRequest(methods.agent.session.setMode, async ({ params, client }) => {
    await say(client, params.sessionId, `mode ${params.modeId}`);
    return {};
  })
  .onRequest(methods.agent.session.setConfigOption, async ({ params, client }) => {
    await say(client, params.sessionId, `${params.configId} ${params.value}`);
    return { configOptions: [] };
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => cancelled.get(params.sessionId)?.())
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const text = params.prompt.map((block) => (block.type === "text" ? block.text : "")).join("");
    const act = acts[text];
    if (act === undefined) await say(client, params.sessionId, `You said: ${text}`);
    const ended = await act?.(client, params.sessionId);
    for (const block of params.prompt)
      if (block.type === "image") await say(client, params.sessionId, ` with ${block.mimeType} ${block.data}`);
    return { stopReason: cancelled.has(params.sessionId) || ended === "cancelled" ? "cancelled" : "end_turn" };
  })
  .connect(
    ndJsonStream(
      /** @type {WritableStream<Uint8Array>} */ (Writable.toWeb(process.stdout)),
      /** @type {any} */ (Readable.toWeb(process.stdin)),
    ),
  );
