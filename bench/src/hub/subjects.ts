import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Child } from "./child.ts";
import { ensureRedis, startRedis } from "./redis.ts";
import type { FloorKind } from "./servers/floor-store.ts";

/** One way to take an ask to a person and the answer back, with its processes. */
export interface Subject {
  name: string;
  start(directory: string): Promise<RunningSubject>;
}

export interface RunningSubject {
  /** The process that makes the round trips. */
  driver: Child;
  /** The process that serves them; undefined where the driver does all of it. */
  serverPid: number | undefined;
  end(): Promise<void>;
}

export interface HubReady {
  port: number;
  socket: string;
  tokens: { agent: string; human: string };
}

export const names = {
  memory: "by hand, memory",
  full: "by hand, SQLite FULL",
  group: "by hand, SQLite group commit",
  yourcall: "yourcall",
  socket: "yourcall, unix socket",
  graphMemory: "LangGraph MemorySaver",
  graphSqlite: "LangGraph SqliteSaver",
  graphFull: "LangGraph SqliteSaver, FULL",
  bullmq: "BullMQ",
  mcp: "MCP elicitation",
} as const;

/** The file of a server or driver. */
export const script = (path: string): string => join(import.meta.dirname, path);

/** Every subject, none of them started. `hubFile` is the bundled hub. */
export function createSubjects(hubFile: string): Subject[] {
  return [
    floor(names.memory, "memory"),
    floor(names.full, "full"),
    floor(names.group, "group"),
    hub(names.yourcall, hubFile, ({ port }) => ({ port })),
    hub(names.socket, hubFile, ({ socket }) => ({ path: socket })),
    langGraph(names.graphMemory, "memory"),
    langGraph(names.graphSqlite, "sqlite"),
    langGraph(names.graphFull, "sqlite-full"),
    { name: names.bullmq, start: startBullmq },
    { name: names.mcp, start: startMcp },
  ];
}

function floor(name: string, kind: FloorKind): Subject {
  return {
    name,
    start: (directory) =>
      startPair(Child.start(script("servers/floor.ts"), { kind, directory }), "drivers/http.ts", (ready) => ({
        address: { port: (ready as { port: number }).port },
        // Nobody looks at them, but they travel as those of the hub do.
        tokens: { agent: `yc_agent_${"x".repeat(43)}`, human: `yc_human_${"x".repeat(43)}` },
      })),
  };
}

function hub(name: string, file: string, toAddress: (ready: HubReady) => unknown): Subject {
  return {
    name,
    start: (directory) =>
      startPair(Child.start(file, { directory }), "drivers/http.ts", (ready) => ({
        address: toAddress(ready as HubReady),
        tokens: (ready as HubReady).tokens,
      })),
  };
}

function langGraph(name: string, saver: string): Subject {
  return {
    name,
    async start(directory) {
      const driver = await Child.start(script("drivers/langgraph.ts"), { saver, directory });
      return { driver, serverPid: undefined, end: () => driver.end() };
    },
  };
}

async function startBullmq(directory: string): Promise<RunningSubject> {
  ensureRedis();
  const redis = await startRedis(directory);
  try {
    const driver = await Child.start(script("drivers/bullmq.ts"), { port: redis.port });
    const end = async () => {
      await driver.end();
      await redis.end();
    };
    return { driver, serverPid: redis.pid, end };
  } catch (error) {
    await redis.end();
    throw error;
  }
}

function startMcp(): Promise<RunningSubject> {
  return startPair(Child.start(script("servers/mcp.ts"), {}), "drivers/mcp.ts", (ready) => ready);
}

async function startPair(
  starting: Promise<Child>,
  driverScript: string,
  toSettings: (ready: unknown) => unknown,
): Promise<RunningSubject> {
  const server = await starting;
  try {
    const driver = await Child.start(script(driverScript), toSettings(server.ready));
    const end = async () => {
      await driver.end();
      await server.end();
    };
    return { driver, serverPid: server.pid, end };
  } catch (error) {
    await server.end();
    throw error;
  }
}

/** A directory of its own for one subject. */
export function makeDirectory(parent: string, name: string): string {
  const directory = join(parent, name.replaceAll(/\W+/g, "-"));
  mkdirSync(directory, { recursive: true });
  return directory;
}
