import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { WireAsk } from "@yourcall/client";
import { toApprovalAsk } from "@yourcall/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { askFile, authMethod, database, features, jsonFile, providers } from "../support/asks.ts";
import { homeOfBackgroundHub, hubIn, runCommand } from "../support/background-hub.ts";
import { startCommand, startHub, type TestHub, temporaryDirectory, useHub } from "../support/hub.ts";
import { scriptedEditor } from "../support/stand-in.ts";
import { openTerminal } from "../support/terminal.ts";

const sharedHub = useHub();
const claude = { name: "claude", title: "fix login", cwd: "/srv/shop", session: "s1" };
const approval = { tool: "Bash", input: { command: "fly deploy" } };

function askApproval(hub: TestHub): Promise<WireAsk> {
  const { questions } = toApprovalAsk(approval);
  return hub.ask(questions, { kind: "approval", approval, agent: claude });
}

/** The ask in its current state. */
function get(hub: TestHub, { id }: { id: string }): Promise<WireAsk> {
  return hub.client("human").get(id);
}

async function answersOf(hub: TestHub, ask: WireAsk) {
  const { outcome } = await get(hub, ask);
  if (outcome?.status !== "answered") throw new Error(`Not answered: ${JSON.stringify(outcome)}`);
  return outcome.answers.map(({ question, header, ...answer }) => answer);
}

