import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HubClient } from "@yourcall/client";
import { describe, expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { homeOfBackgroundHub, hubIn } from "../support/background-hub.ts";
import { step, steppingClock } from "../support/clocks.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { outcomeOf } from "../support/prompt.ts";
import { openRecordedWay } from "../support/recorded-way.ts";
import { scriptedEditor } from "../support/stand-in.ts";
import { commandOf, openTerminal, type TerminalOptions, type TestTerminal } from "../support/terminal.ts";

const answerWith = (...selectedOptions: string[]) => [
  { question: database.question, header: "Database", selectedOptions },
];

interface Live {
  hub: TestHub;
  human: HubClient;
  terminal: TestTerminal;
  /** The ask on the screen, from the hub. */
  id: string;
}

/** `yourcall ask` on a terminal, once its ask is in the hub. */
async function openLive(options: TerminalOptions & { args?: string[]; hub?: TestHub } = {}): Promise<Live> {
  // A prompt starts a new hub if its own goes away.
  const hub = options.hub ?? (await startHub({ directory: homeOfBackgroundHub() }));
  const human = hub.client("human");
  const terminal = openTerminal(["ask", askFile(database), ...(options.args ?? [])], {
    columns: 120,
    ...options,
    env: { YOURCALL_HOME: hub.directory, ...options.env },
  });
  await terminal.see(database.question);
  // The linear prompt switches no terminal mode on that a test could detect.
  if (options.args?.includes("--accessible") !== true) await terminal.ready();
  await expect.poll(async () => (await human.list()).asks.length).toBe(1);
  return { hub, human, terminal, id: (await human.list()).asks[0]?.id ?? "" };
}

describe("answered on another screen", () => {
  test("the prompt closes and says who answered where, and which text was not sent", async () => {
    const { human, terminal, id } = await openLive();
    terminal.press("o");
    terminal.type("DuckDB");
    await terminal.see("DuckDB");
    await human.answer(id, { answers: answerWith("MongoDB"), surface: "web", act: "click", user: "bo" });
    expect(await outcomeOf(terminal)).toMatchObject({
      code: 0,
      id,
      status: "answered",
      answers: answerWith("MongoDB"),
      by: { surface: "web", act: "click", user: "bo" },
    });
    expect(terminal.screen()).toContain("✔ Database: MongoDB\n");
    expect(terminal.screen()).toMatch(
      /\n {2}answered in web by bo at \d\d:\d\d, while you were typing\. Not sent: Other "DuckDB"$/,
    );
    expect(terminal.screen()).not.toContain("╭─");
  });

  test("an untouched prompt says only who answered", async () => {
    const { human, terminal, id } = await openLive();
    await human.answer(id, { answers: answerWith("SQLite"), surface: "nvim", act: "sheet", user: "bo" });
    expect(await outcomeOf(terminal)).toMatchObject({ code: 0, status: "answered" });
    expect(terminal.screen()).toMatch(/✔ Database: SQLite\n {2}answered in nvim by bo at \d\d:\d\d\.$/);
    expect(terminal.screen()).not.toContain("Not sent");
  });

  test("the linear prompt closes too", async () => {
    const { human, terminal, id } = await openLive({ args: ["--accessible"] });
    await human.answer(id, { answers: answerWith("SQLite"), surface: "web", act: "click", user: "bo" });
    expect(await outcomeOf(terminal)).toMatchObject({ code: 0, status: "answered" });
    expect(terminal.screen()).toMatch(/in web by bo at \d\d:\d\d/);
  });

  test("while the editor is open the agent gets the answer immediately, and text saved later is reported as not sent", async () => {
    const editor = scriptedEditor(
      'touch "$HERE/open"; until [ -e "$HERE/close" ]; do sleep 0.05; done; printf "DuckDB, in a file" >"$1"',
    );
    const { human, terminal, id } = await openLive({ env: editor.env });
    terminal.press("o", "ctrl+g");
    const at = (name: string) => join(editor.env.HERE, name);
    await expect.poll(() => existsSync(at("open"))).toBe(true);
    await human.answer(id, { answers: answerWith("SQLite"), surface: "web", act: "click", user: "bo" });
    await expect.poll(() => terminal.stdout()).toContain('"SQLite"');
    expect(terminal.screen()).not.toContain("answered in web");
    writeFileSync(at("close"), "");
    expect(await outcomeOf(terminal)).toMatchObject({ code: 0, id, status: "answered" });
    expect(terminal.screen()).toMatch(/answered in web by bo at .*\n?.*Not sent: Other\s+"DuckDB, in a file"/);
  });

  test("by another command, the prompt closes as well", async () => {
    const { hub, terminal, id } = await openLive();
    await hub.run(["answer", id, "--select", "MongoDB"], { env: { USER: "bo" } });
    expect(await outcomeOf(terminal)).toMatchObject({
      code: 0,
      by: { surface: "terminal", act: "script", user: "bo" },
    });
    expect(terminal.screen()).toContain("answered in terminal by bo");
  });

  test("declined: exit code 3", async () => {
    const { human, terminal, id } = await openLive();
    terminal.press("o");
    terminal.type("DuckDB");
    await terminal.see("DuckDB");
    await human.decline(id, { reason: "ask me tomorrow", surface: "web", act: "click", user: "bo" });
    expect(await outcomeOf(terminal)).toMatchObject({ code: 3, id, status: "declined", reason: "ask me tomorrow" });
    expect(terminal.screen()).toMatch(/^– Database: declined in web (by bo )?at \d\d:\d\d \("ask me tomorrow"\)\.$/m);
    expect(terminal.screen()).toContain('Not sent: Other "DuckDB"');
  });
});

test("an answer given here reaches the hub with this surface, and every other screen", async () => {
  const { hub, human, terminal, id } = await openLive();
  const elsewhere = hub.start(["wait", id]);
  const { ending } = await watchEndings(hub.client("human"));
  terminal.press("2");
  const { code, ...outcome } = await outcomeOf(terminal);
  expect(code).toBe(0);
  expect(outcome).toMatchObject({
    id,
    status: "answered",
    answers: answerWith("MongoDB"),
    by: { surface: "terminal", act: "submit", user: "ana" },
  });
  expect({ id, ...(await human.get(id)).outcome }).toEqual(outcome);
  expect(JSON.parse((await elsewhere.ended).stdout)).toEqual(outcome);
  expect(await ending).toMatchObject({ id, status: "answered" });
  expect(terminal.screen()).toContain("✔ Database: MongoDB");
  expect(terminal.screen()).not.toContain("answered in");
});

test("a decline here reaches the hub, with its reason", async () => {
  const { human, terminal, id } = await openLive();
  terminal.press("escape");
  await terminal.see("Decline and say why");
  terminal.press("down", "down", "enter");
  terminal.type("not now");
  await terminal.see("not now");
  terminal.press("enter");
  expect(await outcomeOf(terminal)).toMatchObject({ code: 3, id, status: "declined", reason: "not now" });
  expect((await human.get(id)).outcome).toMatchObject({ status: "declined", by: { surface: "terminal" } });
});

test("the countdown follows the deadline, which an answer that was refused on another screen has extended", async () => {
  const { human, terminal, id } = await openLive({ args: ["--timeout", "45s"] });
  await terminal.see(/expires in 0:[0-4]\d/);
  await expect(human.answer(id, { answers: [], surface: "web", act: "click" })).rejects.toThrow("does not fit the ask");
  await terminal.see(/expires in (1:00|0:5\d)/);
});

test("text typed here is a draft on other screens", async () => {
  const { human, terminal, id } = await openLive();
  terminal.press("o");
  terminal.type("DuckDB");
  await expect
    .poll(async () => (await human.get(id)).draft)
    .toMatchObject({ surface: "terminal", draft: { entries: [{ other: "DuckDB" }] } });
  expect(await human.get(id)).toMatchObject({ status: "pending" });
});

describe("left without an answer", () => {
  test("Ctrl-C withdraws it in the hub: exit code 130", async () => {
    const { human, terminal, id } = await openLive();
    terminal.press("ctrl+c");
    expect(await terminal.exited).toEqual({ code: 130, stdout: "" });
    expect(terminal.screen()).toContain("Interrupted. The ask was withdrawn and nothing was answered.");
    expect(await human.get(id)).toMatchObject({ status: "cancelled", outcome: { status: "cancelled" } });
  });

  test("SIGTERM withdraws it as well", async () => {
    const { human, terminal, id } = await openLive();
    process.kill(commandOf(terminal), "SIGTERM");
    expect(await terminal.exited).toEqual({ code: 130, stdout: "" });
    expect(await human.get(id)).toMatchObject({ status: "cancelled" });
  });

  test("a closed terminal leaves it waiting in the hub, with what was typed", async () => {
    const { human, terminal, id } = await openLive();
    terminal.press("o");
    terminal.type("DuckDB");
    await terminal.see("Other: DuckDB");
    process.kill(commandOf(terminal), "SIGHUP");
    expect((await terminal.exited).code).toBe(130);
    expect(terminal.screen()).toContain(`The ask is still pending: yourcall answer ${id}`);
    await expect.poll(async () => (await human.get(id)).waiting.count).toBe(0);
    expect(await human.get(id)).toMatchObject({
      status: "pending",
      draft: { draft: { entries: [{ other: "DuckDB" }] } },
    });
    expect(await human.answer(id, { answers: answerWith("SQLite") })).toMatchObject({ status: "answered" });
  });

  test("kill -9 of the prompt leaves it waiting in the hub", async () => {
    const { human, terminal, id } = await openLive();
    process.kill(commandOf(terminal), "SIGKILL");
    await terminal.exited;
    await expect.poll(async () => (await human.get(id)).waiting.count).toBe(0);
    expect(await human.get(id)).toMatchObject({ status: "pending" });
  });

  test("withdrawn by `yourcall cancel`: exit code 5", async () => {
    const { hub, terminal, id } = await openLive();
    expect(await hub.run(["cancel", id])).toMatchObject({ code: 0 });
    expect(await outcomeOf(terminal)).toMatchObject({ code: 5, id, status: "cancelled" });
    expect(terminal.screen()).toMatch(/^– Database: withdrawn by the agent at \d\d:\d\d\.$/m);
  });

  test("after its deadline, with a hub that does not respond, Ctrl-C still leaves: exit code 130", async () => {
    const hub = await startHub();
    process.kill(hub.pid, "SIGSTOP");
    const env = { YOURCALL_HOME: hub.directory };
    const terminal = openTerminal(["ask", askFile(database), "--timeout", "1s"], { columns: 120, env });
    await terminal.ready();
    await terminal.see("expires in 0:00");
    terminal.press("ctrl+c");
    expect((await terminal.exited).code).toBe(130);
    expect(terminal.screen()).toContain("Interrupted. The ask was withdrawn and nothing was answered.");
  });

  test("expired by the hub: exit code 4, nothing was answered", async () => {
    const hub = await startHub({ env: steppingClock(61 * 60_000) });
    const { human, terminal, id } = await openLive({ args: ["--timeout", "1h"], hub });
    step(hub.pid);
    expect(await outcomeOf(terminal)).toMatchObject({ code: 4, id, status: "expired" });
    expect((await human.get(id)).outcome).toMatchObject({ status: "expired" });
    expect(terminal.screen()).toContain("Nothing was answered for you.");
  });
});

describe("the hub goes away while the prompt is open", () => {
  test("if it is killed, another is started and the answer given here arrives", async () => {
    const { hub, terminal, id } = await openLive();
    await hub.stop("SIGKILL");
    const next = await hubIn(hub.directory, hub);
    terminal.press("2");
    expect(await outcomeOf(terminal)).toMatchObject({
      code: 0,
      id,
      status: "answered",
      answers: answerWith("MongoDB"),
    });
    const { stdout } = await hub.run(["wait", id]);
    expect(JSON.parse(stdout)).toMatchObject({ status: "answered", by: { surface: "terminal", act: "submit" } });
    expect(next.pid).not.toBe(hub.pid);
  });

  test("if it is killed during the answer, the answer arrives, or the person is asked to send it again", async () => {
    const { hub, terminal, id } = await openLive({ columns: 160 });
    process.kill(hub.pid, "SIGKILL");
    terminal.press("2");
    const sentAgain = terminal.see(/Enter\s+tries\s+again/).then(
      async () => {
        await hubIn(hub.directory, hub);
        terminal.press("enter");
      },
      () => {},
    );
    expect(await outcomeOf(terminal)).toMatchObject({
      code: 0,
      id,
      status: "answered",
      answers: answerWith("MongoDB"),
    });
    await sentAgain;
    expect(terminal.screen()).not.toContain("answered in");
  });

  test("if it is stopped, sending an answer starts another on the same store, and the answer arrives", async () => {
    const store = join(temporaryDirectory("store"), "other.db");
    const { hub, terminal, id } = await openLive({
      hub: await startHub({ directory: homeOfBackgroundHub(), args: ["--store", store] }),
    });
    expect(await hub.run(["stop"])).toMatchObject({ code: 0 });
    terminal.press("2");
    expect(await outcomeOf(terminal)).toMatchObject({ code: 0, id, answers: answerWith("MongoDB") });
    expect((await hubIn(hub.directory)).pid).not.toBe(hub.pid);
    expect(JSON.parse((await hub.run(["wait", id])).stdout)).toMatchObject({ status: "answered" });
  });

  test("if it is stopped and started again, another screen can still answer", async () => {
    const { hub, terminal, id } = await openLive();
    await hub.stop();
    await hub.restart();
    expect(await hub.run(["answer", id, "--select", "SQLite"])).toMatchObject({ code: 0 });
    expect(await outcomeOf(terminal)).toMatchObject({ code: 0, answers: answerWith("SQLite") });
  });

  test("Ctrl-C right after it withdraws the ask, or says that it may still be pending", async () => {
    const { hub, human, terminal, id } = await openLive({ columns: 160 });
    await hub.stop("SIGKILL");
    terminal.press("ctrl+c");
    expect((await terminal.exited).code).toBe(130);
    const said = terminal.everything();
    const next = await hub.restart().catch(() => hubIn(hub.directory, hub));
    expect(next.pid).not.toBe(hub.pid);
    const { status } = await human.get(id);
    if (said.includes("was withdrawn")) expect(status).toBe("cancelled");
    else expect(said).toContain(`may still be pending: yourcall cancel ${id}`);
  });

  test("an answer whose acknowledgement is lost still counts as given here", async () => {
    const hub = await startHub();
    const { home, tear } = await openRecordedWay(hub);
    const { terminal, id } = await openLive({ hub, env: { YOURCALL_HOME: home } });
    tear(`/v1/asks/${id}/answer`);
    terminal.press("o");
    terminal.type("DuckDB");
    await terminal.see("DuckDB");
    terminal.press("enter");
    expect(await outcomeOf(terminal)).toMatchObject({ code: 0, id, answers: [{ customInput: "DuckDB" }] });
    expect(terminal.screen()).toContain('✔ Database: "DuckDB"');
    expect(terminal.screen()).not.toContain("Not sent");
    expect(terminal.screen()).not.toContain("answered in");
  });
});

test("with a token that may only ask, the prompt says where to answer, and closes once that happened", async () => {
  const hub = await startHub();
  const { human, terminal, id } = await openLive({
    hub,
    env: { YOURCALL_HOME: temporaryDirectory(), YOURCALL_URL: hub.url, YOURCALL_TOKEN: hub.tokens.agent },
  });
  terminal.press("2");
  await terminal.see("the scope of yours is agent.");
  await terminal.see(`${hub.url}/a/${id}`);
  await human.answer(id, { answers: answerWith("SQLite"), surface: "web", act: "click" });
  expect(await outcomeOf(terminal)).toMatchObject({ code: 0, id, answers: answerWith("SQLite") });
});

test("a person to whom the ask is not addressed is told so, and not that the token cannot answer", async () => {
  const hub = await startHub();
  const ask = await hub.ask([database], { to: ["ana"] });
  const { token } = await hub.client("human").createToken({ scope: "human", name: "bo", rights: "answer" });
  const terminal = openTerminal(["answer", ask.id], {
    columns: 120,
    env: { YOURCALL_HOME: temporaryDirectory(), YOURCALL_URL: hub.url, YOURCALL_TOKEN: token },
  });
  await terminal.see(database.question);
  await terminal.ready();
  terminal.press("2");
  await terminal.see("This question is for ana. You can read it, but not answer it.");
});

test("if the named hub does not accept the ask, the prompt says so and works without it", async () => {
  const hub = await startHub();
  const named = [
    { YOURCALL_URL: hub.url, YOURCALL_TOKEN: "yc_agent_nobody" },
    { YOURCALL_URL: "http://127.0.0.1:1", YOURCALL_TOKEN: hub.tokens.agent },
  ];
  for (const env of named) {
    const terminal = openTerminal(["ask", askFile(database)], { env: { YOURCALL_HOME: hub.directory, ...env } });
    await terminal.ready();
    terminal.press("3");
    expect(await outcomeOf(terminal)).toMatchObject({ code: 0, answers: answerWith("SQLite") });
    expect(terminal.everything()).toContain("No hub has this question");
  }
  expect((await hub.client("human").list({ status: "all" })).asks).toEqual([]);
});

test("if a dead hub left its files behind, another is started and has the question", async () => {
  const hub = await startHub({ directory: homeOfBackgroundHub() });
  await hub.stop("SIGKILL");
  const terminal = openTerminal(["ask", askFile(database)], { env: { YOURCALL_HOME: hub.directory } });
  await terminal.ready();
  terminal.press("3");
  expect(await outcomeOf(terminal)).toMatchObject({ code: 0, status: "answered", answers: answerWith("SQLite") });
  expect(terminal.everything()).toBe("✔ Database: SQLite");
  expect((await hubIn(hub.directory)).pid).not.toBe(hub.pid);
});

/** Resolves once the stream is open; `ending` is the first ask that it reports as ended. */
async function watchEndings(client: HubClient) {
  const events = client.events()[Symbol.asyncIterator]();
  expect((await events.next()).value).toMatchObject({ type: "snapshot" });
  const next = async () => {
    for (;;) {
      const { value, done } = await events.next();
      if (done === true) return undefined;
      if (value.type === "ask-ended") return value.ask;
    }
  };
  return { ending: next() };
}
