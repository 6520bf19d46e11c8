import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { asks, calls, openPlace, resultsIn, says } from "../support/agent-chat.ts";
import { askFile, database } from "../support/asks.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { answerElsewhere, claude } from "../support/inbox.ts";
import { openTerminal, type TestTerminal } from "../support/terminal.ts";

// The guard with its normal duration. Unit tests type many sentences; here a few show that the guard is wired.
const env = { YOURCALL_KEY_GUARD_MS: undefined };
const everyMs = 60;

async function typeSlowly(terminal: TestTerminal, text: string): Promise<void> {
  for (const character of text) {
    terminal.type(character);
    await sleep(everyMs);
  }
}

/** The only pending ask. */
async function pendingIn(hub: TestHub) {
  const human = hub.client("human");
  await expect.poll(async () => (await human.list()).asks.length).toBe(1);
  const [ask] = (await human.list()).asks;
  if (ask === undefined) throw new Error("nothing is pending");
  return ask;
}

const ended = async (hub: TestHub) => (await hub.client("human").list({ status: "ended" })).asks;

/** What the shell gets to read after the command. */
const thenShell = '"$@"; code=$?; IFS= read -t 0.3 -r rest; echo "code $code, then [$rest]"';

describe("a sentence typed while a prompt appears", () => {
  test("answers nothing, and the prompt says that it ignores typing", async () => {
    const terminal = openTerminal(["ask", askFile(database)], { env });
    await terminal.ready();
    await typeSlowly(terminal, "so 1 or 2\r");
    await terminal.see("Typing ignored. Pause a moment.");
    terminal.press("ctrl+c");
    expect(await terminal.exited).toEqual({ code: 130, stdout: "" });
  });

  test("neither opens nor answers anything in the inbox, and does not leave it", async () => {
    const hub = await startHub();
    await hub.ask([database], { agent: claude });
    const terminal = openTerminal(["inbox"], {
      stdoutOnTerminal: true,
      env: { ...env, YOURCALL_HOME: hub.directory },
    });
    await terminal.see("Which database");
    await typeSlowly(terminal, "quit, x y\r");
    await terminal.see("Typing ignored. Pause a moment.");
    expect(await ended(hub)).toEqual([]);
    await terminal.gone("Typing ignored");
    terminal.press("q");
    expect((await terminal.exited).code).toBe(0);
  });
});

describe("a sentence typed into Other while its ask is answered elsewhere", () => {
  test("stays in the prompt until a pause, is printed as not sent, and does not go to the shell", async () => {
    const hub = await startHub();
    const terminal = openTerminal(["ask", askFile(database)], {
      shell: thenShell,
      env: { ...env, YOURCALL_HOME: hub.directory },
    });
    const ask = await pendingIn(hub);
    // A deliberate `o`: the guard of the first frame has passed.
    await sleep(300);
    terminal.press("o");
    await terminal.see("esc leave");
    const answering = typeSlowly(terminal, "duck ").then(() => answerElsewhere(hub, ask, "SQLite"));
    await answering;
    await typeSlowly(terminal, "s1 x\r");
    await terminal.see("Answered in web by ben");
    await terminal.see("code 0, then []");
    const all = terminal.everything().replace(/\s+/g, " ");
    expect(all).toContain('Not sent: Other "duck s1 x"');
  });

  test("stays in the inbox until the person leaves it, and answers no other ask", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database], { agent: claude });
    await hub.ask([{ ...database, question: "And which for tests?", header: "Tests" }], { agent: claude });
    const terminal = openTerminal(["inbox", ask.id], {
      stdoutOnTerminal: true,
      env: { ...env, YOURCALL_HOME: hub.directory },
    });
    await terminal.see("enter choose and send");
    await sleep(300);
    terminal.press("o");
    await terminal.see("esc leave");
    await typeSlowly(terminal, "duck ");
    await hub.client("agent").cancel(ask.id);
    await terminal.see("Withdrawn by the agent");
    await typeSlowly(terminal, "j1 l y\r");
    await terminal.see("Pause a moment, then press enter.");
    expect((await hub.client("human").list()).asks.map(({ questions }) => questions[0]?.header)).toEqual(["Tests"]);
    terminal.press("escape");
    await terminal.see('Not sent: Other "duck j1 l y"');
  });
});

test("a question that arrives while a message is typed waits for a pause, and the message comes back after it", async () => {
  const reply = Promise.withResolvers<void>();
  const question = calls("One thing.", asks("t1", database));
  if (!("events" in question)) throw new TypeError("not a stream");
  question.events.splice(0, 0, reply.promise);
  const place = await openPlace([question, says("SQLite then.")]);
  const terminal = place.chat([], { env });
  await terminal.see("write a message");
  terminal.type("set it up\r");
  await terminal.see("working");
  await typeSlowly(terminal, "also ");
  reply.resolve();
  await typeSlowly(terminal, "1 and 2");
  await terminal.see("A question is here. It opens when you pause.");
  await terminal.see("Which database should we use");
  await terminal.ready();
  await sleep(1000);
  terminal.press("3");
  await terminal.see("SQLite then.");
  await terminal.see("you › also 1 and 2");
  expect(resultsIn(place).join()).toContain("SQLite");
});