describe("on a new machine", () => {
  test.each([
    ["wait", "ask_x"],
    ["answer", "ask_x", "--select", "A"],
    ["cancel", "ask_x"],
  ])("%s says that it does not know the ask", async (...args) => {
    const { code, stdout, stderr } = await runCommand(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("ask_x");
  });

  test.each([
    ["list", "Nothing is waiting for you.\n"],
    ["log", "No decisions yet.\n"],
  ])("%s says that there is nothing", async (command, stderr) => {
    expect(await runCommand([command])).toEqual({ code: 0, stdout: "", stderr });
  });
});

test("a command has its own help, and is in the list of commands", async () => {
  const own = await startCommand(["list", "--help"]).ended;
  expect(own).toMatchObject({ code: 0, stderr: "" });
  expect(own.stdout).toMatch(/^yourcall list/);
  const { stdout } = await startCommand(["help"]).ended;
  for (const command of ["list", "wait", "answer", "cancel", "log", "doctor", "serve", "status", "stop"])
    expect(stdout).toContain(`  yourcall ${command} `);
});

describe("list", () => {
  test("shows pending asks, oldest first, with ids that answer accepts", async () => {
    const hub = await startHub();
    const first = await hub.ask([database], { agent: claude });
    const second = await askApproval(hub);
    const { code, stdout, stderr } = await hub.run(["list"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^\w{4} {2}claude · shop {2}Database {2}Which database should we use for this project\? {2}now$/,
    );
    expect(lines[1]).toMatch(/^\w{4} {2}claude · shop {2}approval {2}Bash /);
    const [short = ""] = lines[0]?.split(" ") ?? [];
    expect(first.id.endsWith(short)).toBe(true);
    expect((await hub.run(["answer", short, "--select", "SQLite"])).code).toBe(0);
    expect((await hub.run(["list", "--json"])).stdout).toBe(`${JSON.stringify([await get(hub, second)])}\n`);
  });

  test("says so if nothing is pending", async () => {
    const hub = await startHub();
    expect(await hub.run(["list"])).toEqual({ code: 0, stdout: "", stderr: "Nothing is waiting for you.\n" });
    expect((await hub.run(["list", "--json"])).stdout).toBe("[]\n");
  });

  test("filters by status, session and text, and shows at most the limit", async () => {
    const hub = await startHub();
    const [one, two, three] = [
      await hub.ask([database], { agent: { name: "a", session: "one" } }),
      await hub.ask([features], { agent: { name: "a", session: "two" } }),
      await hub.ask([authMethod], { agent: { name: "a", session: "two" } }),
    ];
    await hub.client("human").decline(three.id, { surface: "web" });
    const ids = async (...args: string[]) =>
      JSON.parse((await hub.run(["list", "--json", ...args])).stdout).map(({ id }: WireAsk) => id);
    expect(await ids()).toEqual([one.id, two.id]);
    expect(await ids("--session", "two")).toEqual([two.id]);
    expect(await ids("--search", "tailwind")).toEqual([two.id]);
    expect(await ids("--status", "declined")).toEqual([three.id]);
    expect((await ids("--status", "all")).sort()).toEqual([one.id, two.id, three.id].sort());
    const limited = await hub.run(["list", "--json", "--limit", "1"]);
    expect(JSON.parse(limited.stdout)).toHaveLength(1);
    expect(limited.stderr).toBe("");
    expect((await hub.run(["list", "--status", "open"])).code).toBe(2);
    expect((await hub.run(["list", "--limit", "0"])).code).toBe(2);
  });

  test("says that there are more than it shows, if no limit was given", async () => {
    const hub = await startHub();
    for (let at = 0; at <= 100; at++) await hub.ask([database], { agent: { name: "a", session: `${at}` } });
    const all = await hub.run(["list", "--json"]);
    expect(JSON.parse(all.stdout)).toHaveLength(100);
    expect(all.stderr).toBe("yourcall: Showing only 100; there are more. Use --limit 1000 to see them.\n");
  });

  test("marks a draft", async () => {
    const hub = await startHub();
    const { id } = await hub.ask([database]);
    const draft = { entries: [], comment: "half a thought", reason: "" };
    await hub.client("human").saveDraft(id, { draft, baseRevision: 0, surface: "web" });
    expect((await hub.run(["list"])).stdout).toMatch(/now {2}draft\n$/);
  });

  test("fits the terminal: one line per ask, the question cut", async () => {
    const hub = await startHub();
    await hub.ask([{ ...database, question: `Which ${"very ".repeat(30)}long question?` }], { agent: claude });
    const terminal = openTerminal(["list"], {
      columns: 80,
      env: { YOURCALL_HOME: hub.directory },
      stdoutOnTerminal: true,
    });
    await terminal.exited;
    const lines = terminal.everything().split("\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\w{4} {2}claude.* {2}Which very.*… +now$/);
  });
});

describe("wait", () => {
  test("prints the answer as ask does: exit code 0", async () => {
    const hub = await sharedHub();
    const { id } = await hub.ask([database]);
    const waiting = hub.start(["wait", id]);
    await untilSomebodyWaits(hub, id);
    await hub.run(["answer", id, "--select", "SQLite"]);
    const { code, stdout } = await waiting.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id, status: "answered", answers: [{ selectedOptions: ["SQLite"] }] });
  });

  test("finds an answer given while nobody waited, by the short id from list", async () => {
    const hub = await sharedHub();
    const { id } = await hub.ask([database]);
    await hub.run(["answer", id, "--select", "SQLite"]);
    expect(JSON.parse((await hub.run(["wait", id.slice(-4)])).stdout)).toMatchObject({ id, status: "answered" });
    const text = await hub.run(["wait", id, "--format", "text"]);
    expect(text).toMatchObject({ code: 0, stderr: "" });
    expect(text.stdout).toContain("Selected: SQLite");
    const claudes = await hub.run(["wait", id, "--format", "claude"]);
    expect(JSON.parse(claudes.stdout).answers).toEqual({ [database.question]: "SQLite" });
  });

  test("each outcome has its exit code", async () => {
    const hub = await sharedHub();
    const human = hub.client("human");
    const [declined, cancelled, expired] = [
      await hub.ask([database]),
      await hub.ask([database]),
      await hub.ask([database], { timeoutMs: 1 }),
    ];
    await human.decline(declined.id);
    await human.cancel(cancelled.id);
    expect((await hub.run(["wait", declined.id])).code).toBe(3);
    expect((await hub.run(["wait", expired.id])).code).toBe(4);
    expect((await hub.run(["wait", cancelled.id])).code).toBe(5);
    const skipped = await hub.ask([database]);
    await hub.run(["answer", skipped.id, "--skip", "1"]);
    expect((await hub.run(["wait", skipped.id])).code).toBe(0);
    expect(await hub.run(["wait", skipped.id, "--format", "value"])).toMatchObject({ code: 7, stdout: "" });
    expect(await hub.run(["wait", "ask_00000000000000000000000000"])).toMatchObject({ code: 1, stdout: "" });
    expect((await hub.run(["wait"])).code).toBe(2);
  });

  test("a sentence says why there is no value", async () => {
    const hub = await sharedHub();
    const human = hub.client("human");
    const [declined, cancelled, expired] = [
      await hub.ask([database]),
      await hub.ask([database]),
      await hub.ask([database], { timeoutMs: 1 }),
    ];
    await human.decline(declined.id, { reason: "not today" });
    await human.cancel(cancelled.id);
    const value = (id: string) => hub.run(["wait", id, "--format", "value"]);
    expect(await value(declined.id)).toEqual({ code: 3, stdout: "", stderr: 'yourcall: Declined: "not today".\n' });
    expect(await value(cancelled.id)).toMatchObject({ code: 5, stdout: "", stderr: "yourcall: Withdrawn.\n" });
    const nobody = "yourcall: Expired: nobody answered in time.\n";
    expect(await value(expired.id)).toEqual({ code: 4, stdout: "", stderr: nobody });
    const confirmed = await hub.run(["confirm", "Deploy?", "--no-input", "--timeout", "100ms"]);
    expect(confirmed).toMatchObject({ code: 4, stdout: "" });
    expect(confirmed.stderr).toMatch(/\nyourcall: Expired: nobody answered in time\.\n$/);
  });

  test("gives up when its time is up, and the ask stays pending: exit code 6", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    const { code, stdout } = await hub.run(["wait", ask.id, "--timeout", "100ms"]);
    expect(code).toBe(6);
    expect(JSON.parse(stdout)).toEqual({ id: ask.id, status: "pending", url: ask.url });
    expect((await get(hub, ask)).status).toBe("pending");
  });

  test.each(["SIGINT", "SIGTERM"] as const)("%s ends the wait but not the ask: exit code 130", async (signal) => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    const waiting = hub.start(["wait", ask.id]);
    await untilSomebodyWaits(hub, ask.id);
    waiting.kill(signal);
    const { code, stdout, stderr } = await waiting.ended;
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(stderr).toContain(`yourcall wait ${ask.id}`);
    expect((await get(hub, ask)).status).toBe("pending");
  });

  test.each(["SIGTERM", "SIGKILL"] as const)("survives a hub that ends by %s and comes back", async (signal) => {
    // The next hub runs in the background.
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    const { id } = await hub.ask([database]);
    const waiting = hub.start(["wait", id]);
    await untilSomebodyWaits(hub, id);
    await hub.stop(signal);
    // A waiting client restarts a crashed hub, but not a stopped one.
    if (signal === "SIGTERM") await hub.restart();
    else await hubIn(hub.directory, hub);
    expect((await hub.run(["answer", id, "--select", "SQLite"])).code).toBe(0);
    expect((await waiting.ended).code).toBe(0);
  });
});

