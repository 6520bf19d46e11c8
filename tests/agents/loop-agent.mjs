// An agent in its own process, on a scripted model and a real hub: `node loop-agent.mjs RUNS [RUN]` starts or resumes.
import { appendFileSync } from "node:fs";
import { createHubClient } from "@yourcall/client/node";
import { createAgent, createCodingTools, createFileRunStore, defineTool } from "@yourcall/loop";
import { createScriptedModel } from "@yourcall/loop/testing";
import * as z from "zod/mini";

const [runs = "", resumed] = process.argv.slice(2);
const { HUB_URL: url = "", HUB_TOKEN: token = "", LOOKS: looks = "", ACTION: action = "ask" } = process.env;

const question = {
  question: "Which database should we use?",
  header: "Database",
  options: [
    { label: "PostgreSQL", description: "Relational, many features" },
    { label: "SQLite", description: "One file, nothing to run" },
  ],
  multiSelect: false,
};
const look = defineTool({
  name: "look",
  description: "",
  input: z.object({}),
  execute() {
    appendFileSync(looks, "looked\n");
    return "seen";
  },
});
const call =
  action === "write"
    ? { id: "toolu_1", name: "Write", input: { path: "made.txt", content: "made" } }
    : { id: "toolu_1", name: "AskUserQuestion", input: { questions: [question] } };
const model = createScriptedModel([
  { text: "First this.", calls: [{ id: "toolu_0", name: "look", input: {} }, call] },
  { text: "Done with it." },
]);

const stop = new AbortController();
process.once("SIGTERM", () => stop.abort("the person closed the agent"));
const hub = createHubClient({ url, token });
const agent = createAgent({
  model,
  tools: [look, ...createCodingTools()],
  asker: hub,
  store: createFileRunStore(runs),
  signal: stop.signal,
});
const run = resumed === undefined ? agent.run("set it up") : agent.resume(resumed);
console.log(JSON.stringify({ type: "run", id: run.id }));
for await (const event of run) {
  const { error } = /** @type {{ error?: Error }} */ (event);
  console.log(JSON.stringify(error === undefined ? event : { type: "error", message: error.message }));
}
hub.close();
