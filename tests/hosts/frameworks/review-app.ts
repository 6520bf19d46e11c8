import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { follow, settle } from "@yourcall/langgraph";
import { createAgent, humanInTheLoopMiddleware, tool } from "langchain";
import { z } from "zod";
import { followOptions, note, openHub, resuming, setting } from "./app.ts";
import { ScriptedModel } from "./langchain-model.ts";

// A model that makes two calls in one step, each of which LangChain's middleware lets a person review.

const remove = tool(
  ({ path }) => {
    note(`remove ${path}`);
    return `removed ${path}`;
  },
  { name: "remove", description: "Removes a file", schema: z.object({ path: z.string() }) },
);
const allowedDecisions = JSON.parse(setting("ALLOWED"));
const checkpointer = SqliteSaver.fromConnString(setting("DATABASE"));
const agent = createAgent({
  model: new ScriptedModel("remove", ["/a", "/b"], (text) => note(`finished ${text}`)),
  tools: [remove],
  checkpointer,
  middleware: [humanInTheLoopMiddleware({ interruptOn: { remove: { allowedDecisions } } })],
});

const bridge = {
  hub: openHub(),
  graph: {
    checkpointer,
    getState: agent.graph.getState.bind(agent.graph),
    invoke: (input: never, config: object) => resuming(() => agent.graph.invoke(input, config)),
  },
};
const config = { configurable: { thread_id: "thread-1" } };
if ((await checkpointer.getTuple(config)) === undefined) {
  await agent.invoke({ messages: [{ role: "user", content: "Clean up." }] }, config);
  await settle(bridge, "thread-1");
}
follow(bridge, followOptions);
console.log("ready");