describe("answer", () => {
  test("answers several questions with options, own text, notes, a skip and a comment", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([authMethod, providers, database]);
    const { code, stdout, stderr } = await hub.run(
      ["answer", ask.id, "--select", "Auth Method=oauth 2.0", "--note", "Auth Method=PKCE only"].concat(
        ["--select", "Providers=GitHub", "Google", "--other", "providers=GitLab", "--skip", "Database"],
        ["--comment", "Start with the schema."],
      ),
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toBe(
      [
        "✔ Auth Method: OAuth 2.0  (note: PKCE only)",
        '✔ Providers: GitHub, Google, "GitLab"',
        "– Database: no preference",
        "  comment: Start with the schema.",
        "",
      ].join("\n"),
    );
    expect(await answersOf(hub, ask)).toEqual([
      { selectedOptions: ["OAuth 2.0 (Recommended)"], notes: "PKCE only" },
      { selectedOptions: ["GitHub", "Google"], customInput: "GitLab" },
      { selectedOptions: [], skipped: true },
    ]);
    expect((await get(hub, ask)).outcome).toMatchObject({
      comment: "Start with the schema.",
      by: { surface: "terminal", act: "script", user: "ana" },
    });
  });

  test("--json prints the ask as it ended", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    const { stdout, stderr } = await hub.run(["answer", ask.id, "--other", "DuckDB", "--json"]);
    expect(JSON.parse(stdout)).toEqual(await get(hub, ask));
    expect(stderr).toBe('✔ Database: "DuckDB"\n');
  });

  test("an approval accepts its three answers and nothing else", async () => {
    const hub = await sharedHub();
    const ask = await askApproval(hub);
    const refused = await hub.run(["answer", ask.id, "--select", "yes"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('"allow-once", "allow-always", "deny"');
    expect((await hub.run(["answer", ask.id, "--other", "sure"])).code).toBe(2);
    expect((await hub.run(["answer", ask.id, "--skip", "1"])).code).toBe(2);
    expect((await get(hub, ask)).status).toBe("pending");
    expect((await hub.run(["answer", ask.id, "--select", "deny", "--note", "not here"])).code).toBe(0);
    expect(await answersOf(hub, ask)).toEqual([{ selectedOptions: ["deny"], notes: "not here" }]);
  });

  test("a decline, with and without a reason", async () => {
    const hub = await sharedHub();
    const [one, two] = [await hub.ask([database]), await hub.ask([database])];
    expect(await hub.run(["answer", one.id, "--decline", "ask me tomorrow"])).toMatchObject({
      code: 0,
      stderr: '– Database: declined ("ask me tomorrow").\n',
    });
    expect((await get(hub, one)).outcome).toMatchObject({
      status: "declined",
      reason: "ask me tomorrow",
      by: { surface: "terminal", act: "script", user: "ana" },
    });
    expect((await hub.run(["answer", two.id, "--decline"])).code).toBe(0);
    expect((await get(hub, two)).outcome).not.toHaveProperty("reason");
  });

  test("--from accepts answers from a file, and a record from standard input", async () => {
    const hub = await sharedHub();
    const answers = [{ question: database.question, selectedOptions: ["SQLite"], notes: "small" }];
    const stdin = JSON.stringify({ [database.question]: "SQLite", [`${database.question} (note)`]: "small" });
    const [one, two] = [await hub.ask([database]), await hub.ask([database])];
    expect(await hub.run(["answer", one.id, "--from", jsonFile(answers)])).toMatchObject({ code: 0 });
    expect(await hub.run(["answer", two.id, "--from", "-"], { stdin })).toMatchObject({ code: 0 });
    for (const ask of [one, two])
      expect(await answersOf(hub, ask)).toEqual([{ selectedOptions: ["SQLite"], notes: "small" }]);
  });

  test.each([
    ["no form", [], /Database \(choose one\): "PostgreSQL \(Recommended\)", "MongoDB", "SQLite"/],
    ["an unknown label", ["--select", "MySQL"], /"MySQL" is not an option here/],
    ["an empty file", ["--from", "-"], /Standard input is empty/],
    ["control characters", ["--other", "a\u001b[31mb"], /control characters/],
  ])("%s: nothing is sent, exit code 2", async (_, args, message) => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    const { code, stdout, stderr } = await hub.run(["answer", ask.id, ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stderr).not.toContain("\u001b");
    expect((await get(hub, ask)).status).toBe("pending");
  });

  test("an ended ask does not change, and the error says who answered what and where: exit code 1", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    const answers = [{ question: database.question, selectedOptions: ["MongoDB"] }];
    await hub.client("human").answer(ask.id, { answers, surface: "web", act: "click", user: "bob" });
    for (const id of [ask.id, ask.id.slice(-4)]) {
      const { code, stdout, stderr } = await hub.run(["answer", id, "--select", "SQLite"]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/had already ended.*✔ Database: MongoDB\n {2}answered in web by bob at /s);
    }
    expect(await answersOf(hub, ask)).toEqual([{ selectedOptions: ["MongoDB"] }]);
  });

  test("an unknown or ambiguous id is refused", async () => {
    const hub = await sharedHub();
    await hub.ask([database]);
    expect(await hub.run(["answer", "UUUU", "--select", "SQLite"])).toMatchObject({ code: 1 });
    expect(await hub.run(["answer", "ask_7Q", "--select", "SQLite"])).toMatchObject({ code: 2 });
    expect(await hub.run(["answer", "ask_00000000000000000000000000", "--select", "A"])).toMatchObject({ code: 1 });
    expect(await hub.run(["answer", "--select", "SQLite"])).toMatchObject({ code: 2 });
  });

  test("refuses if a variable says that an agent runs it: exit code 1", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    for (const form of [["--select", "SQLite"], ["--decline"], ["--editor"]]) {
      const { code, stdout, stderr } = await hub.run(["answer", ask.id, ...form], { env: { CLAUDECODE: "1" } });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain("this is an agent's environment (CLAUDECODE is set)");
    }
    expect((await get(hub, ask)).status).toBe("pending");
  });
});

