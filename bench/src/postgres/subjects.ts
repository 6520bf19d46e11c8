import { Child } from "../hub/child.ts";
import { createSubject, type HubReady, makeDirectory, type Subject } from "../hub/subjects.ts";

export const names = {
  one: "yourcall, 1 hub",
  two: "yourcall, 2 hubs",
  boss: "pg-boss",
  dbos: "DBOS",
  graph: "LangGraph PostgresSaver",
} as const;

/** Every subject, none of them started, each in a database of its own. */
export function createSubjects(hubFile: string, toUrl: (database: string) => string): Subject[] {
  return [
    hubs(names.one, 1, hubFile, () => toUrl("one")),
    hubs(names.two, 2, hubFile, () => toUrl("two")),
    createSubject(names.boss, "pg-boss", () => ({ url: toUrl("boss") })),
    createSubject(names.dbos, "dbos", () => ({ url: toUrl("dbos") })),
    createSubject(names.graph, "langgraph", () => ({ url: toUrl("graph") })),
  ];
}

/** The agent is at the first hub, the person at the last. */
function hubs(name: string, count: number, file: string, toStore: () => string): Subject {
  return createSubject(name, "http", async (directory, own) => {
    const store = toStore();
    const all: HubReady[] = [];
    for (let index = 0; index < count; index++) {
      const settings = { directory: makeDirectory(directory, `hub ${index}`), store };
      all.push(own(await Child.start(file, settings)).ready as HubReady);
    }
    const [agent, person] = [all[0], all.at(-1)].map((hub) => ({ address: { port: hub?.port }, tokens: hub?.tokens }));
    return { ...agent, other: person };
  });
}
