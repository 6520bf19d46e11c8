import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { homeOfBackgroundHub, hubIn, humanClientIn } from "../support/background-hub.ts";
import { startCommand } from "../support/hub.ts";
import { isAlive } from "../support/processes.ts";
import { outcomeOf } from "../support/prompt.ts";
import { noChildren, openTerminal, type TestTerminal } from "../support/terminal.ts";

/** `yourcall ask` on a terminal, in this state directory. */
async function openAsk(home: string, env: Record<string, string> = {}): Promise<TestTerminal> {
  const terminal = openTerminal(["ask", askFile(database)], { env: { YOURCALL_HOME: home, ...env } });
  await terminal.ready();
  return terminal;
}

const run = (home: string, ...args: string[]) => startCommand(args, { env: { YOURCALL_HOME: home } }).ended;
const pending = async (home: string) => JSON.parse((await run(home, "list", "--json")).stdout) as { id: string }[];

describe("on a new machine", () => {
  test("a question asked in a terminal is on every screen, and one of them may answer it", async () => {
    const home = homeOfBackgroundHub();
    const terminal = await openAsk(home);
    const human = await humanClientIn(home);
    await expect.poll(async () => (await human.list()).asks.length).toBe(1);
    const [ask] = await pending(home);
    expect((await fetch((await hubIn(home)).url)).status).toBe(200);
    expect(await run(home, "answer", ask?.id ?? "", "--select", "SQLite")).toMatchObject({ code: 0 });
    expect(await outcomeOf(terminal)).toMatchObject({ id: ask?.id, status: "answered", by: { act: "script" } });
  });

  test("a question answered in its terminal is in the log, with the person's token", async () => {
    const home = homeOfBackgroundHub();
    const terminal = await openAsk(home);
    terminal.press("enter");
    const { id } = (await outcomeOf(terminal)) as { id?: string };
    const [logged] = JSON.parse((await run(home, "log", "--json")).stdout);
    expect(logged).toMatchObject({ id, outcome: { by: { surface: "terminal", token: { scope: "human" } } } });
  });

  test.each(["hang-up", "SIGKILL"])("a question whose terminal is gone (%s) is still pending", async (how) => {
    const home = homeOfBackgroundHub();
    const terminal = await openAsk(home);
    const human = await humanClientIn(home);
    await expect.poll(async () => (await human.list()).asks.length).toBe(1);
    if (how === "SIGKILL") terminal.kill("SIGKILL");
    else terminal.hangUp();
    await terminal.exited;
    expect(await pending(home)).toHaveLength(1);
  });

  test("an answer given before the hub has started is sent once it has", async () => {
    const home = homeOfBackgroundHub();
    const terminal = await openAsk(home);
    terminal.press("down", "enter");
    expect(await outcomeOf(terminal)).toMatchObject({ code: 0, status: "answered" });
    expect(JSON.parse((await run(home, "log", "--json")).stdout)).toHaveLength(1);
  });
});

test("after `yourcall stop`, list starts a hub again", async () => {
  const home = homeOfBackgroundHub();
  await run(home, "ask", "--no-wait", "-q", "Which port?", "-o", "8080", "-o", "9090");
  const first = await hubIn(home);
  expect(await run(home, "stop")).toMatchObject({ code: 0 });
  expect(isAlive(first.pid)).toBe(false);
  expect(await pending(home)).toHaveLength(1);
  expect((await hubIn(home)).pid).not.toBe(first.pid);
});

describe("if no hub can be started in the background", () => {
  test("the command runs one itself, on the same store: other screens have the question, except the page, and it is in the log", async () => {
    const home = homeOfBackgroundHub();
    const terminal = await openAsk(home, noChildren);
    const human = await humanClientIn(home);
    await expect.poll(async () => (await human.list()).asks.length).toBe(1);
    const [ask] = await pending(home);
    const { url } = await hubIn(home);
    for (const path of ["/", "/mcp"]) expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404]);
    expect(await run(home, "answer", ask?.id ?? "", "--select", "SQLite")).toMatchObject({ code: 0 });
    expect(await outcomeOf(terminal)).toMatchObject({ id: ask?.id, status: "answered" });
    expect(terminal.everything().replaceAll("\n", " ")).toContain("so this command ran one until now");
    expect(JSON.parse((await run(home, "log", "--json")).stdout)).toHaveLength(1);
  });

  test("the one that the command runs has the person's settings", async () => {
    const home = homeOfBackgroundHub();
    writeFileSync(join(home, "config.json"), JSON.stringify({ port: 0, timeout: "1h" }));
    await openAsk(home, noChildren);
    const human = await humanClientIn(home);
    await expect.poll(async () => (await human.list()).asks[0]?.expiresAt).toEqual(expect.any(String));
  });

  test("closing its terminal leaves the question to the next hub", async () => {
    const home = homeOfBackgroundHub();
    const terminal = await openAsk(home, noChildren);
    const human = await humanClientIn(home);
    await expect.poll(async () => (await human.list()).asks.length).toBe(1);
    terminal.kill("SIGKILL");
    await terminal.exited;
    expect(await pending(home)).toHaveLength(1);
  });

  test("and nothing can be written, the question is in memory, and the command says so", async () => {
    const home = homeOfBackgroundHub();
    const file = join(home, "not-a-directory");
    writeFileSync(file, "");
    chmodSync(file, 0o400);
    const terminal = await openAsk(join(file, "state"));
    terminal.press("enter");
    expect(await outcomeOf(terminal)).toMatchObject({ code: 0, status: "answered", by: { surface: "terminal" } });
    expect(terminal.everything().replaceAll("\n", " ")).toMatch(
      /No hub has this question, so it was only in this terminal and is in no log\. Cannot create the state directory/,
    );
  });
});