describe("answer --editor", () => {
  async function edit(script: string, hub: TestHub, ask: WireAsk, args: string[] = []) {
    const editor = scriptedEditor(script);
    return { editor, ...(await hub.run(["answer", ask.id, "--editor", ...args], { env: editor.env })) };
  }

  test("the edited sheet is the answer", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database], { agent: claude });
    const { editor, code, stdout, stderr } = await edit(
      'cp "$1" "$HERE/seen"; echo "$1" > "$HERE/name"; sed -i "/MongoDB/d; /SQLite/d" "$1"; echo talking',
      hub,
      ask,
      ["--json"],
    );
    expect(code).toBe(0);
    expect(stderr).toContain("✔ Database: PostgreSQL");
    // The editor's output is not the command's.
    // Without a terminal nothing shows that a person edited it.
    expect(JSON.parse(stdout).outcome.by).toEqual({
      surface: "sheet",
      act: "script",
      user: "ana",
      token: { id: "human", scope: "human" },
    });
    expect(editor.read("seen")).toContain(`<!-- yourcall ${ask.id} · claude · fix login · /srv/shop -->`);
    expect(editor.read("name").trim()).toMatch(new RegExp(`/yourcall-database-${ask.id.slice(-4)}\\.md$`));
    expect(existsSync(editor.read("name").trim())).toBe(false);
    expect(await answersOf(hub, ask)).toEqual([{ selectedOptions: ["PostgreSQL (Recommended)"] }]);
  });

  test("on a terminal the sheet counts as a person's", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    const { env } = scriptedEditor('sed -i "/MongoDB/d; /SQLite/d" "$1"');
    const terminal = openTerminal(["answer", ask.id, "--editor"], { env: { ...env, YOURCALL_HOME: hub.directory } });
    expect((await terminal.exited).code).toBe(0);
    expect((await hub.client("human").get(ask.id)).outcome).toMatchObject({ by: { surface: "sheet", act: "sheet" } });
  });

  test("errors come back as comment lines and the editor opens again", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    const { editor, code } = await edit(
      'if [ -f "$HERE/first" ]; then cp "$1" "$HERE/second"; sed -i "/SQLite/d" "$1"; else sed -i "/MongoDB/d" "$1"; touch "$HERE/first"; fi',
      hub,
      ask,
    );
    expect(code).toBe(0);
    expect(editor.read("second")).toMatch(/^<!-- ✖ Question 1 takes one answer and 2 are left.*-->$/m);
    expect(await answersOf(hub, ask)).toEqual([{ selectedOptions: ["PostgreSQL (Recommended)"] }]);
  });

  test.each([
    ["left unchanged", "true", "unchanged"],
    ["emptied", ': > "$1"', "empty"],
    ["left with an error", 'sed -i "/MongoDB/d; /SQLite/d" "$1"; exit 1', "exited with an error"],
    ["not there", 'exec /no/such/editor "$1"', "was not found"],
  ])("%s: nothing is sent and the ask stays pending, exit code 1", async (_, script, words) => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    const { code, stdout, stderr } = await edit(script, hub, ask);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(words);
    expect(stderr).toContain("The ask is still pending.");
    expect((await get(hub, ask)).status).toBe("pending");
  });

  test("a person who gives up on the errors keeps the text", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    const { code, stderr } = await edit(
      'if [ ! -f "$HERE/first" ]; then sed -i "/MongoDB/d" "$1"; echo "My own thoughts." >> "$1"; touch "$HERE/first"; fi',
      hub,
      ask,
    );
    expect(code).toBe(1);
    const [, kept = ""] = /kept in (\S+)\.$/m.exec(stderr) ?? [];
    onTestFinished(() => rmSync(join(kept, ".."), { recursive: true, force: true }));
    expect(readFileSync(kept, "utf8")).toContain("My own thoughts.");
    expect((await get(hub, ask)).status).toBe("pending");
    expect(stderr).toContain(`yourcall answer ${ask.id} --from ${kept}`);

    const faulty = await hub.run(["answer", ask.id, "--from", kept]);
    expect(faulty).toMatchObject({ code: 2, stdout: "" });
    expect(faulty.stderr).toMatch(/The sheet in \S+ has errors:\nline \d+: /);
    writeFileSync(kept, readFileSync(kept, "utf8").replace(/^- SQLite.*\n/m, ""));
    expect(await hub.run(["answer", ask.id, "--from", kept])).toMatchObject({ code: 0 });
    const { outcome } = await get(hub, ask);
    expect(outcome).toMatchObject({
      answers: [{ selectedOptions: ["PostgreSQL (Recommended)"] }],
      by: { act: "script" },
    });
  });

  /** An editor that stays open until the test closes it. */
  function openEditor(): { env: Record<string, string>; close: () => void } {
    const { env } = scriptedEditor('sed -i "/MongoDB/d; /SQLite/d" "$1"; echo open >&2; read -r _ < "$HERE/go"');
    execFileSync("mkfifo", [join(env.HERE, "go")]);
    return { env, close: () => writeFileSync(join(env.HERE, "go"), "\n") };
  }

  test("a hub that is killed while the editor is open is brought back, and the answer arrives", async () => {
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    const ask = await hub.ask([database]);
    const editor = openEditor();
    const command = hub.start(["answer", ask.id, "--editor", "--json"], { env: editor.env });
    await command.says("open");
    await hub.stop("SIGKILL");
    editor.close();
    const { code, stdout } = await command.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: ask.id, status: "answered" });
  });

  test("if a remote hub is gone, the text is kept and can be sent when it is back", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database]);
    const editor = openEditor();
    const elsewhere = { YOURCALL_HOME: temporaryDirectory(), YOURCALL_URL: hub.url, YOURCALL_TOKEN: hub.tokens.human };
    const command = hub.start(["answer", ask.id, "--editor"], { env: { ...elsewhere, ...editor.env } });
    await command.says("open");
    await hub.stop();
    editor.close();
    const { code, stderr } = await command.ended;
    expect(code).toBe(1);
    const [, kept = ""] = /kept in (\S+)\.$/m.exec(stderr) ?? [];
    onTestFinished(() => rmSync(join(kept, ".."), { recursive: true, force: true }));
    expect(stderr).toContain(`Send it with: yourcall answer ${ask.id} --from ${kept}`);
    const next = await hub.restart();
    expect(await next.run(["answer", ask.id, "--from", kept])).toMatchObject({ code: 0 });
    expect(await answersOf(next, ask)).toEqual([{ selectedOptions: ["PostgreSQL (Recommended)"] }]);
  });

  test("the editor has the terminal to itself, and Ctrl-C reaches only the editor", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    const editor = scriptedEditor(
      `trap 'echo caught' INT; echo editing; read -r _; sed -i "/MongoDB/d; /SQLite/d" "$1"; exit 0`,
    );
    const terminal = openTerminal(["answer", ask.id, "--editor"], {
      env: { YOURCALL_HOME: hub.directory, ...editor.env },
    });
    await terminal.see("editing");
    terminal.press("ctrl+c");
    await terminal.see("caught");
    terminal.press("enter");
    expect((await terminal.exited).code).toBe(0);
    expect(terminal.everything()).toContain("✔ Database: PostgreSQL");
    expect(await answersOf(hub, ask)).toEqual([{ selectedOptions: ["PostgreSQL (Recommended)"] }]);
  });

  test("decline in the sheet declines", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    expect((await edit('sed -i "4i decline: not today" "$1"', hub, ask)).code).toBe(0);
    expect((await get(hub, ask)).outcome).toMatchObject({
      status: "declined",
      reason: "not today",
      by: { surface: "sheet", act: "script" },
    });
  });

  test("text from a draft on another screen is in the sheet", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    const entry = { selectedOptions: [], otherPicked: true, other: "DuckDB", note: "", skipped: false };
    const draft = { entries: [entry], comment: "so far", reason: "" };
    await hub.client("human").saveDraft(ask.id, { draft, baseRevision: 0 });
    const { editor, code } = await edit('cp "$1" "$HERE/seen"', hub, ask);
    expect(code).toBe(1);
    expect(editor.read("seen")).toContain("- Other: DuckDB");
    expect(editor.read("seen")).toContain("## Comment\nso far");
  });

  test("if another screen was faster, the text is kept and the winner named", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    const editor = scriptedEditor('sed -i "/MongoDB/d; /SQLite/d" "$1"; echo open >&2; read -r _ < "$HERE/go"');
    execFileSync("mkfifo", [join(editor.env.HERE, "go")]);
    const command = hub.start(["answer", ask.id, "--editor"], { env: editor.env });
    await command.says("open");
    await hub.client("human").decline(ask.id, { surface: "web", act: "click", user: "bob" });
    writeFileSync(join(editor.env.HERE, "go"), "\n");
    const { code, stderr } = await command.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/had already ended.*– Database: declined in web by bob at /s);
    const [, kept = ""] = /kept in (\S+)\.$/m.exec(stderr) ?? [];
    onTestFinished(() => rmSync(join(kept, ".."), { recursive: true, force: true }));
    expect(readFileSync(kept, "utf8")).toContain("- PostgreSQL");
  });
});

