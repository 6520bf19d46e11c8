import { join } from "node:path";
import { Annotation, Command, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import ask from "../../../fixtures/ask.json" with { type: "json" };
import { type Driver, drive } from "../drive.ts";

/** The address of a PostgreSQL, or the directory for a SQLite file. */
type Settings = { url: string } | { directory: string };

const chosen = ask.questions[0]?.options[0]?.label ?? "";
const State = Annotation.Root({ answer: Annotation<string> });

/** A graph of one node that interrupts and is resumed in the same process. Every round trip is a separate thread. */
async function start(settings: Settings): Promise<Driver> {
  const graph = new StateGraph(State)
    .addNode("ask", () => ({ answer: interrupt<unknown, string>(ask) }))
    .addEdge(START, "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: await ("url" in settings ? openPostgres(settings.url) : openSqlite(settings.directory)) });
  let threads = 0;
  return {
    async roundTrip() {
      const config = { configurable: { thread_id: `thread-${++threads}` } };
      const asked = (await graph.invoke({}, config)) as { __interrupt__?: { value?: typeof ask }[] };
      const seen = asked.__interrupt__?.[0]?.value?.questions[0]?.options[0]?.label;
      const { answer } = await graph.invoke(new Command({ resume: seen }), config);
      if (answer !== chosen) throw new Error(`not what was answered: ${answer}`);
    },
  };
}

// As it comes, it does not sync its commits (synchronous NORMAL).
async function openSqlite(directory: string): Promise<BaseCheckpointSaver> {
  const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite");
  return SqliteSaver.fromConnString(join(directory, "langgraph.db"));
}

async function openPostgres(url: string): Promise<BaseCheckpointSaver> {
  const { PostgresSaver } = await import("@langchain/langgraph-checkpoint-postgres");
  const saver = PostgresSaver.fromConnString(url);
  await saver.setup();
  return saver;
}

await drive(start);
