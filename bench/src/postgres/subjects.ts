import { Child } from "../hub/child.ts";
import { type HubReady, makeDirectory, type Subject, script } from "../hub/subjects.ts";

export const names = {
  one: "yourcall, 1 hub",
  two: "yourcall, 2 hubs",
  four: "yourcall, 4 hubs",
  hand: "by hand",
  boss: "pg-boss",
  dbos: "DBOS",
  graph: "LangGraph PostgresSaver",
} as const;

/** Every subject, none of them started, each in a database of its own. */
export function createSubjects(hubFile: string, toUrl: (database: string) => string): Subject[] {
  return [
    hubs(names.one, 1, hubFile, () => toUrl("one")),
    hubs(names.two, 2, hubFile, () => toUrl("two")),
    hubs(names.four, 4, hubFile, () => toUrl("four")),
    peer(names.hand, "drivers/postgres-by-hand.ts", () => ({ url: toUrl("hand") })),
    peer(names.boss, "drivers/pg-boss.ts", () => ({ url: toUrl("boss") })),
    peer(names.dbos, "drivers/dbos.ts", () => ({ url: toUrl("dbos") })),
    peer(names.graph, "drivers/langgraph.ts", () => ({ saver: "postgres", url: toUrl("graph"), directory: "" })),
  ];
}

/** The agent is at the first hub, the person at the last. */
function hubs(name: string, count: number, file: string, toStore: () => string): Subject {
  return {
    name,
    async start(directory) {
      const store = toStore();
      const servers: Child[] = [];
      const end = async () => {
        for (const server of servers) await server.end();
      };
      try {
        for (let index = 0; index < count; index++)
          servers.push(await Child.start(file, { directory: makeDirectory(directory, `hub ${index}`), store }));
        const [agent, person] = [servers[0]?.ready as HubReady, servers.at(-1)?.ready as HubReady];
        const driver = await Child.start(script("drivers/http.ts"), {
          address: { port: agent.port },
          tokens: agent.tokens,
          other: { address: { port: person.port }, tokens: person.tokens },
        });
        return {
          driver,
          serverPid: undefined,
          async end() {
            await driver.end();
            await end();
          },
        };
      } catch (error) {
        await end();
        throw error;
      }
    },
  };
}

function peer(name: string, file: string, toSettings: () => object): Subject {
  return {
    name,
    async start() {
      const driver = await Child.start(script(file), toSettings());
      return { driver, serverPid: undefined, end: () => driver.end() };
    },
  };
}
