import { describe, expect, test } from "vitest";
import { asks, calls, openPlace, says } from "../support/agent-chat.ts";
import { askFile, database } from "../support/asks.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { outcomeOf } from "../support/prompt.ts";
import { scriptedEditor } from "../support/stand-in.ts";
import { openTerminal } from "../support/terminal.ts";

const name = "CLAUDECODE";
const script = { surface: "terminal", act: "script", user: "ana" };

async function outcomeIn(hub: TestHub, id: string) {
  return (await hub.client("human").get(id)).outcome;
}

describe("an agent with its own terminal", () => {
  test("cannot open the inbox, by name or by default", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database]);
    for (const args of [["inbox"], []]) {
      const terminal = openTerminal(args, {
        stdoutOnTerminal: true,
        env: { YOURCALL_HOME: hub.directory, [name]: "1" },
      });
      expect((await terminal.exited).code).toBe(1);
      expect(terminal.raw().replace(/\s+/g, " ")).toContain(`this is an agent's environment (${name} is set)`);
    }
    expect(await outcomeIn(hub, ask.id)).toBeUndefined();
  });

  test("cannot get a login link", async () => {
    const hub = await startHub();
    const { code, stdout, stderr } = await hub.run(["open", "--print"], { env: { [name]: "1" } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`${name} is set`);
  });

  test("cannot pass for a person by pressing keys in `yourcall ask`", async () => {
    const terminal = openTerminal(["ask", askFile(database)], { env: { [name]: "1" } });
    await terminal.ready();
    terminal.press("2");
    expect(await outcomeOf(terminal)).toMatchObject({ status: "answered", by: script });
  });

  test("cannot pass for a person in an ask that a hub has, and the log says so", async () => {
    const hub = await startHub();
    const env = { YOURCALL_HOME: hub.directory, CLAUDECODE: "1" };
    const answered = openTerminal(["ask", askFile(database)], { env });
    await answered.ready();
    answered.press("2");
    expect(await outcomeOf(answered)).toMatchObject({ status: "answered", by: script });
    const declined = openTerminal(["ask", askFile(database)], { env });
    await declined.ready();
    declined.press("x");
    await declined.see("> Keep answering");
    declined.press("y");
    expect(await outcomeOf(declined)).toMatchObject({ status: "declined", by: script });
    const log = await hub.run(["log"]);
    expect(log.stdout.match(/terminal · \w+, script/g)).toHaveLength(2);
  });

  test("cannot pass for a person at the prompt of `yourcall agent`", async () => {
    const hub = await startHub();
    const place = await openPlace([calls("First this.", asks("t1", database)), says("Done.")], { home: hub.directory });
    const terminal = place.chat([], { env: { CLAUDECODE: "1" } });
    await terminal.see("write a message");
    terminal.type("go");
    terminal.press("enter");
    await terminal.see("╭─ Database ─╮");
    await terminal.ready();
    terminal.press("3");
    await terminal.see("Done.");
    const [ended] = (await hub.client("human").list({ status: "ended" })).asks;
    expect(ended?.outcome).toMatchObject({ status: "answered", by: script });
  });
});

describe("a program that acts as an editor", () => {
  test("cannot pass for a person without a controlling terminal, even if its input is a terminal", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database]);
    const editor = scriptedEditor('sed -i "/MongoDB/d; /SQLite/d" "$1"');
    const terminal = openTerminal(["answer", ask.id, "--editor"], {
      env: { YOURCALL_HOME: hub.directory, ...editor.env },
      stdoutOnTerminal: true,
      shell: 'setsid --wait "$@"',
    });
    expect((await terminal.exited).code).toBe(0);
    expect(await outcomeIn(hub, ask.id)).toMatchObject({ by: { surface: "sheet", act: "script" } });
  });
});
