import { Annotation, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import type { AskToolOutput } from "@yourcall/core";
import { follow, settle } from "@yourcall/langgraph";
import { dieAt, failOnce, followOptions, note, openHub, resuming, setting } from "./app.ts";

// One node asks the same twice, then two nodes ask at the same time, one of them inside a graph of its own.

const State = Annotation.Root({
  said: Annotation<string[]>({ reducer: (before, more) => [...before, ...more], default: () => [] }),
});
type Said = { said: string[] };

function ask(question: string): string {
  const { outcome } = interrupt<object, AskToolOutput>({ question, options: ["Yes", "No"] });
  return outcome.status === "answered" ? `${outcome.answers[0]?.notes}` : outcome.status;
}

function twice(): Said {
  const first = ask("Sure?");
  failOnce();
  const said = [first, ask("Sure?")];
  note(`twice ${said}`);
  return { said };
}

function left(): Said {
  const said = [ask("Left?")];
  note(`left ${said}`);
  dieAt("inside");
  return { said };
}

function inner(): Said {
  const said = [ask("Right?"), ask("Right again?")];
  note(`right ${said}`);
  return { said };
}

function finish(): Said {
  note("finished");
  return { said: [] };
}

const right = new StateGraph(State).addNode("inner", inner).addEdge(START, "inner").addEdge("inner", END).compile();

const database = setting("DATABASE");
const checkpointer = database.startsWith("postgres:")
  ? PostgresSaver.fromConnString(database)
  : SqliteSaver.fromConnString(database);
if (checkpointer instanceof PostgresSaver) await checkpointer.setup();

const graph = new StateGraph(State)
  .addNode("twice", twice)
  .addNode("left", left)
  .addNode("right", right)
  .addNode("finish", finish)
  .addEdge(START, "twice")
  .addEdge("twice", "left")
  .addEdge("twice", "right")
  .addEdge(["left", "right"], "finish")
  .addEdge("finish", END)
  .compile({ checkpointer });

const bridge = {
  hub: openHub(),
  graph: {
    checkpointer,
    getState: graph.getState.bind(graph),
    invoke: (input: never, config: object) => resuming(() => graph.invoke(input, config)),
  },
};
const config = { configurable: { thread_id: "thread-1" } };
if ((await checkpointer.getTuple(config)) === undefined) {
  await graph.invoke({ said: [] }, { ...config, durability: "sync" });
  await settle(bridge, "thread-1");
}
follow(bridge, followOptions);
console.log("ready");
