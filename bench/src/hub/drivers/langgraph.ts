import { join } from "node:path";
import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import ask from "../../../fixtures/ask.json" with { type: "json" };
import { type Driver, drive } from "../drive.ts";

interface Settings {
  saver: "memory" | "sqlite" | "sqlite-full" | "postgres";
  /** The address of PostgreSQL. */
  url?: string;
  directory: string;
}

const chosen = ask.questions[0]?.options[0]?.label ?? "";
const State = Annotation.Root({ answer: Annotation<string> });

/** A graph of one node that interrupts and is resumed in the same process. Every round trip is a separate thread. */
async function start({ saver, directory, url }: Settings): Promise<Driver> {
  const graph = new StateGraph(State)
    .addNode("ask", () => ({ answer: interrupt<unknown, string>(ask) }))
    .addEdge(START, "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: await open() });
  function open(): BaseCheckpointSaver | Promise<BaseCheckpointSaver> {
    if (saver === "memory") return new MemorySaver();
    return saver === "postgres" ? openPostgres(url ?? "") : openSaver(saver, directory);
  }
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

// The driver it comes with does not sync each commit of a write-ahead log (synchronous NORMAL) unless configured to.
async function openSaver(kind: "sqlite" | "sqlite-full", directory: string): Promise<BaseCheckpointSaver> {
  const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite");
  const saver = SqliteSaver.fromConnString(join(directory, "langgraph.db"));
  // The first read makes it set up its tables.
  await saver.getTuple({ configurable: { thread_id: "none" } });
  if (kind === "sqlite-full") saver.db.pragma("synchronous = FULL");
  return saver;
}

async function openPostgres(url: string): Promise<BaseCheckpointSaver> {
  const { PostgresSaver } = await import("@langchain/langgraph-checkpoint-postgres");
  const saver = PostgresSaver.fromConnString(url);
  await saver.setup();
  return saver;
}

await drive(start);
