// Your own agent: a model, one tool, and a person who makes the decision. Without a key it follows a script.
import { createAgent, defineTool, fromEnvironment } from "@yourcall/loop";
import { createScriptedModel, resultsIn } from "@yourcall/loop/testing";
import { startPrompt } from "@yourcall/terminal";
import * as z from "zod";

const weather = defineTool({
  name: "weather",
  description: "The weather in a city today",
  input: z.object({ city: z.string() }),
  execute: ({ city }) => `${city}: 21 °C, light wind, no rain before the evening.`,
});

const question = {
  question: "How shall we spend the afternoon?",
  header: "Afternoon",
  options: [
    { label: "Boat (Recommended)", description: "The wind is right, and it stays dry until the evening" },
    { label: "Museum", description: "Quiet, and nothing depends on the sky" },
  ],
  multiSelect: false,
};
const script = createScriptedModel([
  { text: "Let me look.", calls: [{ name: "weather", input: { city: "Lisbon" } }] },
  { text: "Fair weather. One question.", calls: [{ name: "AskUserQuestion", input: { questions: [question] } }] },
  (call) => ({
    text: `Thank you.

${resultsIn(call)[0]}`,
  }),
]);

const stop = new AbortController();
/** Asks in this terminal. A hub's client (`createHubClient` of @yourcall/client/node) has the same shape. */
const asker = {
  /** @type {import("@yourcall/core").Asker["ask"]} */
  async ask({ kind = "question", ...request }) {
    const ask = { ...request, kind };
    const prompt = startPrompt({ ask, terminal: { input: process.stdin, output: process.stderr } });
    const end = await prompt.ended;
    if (end.type === "interrupted") stop.abort();
    const facts = { by: { surface: "terminal", act: /** @type {const} */ ("submit") }, at: new Date().toISOString() };
    /** @type {import("@yourcall/core").Outcome} */
    let outcome = { status: "cancelled", at: facts.at };
    if (end.type === "submitted") outcome = { ...end, ...facts, status: "answered" };
    if (end.type === "declined") outcome = { ...end, ...facts, status: "declined" };
    await prompt.finish(outcome);
    return outcome;
  },
};

const model = process.argv.includes("--model") ? await fromEnvironment() : script;
const agent = createAgent({ model, tools: [weather], asker, signal: stop.signal });
for await (const event of agent.run("Plan a free afternoon in Lisbon.")) {
  if (event.type === "text") process.stdout.write(event.text);
  if (event.type === "tool_start") console.log(`\n→ ${event.name}`);
  if (event.type === "done") console.log();
  if (event.type === "error") console.error(event.error.message);
}
