import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Server } from "../command.ts";
import { Child } from "./child.ts";
import { startRedis } from "./redis.ts";
import type { FloorKind } from "./servers/floor-store.ts";

/** One way to take an ask to a person and the answer back, with its processes. */
export interface Subject {
  name: string;
  start(directory: string): Promise<RunningSubject>;
}

export interface RunningSubject {
  /** The process that makes the round trips. */
  driver: Child;
  /** The process that serves them; undefined if the driver does everything. */
  serverPid: number | undefined;
  end(): Promise<void>;
}

export interface HubReady {
  port: number;
  socket: string;
  tokens: { agent: string; human: string };
}

export const names = {
  full: "by hand, SQLite FULL",
  group: "by hand, SQLite group commit",
  yourcall: "yourcall",
  langgraph: "LangGraph SqliteSaver",
  bullmq: "BullMQ",
  mcp: "MCP elicitation",
} as const;

/** The file of a server or driver. */
export const script = (path: string): string => join(import.meta.dirname, path);

/** Every subject, none of them started. `hubFile` is the bundled hub. */
export function createSubjects(hubFile: string): Subject[] {
  return [
    floor(names.full, "full"),
    floor(names.group, "group"),
    createSubject(names.yourcall, "http", async (directory, own) => {
      const { port, tokens } = own(await Child.start(hubFile, { directory })).ready as HubReady;
      return { address: { port }, tokens };
    }),
    createSubject(names.langgraph, "langgraph", (directory) => ({ directory })),
    createSubject(names.bullmq, "bullmq", async (directory, own) => {
      const { port } = own(await startRedis(directory));
      return { port };
    }),
    createSubject(names.mcp, "mcp", async (_, own) => own(await Child.start(script("servers/mcp.ts"), {})).ready),
  ];
}

function floor(name: string, kind: FloorKind): Subject {
  return createSubject(name, "http", async (directory, own) => {
    const { ready } = own(await Child.start(script("servers/floor.ts"), { kind, directory }));
    // These servers ignore tokens, but the requests should be as long as those to the hub.
    const tokens = { agent: `yc_agent_${"x".repeat(43)}`, human: `yc_human_${"x".repeat(43)}` };
    return { address: ready, tokens };
  });
}

/** Registers a process, so that it is ended with its subject. */
type Own = <Process extends Server>(process: Process) => Process;

/** `prepare` starts what the driver needs, the process to be observed first, and returns the driver's settings. */
export function createSubject(
  name: string,
  driverName: string,
  prepare: (directory: string, own: Own) => unknown,
): Subject {
  return {
    name,
    async start(directory) {
      const processes: Server[] = [];
      const own: Own = (process) => {
        processes.push(process);
        return process;
      };
      const end = async () => {
        for (const process of processes.toReversed()) await process.end();
      };
      try {
        const settings = await prepare(directory, own);
        const serverPid = processes[0]?.pid;
        const driver = own(await Child.start(script(`drivers/${driverName}.ts`), settings));
        return { driver, serverPid, end };
      } catch (error) {
        await end();
        throw error;
      }
    },
  };
}

/** A new directory for one subject. */
export function makeDirectory(parent: string, name: string): string {
  const directory = join(parent, name.replaceAll(/\W+/g, "-"));
  mkdirSync(directory, { recursive: true });
  return directory;
}