describe("cancel", () => {
  test("withdraws an ask by part of its id, and its asker learns of it", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    const waiting = hub.start(["wait", ask.id]);
    await untilSomebodyWaits(hub, ask.id);
    const { code, stdout, stderr } = await hub.run([
      "cancel",
      ask.id.slice(0, 12),
      "--reason",
      "changed my mind",
      "--json",
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id: ask.id,
      outcome: { status: "cancelled", reason: "changed my mind" },
    });
    expect(stderr).toBe("Withdrawn: Database. Nothing was answered.\n");
    expect(await waiting.ended).toMatchObject({ code: 5 });
  });

  test("is too late for an ask that has ended: exit code 1", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    await hub.run(["answer", ask.id, "--select", "SQLite"]);
    const { code, stdout, stderr } = await hub.run(["cancel", ask.id]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/already ended.*✔ Database: SQLite.*by ana \(a script\)/s);
  });

  test("answer and cancel --json print how an ask had already ended: exit code 1", async () => {
    const hub = await sharedHub();
    const ask = await hub.ask([database]);
    await hub.run(["answer", ask.id, "--select", "SQLite"]);
    for (const args of [
      ["cancel", ask.id],
      ["answer", ask.id, "--select", "MongoDB"],
    ]) {
      const { code, stdout, stderr } = await hub.run([...args, "--json"]);
      expect(code).toBe(1);
      const [answer] = JSON.parse(stdout).outcome.answers;
      expect(answer).toMatchObject({ header: "Database", selectedOptions: ["SQLite"] });
      expect(stderr).toMatch(/already ended.*✔ Database: SQLite/s);
    }
  });
});

