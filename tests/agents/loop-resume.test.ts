import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { root } from "../support/terminal.ts";

interface Event {
  type: string;
  id?: string;
  askId?: string;
  result?: { text: string; isError: boolean };
  text?: string;
}

interface TestAgent {
  readonly events: Event[];
  /** Resolves with the first event of the type; rejects if the agent ends without it. */
  sees(type: string, id?: string): Promise<Event>;
  kill(signal: NodeJS.Signals): Promise<void>;
  readonly ended: Promise<unknown>;
}

/** A directory for the agent's runs and files, and a hub for its questions. */
async function setUp() {
  const directory = temporaryDirectory("agent");
  writeFileSync(join(directory, "looks"), "");
  const hub = await startHub();
  return {
    directory,
    hub,
    looks: () => readFileSync(join(directory, "looks"), "utf8"),
    start: (run?: string, action = "ask", at: TestHub = hub) => startAgent(directory, at, action, run),
  };
}

function startAgent(directory: string, hub: TestHub, action: string, run?: string): TestAgent {
  const script = join(root, "tests/agents/loop-agent.mjs");
  const child: ChildProcess = spawn(
    process.execPath,
    [script, join(directory, "runs"), ...(run === undefined ? [] : [run])],
    {
      cwd: directory,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        PATH: process.env.PATH,
        HUB_URL: hub.url,
        HUB_TOKEN: hub.tokens.agent,
        LOOKS: join(directory, "looks"),
        ACTION: action,
      },
    },
  );
  const events: Event[] = [];
  const watchers = new Set<() => void>();
  const tell = () => {
    for (const watcher of watchers) watcher();
  };
  let gone = false;
  let rest = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    events.push(...lines.map((line) => JSON.parse(line)));
    tell();
  });
  const ended = new Promise((resolve) => {
    child.once("close", (code, signal) => {
      gone = true;
      resolve(signal ?? code);
      tell();
    });
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return {
    events,
    ended,
    sees: (type, id) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find((event) => event.type === type && (id === undefined || event.id === id));
          if (found === undefined && !gone) return;
          watchers.delete(look);
          if (found !== undefined) resolve(found);
          else reject(new Error(`The agent ended without ${type}: ${JSON.stringify(events)}`));
        };
        watchers.add(look);
        look();
      }),
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

/** An agent killed at its question, after the other call of that turn ended. */
async function killedAtQuestion(start: (run?: string, action?: string) => TestAgent, action?: string) {
  const agent = start(undefined, action);
  const { id: run = "" } = await agent.sees("run");
  const { askId = "" } = await agent.sees("ask_user", "toolu_1");
  await agent.sees("tool_result", "toolu_0");
  await agent.kill("SIGKILL");
  return { run, askId };
}

const typesOf = (agent: TestAgent) =>
  agent.events
    .filter(({ type }) => type !== "text")
    .map(({ type, id }) => (id === undefined ? type : `${type} ${id}`))
    .slice(1);

test("an agent killed at its question finds the answer given since, and does nothing twice", async () => {
  const { hub, start, looks } = await setUp();
  const { run, askId } = await killedAtQuestion(start);
  expect(await hub.client("human").get(askId)).toMatchObject({
    status: "pending",
    key: "toolu_1",
    agent: { session: run },
    context: "First this.",
  });
  expect(await hub.run(["answer", askId, "--select", "SQLite"])).toMatchObject({ code: 0 });

  const again = start(run);
  await again.ended;
  expect(typesOf(again)).toEqual(["tool_start toolu_1", "ask_user toolu_1", "tool_result toolu_1", "done"]);
  expect(await again.sees("ask_user")).toMatchObject({ askId });
  expect((await again.sees("tool_result")).result?.text).toContain("Selected: SQLite");
  expect(await again.sees("done")).toMatchObject({ text: "Done with it." });
  expect(looks()).toBe("looked\n");
  expect((await hub.client("human").list({ status: "all" })).asks).toHaveLength(1);
});

test("the question is still pending when the agent comes back, even if the hub was killed too", async () => {
  const { hub, start } = await setUp();
  const { run, askId } = await killedAtQuestion(start);
  await hub.stop("SIGKILL");
  const next = await hub.restart();
  const again = start(run, "ask", next);
  expect(await again.sees("ask_user")).toMatchObject({ askId });
  expect(await next.run(["answer", askId, "--select", "PostgreSQL"])).toMatchObject({ code: 0 });
  await again.ended;
  expect((await again.sees("tool_result")).result?.text).toContain("Selected: PostgreSQL");
  expect(again.events.at(-1)).toMatchObject({ type: "done" });
});

test("an approval given while the agent was away lets it write, once", async () => {
  const { hub, start, directory } = await setUp();
  const { run, askId } = await killedAtQuestion(start, "write");
  expect(existsSync(join(directory, "made.txt"))).toBe(false);
  expect(await hub.run(["answer", askId, "--select", "allow-once"])).toMatchObject({ code: 0 });
  const again = start(run, "write");
  await again.ended;
  expect(again.events.at(-1)).toMatchObject({ type: "done" });
  expect(readFileSync(join(directory, "made.txt"), "utf8")).toBe("made");
  expect((await hub.client("human").list({ status: "all" })).asks).toHaveLength(1);
});

test("a stopped agent withdraws its question from the hub", async () => {
  const { hub, start } = await setUp();
  const agent = start();
  const { askId = "" } = await agent.sees("ask_user");
  await agent.kill("SIGTERM");
  expect(agent.events.at(-1)).toMatchObject({ type: "error" });
  expect(await hub.client("human").get(askId)).toMatchObject({
    status: "cancelled",
    outcome: { reason: "the person closed the agent" },
  });
});
