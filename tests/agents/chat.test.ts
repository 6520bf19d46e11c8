import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asks, calls, openPlace, resultsIn, says } from "../support/agent-chat.ts";
import { database, features } from "../support/asks.ts";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { draftElsewhere } from "../support/inbox.ts";
import { scriptedEditor } from "../support/stand-in.ts";
import type { TestTerminal } from "../support/terminal.ts";

const idle = "write a message";

function send(terminal: TestTerminal, text: string): void {
  terminal.type(text);
  terminal.press("enter");
}

/** Resolves when the question is on the screen and accepts keys. */
async function asked(terminal: TestTerminal, text: string): Promise<string> {
  const screen = await terminal.see(text);
  await terminal.ready();
  return screen;
}

/** The only pending ask. */
async function pendingIn(hub: TestHub): Promise<string> {
  const human = hub.client("human");
  await expect.poll(async () => (await human.list()).asks.length).toBe(1);
  return (await human.list()).asks[0]?.id ?? "";
}

const answerWith = (label: string) => [{ question: database.question, header: "Database", selectedOptions: [label] }];

test("text streams in, each call is one line, a question is answered in place and the agent continues", async () => {
  const rest = Promise.withResolvers<void>();
  const first = says("# Pl", "an\n\nFirst a **look**.\u001b]0;evil\u0007\n\n- o", "ne\n- two\n\nThen the rest.");
  if (!("events" in first)) throw new TypeError("not a stream");
  first.events.splice(-4, 0, rest.promise);
  const place = await openPlace([
    first,
    calls(
      "One thing first.",
      { id: "t1", name: "Read", input: { path: "notes.txt" } },
      { id: "t2", name: "Read", input: { path: "../outside" } },
      asks("t3", database),
    ),
    says("SQLite then."),
  ]);
  writeFileSync(join(place.directory, "notes.txt"), "one\ntwo\nthree\n");
  const terminal = place.chat();
  await terminal.see(idle);
  send(terminal, "make a plan");
  // The second half of the list is not there yet.
  await terminal.see(/Plan\n\nFirst a look\.\n\n• o\n\n[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] working \d+ s • ctrl\+c stop$/);
  rest.resolve();
  await terminal.see(/• one\n• two\n\nThen the rest\.\n\nyou › write/);
  expect(terminal.styleOf("look").bold).toBe(true);
  expect(terminal.raw()).not.toContain("evil");

  send(terminal, "go on");
  await asked(terminal, "╭─ Database ─╮");
  terminal.press("3");
  await terminal.see(/SQLite then\.\n\nyou ›/);
  const turn = terminal.everything().split("you › go on\n\nOne thing first.\n\n")[1] ?? "";
  // The prompt waits for the hub, the other calls do not: their lines may come first.
  const callLines = turn.split("\n\n")[0]?.split("\n") ?? [];
  expect(callLines.toSorted()).toEqual([
    "✔ Database: SQLite",
    "✔ Read notes.txt  3 lines",
    expect.stringMatching(/^✖ Read \.\.\/outside/),
  ]);
  // Whichever ends first, the model gets their results in its own order.
  const places = ["three", "outside", "Selected: SQLite"].map((text) => resultsIn(place).join().indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  terminal.press("ctrl+d");
  expect((await terminal.exited).code).toBe(0);
  expect(terminal.screen()).toMatch(/To continue: yourcall agent --resume run_[\w-]+$/);
  expect(terminal.modes.bracketedPaste).toBe(false);
});

test("two questions in one turn come one after the other, even on narrow screens without colours", async () => {
  const place = await openPlace([calls("数据库 first.", asks("t1", database), asks("t2", features)), says("Good.")]);
  const terminal = place.chat(["set it up"], { columns: 40, env: { NO_COLOR: "1" } });
  await asked(terminal, "Database");
  terminal.press("1");
  await asked(terminal, "Which features");
  terminal.press("space", "enter");
  const screen = await terminal.see(/Good\.\n\nyou ›/);
  expect(terminal.everything()).toContain("数据库 first.\n\n✔ Database: PostgreSQL\n✔ Features: TypeScript\n\nGood.");
  expect(Math.max(...screen.split("\n").map((line) => line.length))).toBeLessThanOrEqual(40);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what must not be there
  expect(terminal.raw()).not.toMatch(/\x1b\[[\d;]*[13]\d?m/);
});

test("writing needs approval: if allowed it happens, if denied the agent gets the refusal and the note", async () => {
  const write = (id: string, path: string) => ({ id, name: "Write", input: { path, content: "made" } });
  const place = await openPlace([calls("", write("t1", "a.txt")), calls("", write("t2", "b.txt")), says("Done.")]);
  const terminal = place.chat(["write two files"], { background: "#ffffff", env: { COLORTERM: "truecolor" } });
  await asked(terminal, "May the agent write a.txt?");
  expect(existsSync(join(place.directory, "a.txt"))).toBe(false);
  terminal.press("down", "enter");
  expect(await asked(terminal, "May the agent write b.txt?")).toContain("r review lines");
  terminal.press("n");
  terminal.type("it is mine");
  await terminal.see("it is mine");
  terminal.press("enter", "enter");
  await terminal.see(/Done\.\n\nyou ›/);
  expect(terminal.screen()).toContain(
    "✔ Approval: Allow once\n✔ Write a.txt  Wrote a.txt, 4 bytes.\n✔ Approval: Deny  (note: it is mine)\n✖ Write b.txt  denied\n",
  );
  expect(resultsIn(place).join()).toContain("They say: it is mine");
  // In the colours for a light background, which the terminal reports.
  expect(terminal.styleOf("✔ Write a.txt").color).toBe("#047857");
  expect(readFileSync(join(place.directory, "a.txt"), "utf8")).toBe("made");
  expect(existsSync(join(place.directory, "b.txt"))).toBe(false);
});

describe("with a hub", () => {
  test("a question shows its deadline, closes when it is answered on another screen, and the agent continues with that answer", async () => {
    const directory = homeOfBackgroundHub();
    writeFileSync(join(directory, "config.json"), JSON.stringify({ port: 0, timeout: "45s" }));
    const hub = await startHub({ directory });
    const place = await openPlace([calls("One thing.", asks("t1", database)), says("Fine.")], { home: hub.directory });
    const terminal = place.chat(["set it up"]);
    await asked(terminal, "╭─ Database ─╮");
    const id = await pendingIn(hub);
    await terminal.see(/expires in 0:[0-4]\d/);
    await draftElsewhere(hub, id);
    await terminal.see(/expires in (1:00|0:5\d)/);
    await hub.client("human").answer(id, { answers: answerWith("MongoDB"), surface: "web", act: "click", user: "bo" });
    const screen = await terminal.see(/Fine\.\n\nyou ›/);
    expect(screen).toMatch(/✔ Database: MongoDB\n {2}answered in web by bo at \d\d:\d\d\.\n\nFine\./);
    expect(resultsIn(place).join()).toContain("Selected: MongoDB");
  });

  test("Ctrl-C stops the turn and withdraws its questions everywhere, the chat continues; twice on an empty line quits", async () => {
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    const place = await openPlace([calls("Two.", asks("t1", database), asks("t2", features)), says("As you like.")], {
      home: hub.directory,
    });
    const editor = scriptedEditor(
      `trap 'printf " still here: "' INT; printf 'your words: '; until read words; do :; done; echo "$words" >"$1"`,
    );
    const terminal = place.chat(["set it up"], { env: editor.env });
    await asked(terminal, "╭─ Database ─╮");
    const human = hub.client("human");
    await expect.poll(async () => (await human.list()).asks.length).toBe(2);
    // There it is for the editor.
    terminal.press("o", "ctrl+g");
    await terminal.see("your words:");
    terminal.press("ctrl+c");
    // The shell loses what arrives before it has dealt with the signal.
    await terminal.see("still here:");
    terminal.type("DuckDB\r");
    await terminal.see("Other: DuckDB");
    terminal.press("ctrl+c");
    const screen = await terminal.see("ctrl+c again ends");
    expect(screen).toContain('– Database: withdrawn, nothing was answered.\n  Not sent: Other "DuckDB"');
    expect((await human.list({ status: "all" })).asks.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    send(terminal, "do something else");
    await terminal.see(/As you like\.\n\nyou ›/);
    terminal.press("ctrl+c");
    await terminal.see("ctrl+c again ends");
    terminal.press("ctrl+c");
    expect((await terminal.exited).code).toBe(130);
  });

  test("an agent killed at its question and resumed shows the same pending question with the typed text, answered once", async () => {
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    const place = await openPlace(
      [calls("One thing.", asks("t1", database)), says("Fine."), calls("Again.", asks("t2", features)), says("Good.")],
      { home: hub.directory },
    );
    const killed = place.chat(["set it up"]);
    await killed.see("╭─ Database ─╮");
    const id = await pendingIn(hub);
    await killed.ready();
    killed.press("o");
    killed.type("DuckDB");
    const human = hub.client("human");
    await expect.poll(async () => JSON.stringify((await human.get(id)).draft)).toContain('"DuckDB"');
    killed.kill("SIGKILL");
    await killed.exited;

    const again = place.chat(["--resume"]);
    const screen = await asked(again, "╭─ Database ─╮");
    expect(screen).toContain("DuckDB");
    expect(screen).toContain("you › set it up\n\nOne thing.");
    expect(await pendingIn(hub)).toBe(id);
    const second = place.chat(["--resume"]);
    expect((await second.exited).code).toBe(1);
    expect(second.raw()).toContain("is open in another process");
    again.press("o", "enter");
    await again.see(/✔ Database: "DuckDB"\n\nFine\.\n\nyou ›/);
    expect(await human.get(id)).toMatchObject({
      outcome: { status: "answered", by: { surface: "terminal", act: "submit", user: "ana" } },
    });

    // The next one is answered while no agent runs.
    send(again, "more");
    await again.see("╭─ Features ─╮");
    const next = await pendingIn(hub);
    again.kill("SIGKILL");
    await again.exited;
    expect(await hub.run(["answer", next, "--select", "TypeScript"])).toMatchObject({ code: 0 });
    const last = place.chat(["--resume"]);
    await last.see(/✔ Features: TypeScript\n {2}answered in terminal .*\n\nGood\.\n\nyou ›/);
    expect(last.raw()).not.toContain("╭─");
  });
});

test("↑ recalls earlier messages, a multi-line paste is one message, and the history is private to the user", async () => {
  const place = await openPlace([says("One."), says("Two."), says("Three.")]);
  const terminal = place.chat();
  await terminal.see(idle);
  terminal.paste("first line\nsecond line");
  await terminal.see("you › first line\n      second line");
  expect(place.requests).toHaveLength(0);
  terminal.press("enter");
  await terminal.see(/One\.\n\nyou ›/);
  terminal.press("ctrl+d");
  await terminal.exited;
  const file = join(place.env.YOURCALL_HOME ?? "", "agent-history");
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const next = place.chat();
  await next.see(idle);
  next.type("half");
  next.press("up");
  await next.see("you › first line\n      second line");
  next.press("down");
  await next.see(/you › half$/);
  next.press("up", "enter");
  await next.see(/Two\.\n\nyou ›/);
  expect(place.requests.at(-1)?.body.messages).toHaveLength(1);
  expect(JSON.stringify(place.requests.at(-1)?.body.messages)).toContain(
    "first line\\\\nsecond line".replace("\\\\", "\\"),
  );
});

test("a missing API key is named; a provider's refusal is one line, and the chat continues", async () => {
  const refusal = { status: 401, json: { type: "error", error: { type: "authentication_error", message: "bad key" } } };
  const place = await openPlace([refusal, says("Now it works.")]);
  const without = place.chat([], { env: { ANTHROPIC_API_KEY: undefined } });
  expect((await without.exited).code).toBe(1);
  expect(without.screen()).toMatch(
    /^yourcall: No model is set up\. Choose one:\n {2}export ANTHROPIC_API_KEY[\s\S]*11434[\s\S]*`yourcall demo` needs no key/,
  );
  const terminal = place.chat(["hello"]);
  await terminal.see(/✖ .* refused the key\. Check ANTHROPIC_API_KEY/);
  send(terminal, "try again");
  await terminal.see(/Now it works\.\n\nyou ›/);
});

test.each([80, 120])(
  "slash commands are offered, completed and obeyed at %i columns; inline code has a colour",
  async (columns) => {
    const place = await openPlace([says("Run `npm test` now."), says("A fresh start.")]);
    const terminal = place.chat([], { columns });
    await terminal.see(idle);
    terminal.type("/");
    await terminal.see(/\/model \[NAME\] +show the model/);
    terminal.type("h");
    await terminal.gone("/model");
    terminal.press("tab");
    await terminal.see("you › /help");
    terminal.press("enter");
    await terminal.see(/\/resume \[RUN\] +continue the last run/);
    send(terminal, "/halp");
    await terminal.see("Unknown command /halp. Did you mean /help?");
    send(terminal, "/model claude-other");
    await terminal.see("The model is claude-other.");
    send(terminal, "hello");
    await terminal.see(/Run npm test now\.\n\nyou ›/);
    expect(terminal.styleOf("npm test").color).not.toBe("default");
    expect(place.requests.at(-1)?.body).toMatchObject({ model: "claude-other" });
    send(terminal, "/clear");
    await terminal.see("A new conversation.");
    send(terminal, "again");
    await terminal.see(/A fresh start\.\n\nyou ›/);
    expect(place.requests.at(-1)?.body.messages).toHaveLength(1);
  },
);