test("stop --json says whether a hub was stopped", async () => {
  const hub = await startHub();
  const stop = async () => {
    const { code, stdout } = await hub.run(["stop", "--json"]);
    return { code, ...JSON.parse(stdout) };
  };
  expect(await stop()).toEqual({ code: 0, stopped: true, pid: hub.pid });
  expect(await stop()).toEqual({ code: 0, stopped: false });
});

describe("log", () => {
  async function withDecisions() {
    const hub = await startHub();
    const [answered, declined, pending] = [
      await hub.ask([database], { agent: claude }),
      await hub.ask([features], { agent: claude }),
      await hub.ask([authMethod], { agent: claude }),
    ];
    await hub.run(["answer", answered.id, "--other", "DuckDB", "--comment", "it *is* fast"]);
    await hub.client("human").decline(declined.id, { reason: "later", surface: "web", act: "click", user: "bob" });
    return { hub, answered, declined, pending };
  }

  test("lists ended asks, newest first, one line each", async () => {
    const { hub } = await withDecisions();
    const { code, stdout } = await hub.run(["log"]);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^today \d\d:\d\d {2}\w{4} {2}claude · shop {2}.*\? → declined \("later"\) +web · bob$/);
    expect(lines[1]).toMatch(/\? → "DuckDB" · comment: it \*is\* fast {2}terminal · you, script$/);
  });

  test("searches answers and comments, and filters by status", async () => {
    const { hub, answered, declined } = await withDecisions();
    const ids = async (...args: string[]) =>
      JSON.parse((await hub.run(["log", "--json", ...args])).stdout).map(({ id }: WireAsk) => id);
    expect(await ids()).toEqual([declined.id, answered.id]);
    expect(await ids("--search", "duckdb")).toEqual([answered.id]);
    expect(await ids("--search", "fast")).toEqual([answered.id]);
    expect(await ids("--status", "declined")).toEqual([declined.id]);
    expect(await ids("--search", "no such word")).toEqual([]);
    expect((await hub.run(["log", "--status", "pending"])).code).toBe(2);
    expect((await hub.run(["log", "--json", "--markdown"])).code).toBe(2);
  });

  test("as markdown is a decision record with nothing about this machine", async () => {
    const { hub } = await withDecisions();
    const { code, stdout } = await hub.run(["log", "--markdown"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# Decisions\n\n## \d{4}-\d\d-\d\d Features\n/);
    expect(stdout).toContain("- [ ] PostgreSQL (Recommended): Robust relational DB, great for complex queries");
    expect(stdout).toContain(
      "In their own words:\n\n> DuckDB\n\nComment:\n\n> it \\*is\\* fast\n\nAnswered in terminal by ana (a script), ",
    );
    expect(stdout).not.toMatch(/\/srv|127\.0\.0\.1|ask_/);
  });
});

describe("doctor", () => {
  interface Found {
    status: string;
    check: string;
    what: string;
    todo?: string;
  }

  async function examine(env: Record<string, string>): Promise<{ code: number | null; found: Found[] }> {
    const { code, stdout } = await startCommand(["doctor", "--json"], { env }).ended;
    return { code, found: JSON.parse(stdout) };
  }
  const of = (found: Found[], check: string) => found.find((finding) => finding.check === check);

  test("finds nothing wrong with a running hub, and does not disturb it", async () => {
    // The hub keeps its asks in a file other than the usual one.
    const hub = await startHub({ args: ["--store", join(temporaryDirectory(), "asks.db")] });
    await hub.ask([database]);
    const { code, found } = await examine({ YOURCALL_HOME: hub.directory, EDITOR: "cat" });
    expect(found.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(code).toBe(0);
    expect(of(found, "hub")?.what).toContain(`is running at ${hub.url}, pid ${hub.pid}`);
    expect(of(found, "database")?.what).toContain("1 waiting");
    const { stdout } = await hub.run(["doctor"]);
    for (const line of stdout.trimEnd().split("\n")) expect(line).toMatch(/^(ok {2}|warn|fail) {2}\S/);
    expect((await hub.run(["list"])).code).toBe(0);
  });

  test("finds nothing wrong on a machine that never ran a hub, and leaves nothing behind", async () => {
    const directory = join(temporaryDirectory(), "state");
    const { code, found } = await examine({ YOURCALL_HOME: directory, EDITOR: "cat" });
    expect(found.filter(({ status }) => status === "fail")).toEqual([]);
    expect(code).toBe(0);
    expect(existsSync(directory)).toBe(false);
  });

  test("tokens.json removed while a hub runs: every command says how to get new ones, and that works", async () => {
    const home = homeOfBackgroundHub();
    const env = { YOURCALL_HOME: home, EDITOR: "cat" };
    const run = (...args: string[]) => startCommand(args, { env }).ended;
    const asked = ["ask", askFile(database), "--no-input", "--no-wait"];
    expect(await run(...asked)).toMatchObject({ code: 0 });
    rmSync(join(home, "tokens.json"));
    for (const command of ["list", "status"]) {
      const { code, stderr } = await run(command);
      expect(code).toBe(1);
      expect(stderr).toMatch(/tokens\.json is missing.* Run `yourcall stop`, then /);
    }
    const { found } = await examine(env);
    const advice = { todo: expect.stringContaining("`yourcall stop`") };
    expect(of(found, "tokens")).toMatchObject({ status: "warn", ...advice });
    expect(of(found, "hub")).toMatchObject({ status: "fail", ...advice });
    expect(await run("stop")).toMatchObject({ code: 0 });
    expect(await run(...asked)).toMatchObject({ code: 0 });
    expect((await run("list")).stdout.match(/Database/g)).toHaveLength(2);
  });

  test("reports a crashed hub, and where its socket is", async () => {
    const hub = await startHub();
    await hub.stop("SIGKILL");
    const { found } = await examine({ YOURCALL_HOME: hub.directory });
    expect(of(found, "socket")?.what).toContain("fits");
    chmodSync(hub.directory, 0o755);
    expect(of((await examine({ YOURCALL_HOME: hub.directory })).found, "socket")?.what).toContain(
      "temporary directory",
    );
    expect(of(found, "hub")).toMatchObject({ status: "warn", what: expect.stringContaining("has crashed") });
  });

  test("reports a hub that hangs", async () => {
    const hub = await startHub();
    process.kill(hub.pid, "SIGSTOP");
    const { code, found } = await examine({ YOURCALL_HOME: hub.directory });
    process.kill(hub.pid, "SIGCONT");
    expect(code).toBe(1);
    expect(of(found, "hub")).toMatchObject({ status: "fail", todo: expect.stringContaining(`kill ${hub.pid}`) });
  });

  test("reports a damaged database and does not touch it: exit code 1", async () => {
    const hub = await startHub();
    for (let count = 0; count < 20; count++) await hub.ask([database]);
    await hub.stop();
    const file = join(hub.directory, "yourcall.db");
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4096);
    writeFileSync(file, bytes);
    const { code, found } = await examine({ YOURCALL_HOME: hub.directory });
    expect(code).toBe(1);
    expect(of(found, "database")).toMatchObject({ status: "fail", what: expect.stringContaining("damaged") });
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test("reports readable tokens, a broken config, a taken port and a URL without a token", async () => {
    const hub = await startHub();
    await hub.stop();
    const { directory } = hub;
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => other.once("listening", done));
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    chmodSync(join(directory, "tokens.json"), 0o644);
    writeFileSync(join(directory, "config.json"), JSON.stringify({ port, keep: "soon" }));
    const { code, found } = await examine({ YOURCALL_HOME: directory });
    expect(code).toBe(1);
    expect(of(found, "tokens")).toMatchObject({ status: "fail", todo: expect.stringContaining("chmod 600") });
    expect(of(found, "config")).toMatchObject({ status: "fail", what: expect.stringContaining("keep") });
    expect(of(found, "port")).toMatchObject({ status: "warn", what: expect.stringContaining(`${port} is used`) });
    const nowhere = await examine({ YOURCALL_HOME: directory, YOURCALL_URL: "calls", YOURCALL_TOKEN: "x" });
    expect(of(nowhere.found, "hub")).toMatchObject({
      status: "fail",
      what: expect.stringContaining('"calls" is not the address of a hub.'),
    });
    const remote = await examine({ YOURCALL_HOME: directory, YOURCALL_URL: "https://calls.example" });
    expect(of(remote.found, "hub")).toMatchObject({ status: "fail", what: expect.stringContaining("YOURCALL_TOKEN") });
  });

  test("reports a token that the hub rejects", async () => {
    const hub = await startHub();
    const { code, found } = await examine({ YOURCALL_HOME: hub.directory, YOURCALL_TOKEN: "yc_human_wrong" });
    expect(code).toBe(1);
    expect(of(found, "hub")).toMatchObject({ status: "fail", what: expect.stringContaining("does not work") });
  });
});

/** Resolves once a process is waiting for the outcome of this ask. */
async function untilSomebodyWaits(hub: TestHub, id: string): Promise<void> {
  const human = hub.client("human");
  while ((await human.get(id)).waiting.count === 0) await new Promise((next) => setTimeout(next, 5));
}
