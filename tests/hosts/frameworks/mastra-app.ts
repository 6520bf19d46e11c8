import { existsSync } from "node:fs";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { LibSQLStore } from "@mastra/libsql";
import { PostgresStore } from "@mastra/pg";
import { follow, type PausableAgent, settle } from "@yourcall/mastra";
import { z } from "zod";
import { dieAt, followOptions, note, openHub, resuming, setting } from "./app.ts";
import { createModel } from "./mastra-model.ts";

// A model that makes two calls in one step: a tool that asks the same twice, and one that needs an approval.

const calls = [
  { name: "twice", input: {} },
  { name: "remove", input: { path: "/a" } },
];
const model = createModel(calls, (results) => note(`finished ${JSON.stringify(results)}`));

type Answer = { outcome: { answers: { notes: string }[] } };
const twice = createTool({
  id: "twice",
  description: "Asks twice",
  inputSchema: z.object({}),
  suspendSchema: z.any(),
  resumeSchema: z.any(),
  async execute(_, { agent }) {
    const data = agent?.resumeData as Answer | undefined;
    const said = data?.outcome.answers[0]?.notes;
    note(`twice ${said}`);
    if (said === "0") dieAt("inside");
    if (said !== "1") return agent?.suspend({ question: "Sure?", options: ["Yes", "No"] });
    return said;
  },
});
const remove = createTool({
  id: "remove",
  description: "Removes a file",
  inputSchema: z.object({ path: z.string() }),
  requireApproval: true,
  async execute({ path }) {
    note(`remove ${path}`);
    return `removed ${path}`;
  },
});

const database = setting("DATABASE");
const storage = database.startsWith("postgres:")
  ? new PostgresStore({ id: "runs", connectionString: database })
  : new LibSQLStore({ id: "runs", url: `file:${database}` });
const cleaner = new Agent({
  id: "cleaner",
  name: "cleaner",
  instructions: "Clean up.",
  model,
  tools: { twice, remove },
});
const agent = new Mastra({ agents: { cleaner }, storage, logger: false }).getAgent("cleaner");

/** Its streams go on while they are read. */
async function reading(open: () => ReturnType<PausableAgent["approveToolCall"]>) {
  let error: unknown;
  await resuming(async () => {
    const stream = await open();
    await stream.consumeStream();
    error = stream.error;
  });
  return { consumeStream: async () => {}, error };
}

const bridge = {
  hub: openHub(),
  agent: {
    listSuspendedRuns: () => agent.listSuspendedRuns(),
    approveToolCall: (place) => reading(() => agent.approveToolCall(place)),
    declineToolCall: (place) => reading(() => agent.declineToolCall(place)),
    resumeStream: (data, place) => reading(() => agent.resumeStream(data, place)),
  } satisfies PausableAgent,
};
if (!existsSync(setting("LOG"))) {
  note("started");
  const stream = await agent.stream("Clean up.");
  await stream.consumeStream();
  await settle(bridge, stream.runId);
}
follow(bridge, followOptions);
console.log("ready");
