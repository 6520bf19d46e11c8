import { describe, expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { useHub } from "../support/hub.ts";
import { answerElsewhere, draftElsewhere } from "../support/inbox.ts";
import { openTerminal } from "../support/terminal.ts";

const hub = useHub();

describe("an ask by its id", () => {
  const open = async (args: string[]) =>
    openTerminal(args, { stdoutOnTerminal: true, env: { YOURCALL_HOME: (await hub()).directory } });

  test("answer ID opens the prompt; leaving keeps the ask, and a choice is sent", async () => {
    const { id } = await (await hub()).ask([database]);
    const first = await open(["answer", id]);
    await first.ready();
    first.press("down", "ctrl+c");
    expect((await first.exited).code).toBe(130);
    expect(first.everything().replace(/\n/g, " ")).toContain(`The ask is still pending: yourcall answer ${id}`);
    const second = await open(["answer", id]);
    await second.ready();
    expect(second.screen()).toContain("Which database should we use for this project?");
    second.press("3");
    expect((await second.exited).code).toBe(0);
    expect(second.everything()).toContain("✔ Database: SQLite");
    expect((await (await hub()).client("human").get(id)).outcome).toMatchObject({
      status: "answered",
      by: { surface: "terminal", act: "submit" },
    });
  });

  test("answer ID shows a deadline that is extended elsewhere, closes when somebody else answers, and says who", async () => {
    const ask = await (await hub()).ask([database], { timeoutMs: 45_000 });
    const terminal = await open(["answer", ask.id]);
    await terminal.ready();
    await terminal.see(/expires in 0:[0-4]\d/);
    await draftElsewhere(await hub(), ask.id);
    await terminal.see(/expires in (1:00|0:5\d)/);
    await answerElsewhere(await hub(), ask, "MongoDB");
    expect((await terminal.exited).code).toBe(1);
    expect(terminal.everything()).toContain("answered in web by ben");
  });

  test("inbox ID opens that ask", async () => {
    const { id } = await (await hub()).ask([database]);
    const terminal = await open(["inbox", id]);
    await terminal.ready();
    await terminal.see("1 > ○ PostgreSQL");
    terminal.press("escape");
    // At 120 columns the list is beside the ask all the time.
    await terminal.see("q quit");
    expect(terminal.screen()).toMatch(/^( > |▌)Database /m);
    terminal.type("q");
    expect((await terminal.exited).code).toBe(0);
  });

  test("open ID leads to that ask", async () => {
    const { id } = await (await hub()).ask([database]);
    const { stdout } = await (await hub()).run(["open", id, "--print"]);
    expect(stdout).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/a/${id}#login=\\S+\\n$`));
  });

  test("wait ID shows a line while it waits, and in the end only the outcome", async () => {
    const ask = await (await hub()).ask([database]);
    const terminal = await open(["wait", ask.id, "--format", "value"]);
    await terminal.see(/^Waiting for an answer to Database, \d+ s\. Ctrl-C leaves it pending\.$/m);
    await answerElsewhere(await hub(), ask, "MongoDB");
    expect((await terminal.exited).code).toBe(0);
    expect(terminal.screen()).toBe("MongoDB");
  });

  test("wait ID after the answer takes it, so that nothing says it did not arrive", async () => {
    const ask = await (await hub()).ask([database]);
    await answerElsewhere(await hub(), ask, "MongoDB");
    expect((await (await hub()).run(["wait", ask.id, "--format", "value"])).stdout).toBe("MongoDB\n");
    const human = (await hub()).client("human");
    await expect.poll(async () => (await human.get(ask.id)).delivery?.state).toBe("taken");
  });

  test("with --json the outcome comes before the confirmation, in ask and in answer", async () => {
    const asking = await open(["ask", "--json", "-q", "Which port?", "--header", "Port", "-o", "8080", "-o", "9090"]);
    await asking.ready();
    asking.press("1");
    await asking.exited;
    expect(asking.everything()).toMatch(/^\{"id":"ask_[\s\S]*\}\n✔ Port: 8080$/);
    const { id } = await (await hub()).ask([database]);
    const answering = await open(["answer", id, "--select", "SQLite", "--json"]);
    await answering.exited;
    expect(answering.everything()).toMatch(/^\{"id":"ask_[\s\S]*\}\n✔ Database: SQLite$/);
  });
});
