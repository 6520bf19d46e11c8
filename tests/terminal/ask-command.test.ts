import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { askFile, authMethod, database, features, jsonFile } from "../support/asks.ts";
import { homeOfBackgroundHub, runCommand } from "../support/background-hub.ts";
import { answersOf, ask, openAsk, outcomeOf } from "../support/prompt.ts";
import { openTerminal } from "../support/terminal.ts";

describe("yourcall ask reads the ask", () => {
  test("from a file", async () => {
    const terminal = await ask([database]);
    terminal.press("2");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["MongoDB"] }]);
  });

  test("from standard input, with the keys from the controlling terminal", async () => {
    for (const args of [["ask"], ["ask", "-"]]) {
      const terminal = openTerminal(args, { stdin: JSON.stringify({ questions: [database] }) });
      await terminal.ready();
      terminal.press("down", "enter");
      expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["MongoDB"] }]);
    }
  });

  test("from flags", async () => {
    const terminal = openTerminal([
      "ask",
      "--question",
      "Deploy now?",
      "--header",
      "Deploy",
      "--option",
      "Yes",
      "--describe",
      "goes live at once",
      "--option",
      "No",
    ]);
    await terminal.ready();
    expect(terminal.screen()).toMatchInlineSnapshot(`
      "╭─ Deploy ─╮
      │
      │  Deploy now?
      │
      │  1 > ○ Yes
      │        goes live at once
      │
      │  2   ○ No
      │
      │  3   ○ Other
      │        Type something else…
      │
      ╰──────────────────────────────────────────────────────────────────────────────
        ↑↓ move • enter choose and send • tab review • x decline • ? keys"
    `);
    terminal.press("1");
    expect(await outcomeOf(terminal)).toMatchObject({
      answers: [{ question: "Deploy now?", header: "Deploy", selectedOptions: ["Yes"] }],
    });
  });

  test("from flags for several questions, each with its own options", async () => {
    const flags = ["-q", "First?", "-o", "a", "-o", "b", "-q", "Second?", "-o", "c", "--multi", "-o", "d"];
    const terminal = openTerminal(["ask", ...flags]);
    await terminal.ready();
    terminal.press("2");
    expect(await terminal.see("Question 2 of 2")).toContain("Second?  (choose any)");
    terminal.press("1", "2", "enter");
    await terminal.see("> Send answers");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["b"] }, { selectedOptions: ["c", "d"] }]);
  });

  test("from flags without options, as a text question", async () => {
    const terminal = openTerminal(["ask", "-q", "Which branch?"]);
    await terminal.ready();
    terminal.type("main");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: [], customInput: "main" }]);
  });

  test("with --lenient, in forms that other systems accept, and lists its repairs", async () => {
    const flat = jsonFile({ question: "Which one?", options: ["a", "b"], header: "A header that is too long" });
    const strict = await runCommand(["ask", flat]);
    expect(strict).toMatchObject({ code: 2, stdout: "" });
    expect(strict.stderr).toContain("--lenient");
    const terminal = openTerminal(["ask", "--lenient", flat]);
    await terminal.ready();
    expect(terminal.screen()).toMatch(/^yourcall: repaired: /);
    terminal.press("2");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["b"] }]);
  });
});

describe("yourcall ask --format", () => {
  async function printed(
    format: string,
    press: string[],
    args: string[] = [],
  ): Promise<{ code: number; stdout: string }> {
    const terminal = openAsk([database, features], { args: ["--format", format, ...args] });
    if (press.length > 0) await terminal.ready();
    for (const key of press) {
      if (key === "y") await terminal.see("Keep answering");
      if (key === "enter") await terminal.see("> Send answers");
      terminal.press(key);
    }
    return terminal.exited;
  }
  test("text: answered, declined", async () => {
    const terminal = await ask([database], { args: ["--format", "text"] });
    terminal.press("2");
    expect((await terminal.exited).stdout).toMatchInlineSnapshot(`
      "User answered the following questions:

      1. Database (Which database should we use for this project?)
         Selected: MongoDB

      Proceeding with user selections.
      "
    `);
    expect((await printed("text", ["x", "y"])).stdout).toMatchInlineSnapshot(`
      "The user declined to answer. This is a refusal, not an answer: no option was chosen and nothing was approved.

      Do not choose for the user. Go on only with what does not depend on this, or stop and say what is still open.
      "
    `);
  });

  test("claude: answered as updatedInput, declined and expired as a denial", async () => {
    const terminal = await ask([database], { args: ["--format", "claude"] });
    terminal.press("2");
    expect(JSON.parse((await terminal.exited).stdout)).toEqual({
      questions: [database],
      answers: { [database.question]: "MongoDB" },
    });
    const declined = await printed("claude", ["x", "y"]);
    expect(declined.code).toBe(3);
    expect(JSON.parse(declined.stdout)).toEqual({ behavior: "deny", message: expect.stringContaining("declined") });
    const expired = await printed("claude", [], ["--timeout", "200ms"]);
    expect(expired.code).toBe(4);
    expect(JSON.parse(expired.stdout)).toEqual({
      behavior: "deny",
      message: expect.stringContaining("answered in time"),
    });
  });

  test("json: the outcome alone on one line, with its id", async () => {
    const { stdout } = await printed("json", ["s", "s", "enter"]);
    expect(stdout).toMatch(/^\{"id":"ask_[0-9A-Z]{35}",.*\}\n$/);
    expect(JSON.parse(stdout)).toMatchObject({ status: "answered" });
  });
});

describe("the exit code of yourcall ask", () => {
  test("1 if the outcome cannot be delivered", async () => {
    const terminal = await ask([database], { shell: `"$@" | true; exit "\${PIPESTATUS[0]}"` });
    terminal.press("1");
    expect((await terminal.exited).code).toBe(1);
    expect(terminal.everything()).toContain("Could not write to standard output");
    expect(terminal.everything()).not.toContain("✔");
  });

  test("2 wrong usage or an invalid ask", async () => {
    expect((await runCommand(["ask", "--format", "xml", askFile(database)])).code).toBe(2);
  });
});

describe("yourcall ask --on-timeout recommended", () => {
  test("still expires, with the recommended options as a fallback", async () => {
    const terminal = openAsk([database, authMethod], { args: ["--timeout", "200ms", "--on-timeout", "recommended"] });
    expect(await outcomeOf(terminal)).toMatchObject({
      code: 4,
      status: "expired",
      fallback: [{ selectedOptions: ["PostgreSQL (Recommended)"] }, { selectedOptions: ["OAuth 2.0 (Recommended)"] }],
    });
    expect(terminal.everything()).toContain("Nothing was answered for you.");
  });

  test("is refused unless every question recommends exactly one option", async () => {
    const { code, stderr } = await runCommand(["ask", askFile(database, features), "--on-timeout", "recommended"]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "--on-timeout recommended needs exactly one option marked (Recommended) in every question.",
    );
  });
});

describe("yourcall ask explains invalid input, with exit code 2", () => {
  async function refused(args: string[], stdin?: string): Promise<string> {
    const { code, stdout, stderr } = await runCommand(["ask", ...args], stdin === undefined ? {} : { stdin });
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: "" });
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stderr).toMatch(/^yourcall: /);
    return stderr;
  }

  test("an invalid ask: each error with its path", async () => {
    const [first] = database.options;
    const file = jsonFile({
      questions: [
        { ...database, header: "A header that is too long", options: [first, { ...first, description: "" }] },
        { question: "", header: "B", options: [] },
      ],
    });
    const said = await refused([file]);
    for (const path of [
      "questions[0].header",
      "questions[0].options[1].description",
      "questions[1].question",
      "questions[1].options",
      "questions[1].multiSelect",
    ])
      expect(said).toContain(path);
  });

  test("answers in the ask", async () => {
    expect(await refused([jsonFile({ questions: [database], answers: {} })])).toContain("answers");
  });

  test("text that is not JSON", async () => {
    expect(await refused([jsonFile("{ questions: nope")])).toMatch(/ask\.json is not JSON: /);
    expect(await refused([], "not json")).toContain("standard input is not JSON");
  });

  test("an empty file and an empty standard input", async () => {
    expect(await refused([jsonFile("")])).toContain("is empty");
    expect(await refused([], "")).toContain("standard input is empty");
  });

  test("a missing file, a directory", async () => {
    expect(await refused(["no-such-file.json"])).toContain('There is no file "no-such-file.json".');
    expect(await refused(["tests"])).toContain('"tests" is a directory.');
  });

  test("a file of 2 MB, or as much on standard input", async () => {
    const large = JSON.stringify({ questions: [database], metadata: { source: "x".repeat(2_000_000) } });
    expect(await refused([jsonFile(large)])).toContain("is larger than 1 MB");
    expect(await refused([], large)).toContain("is larger than 1 MB");
  });

  test("unknown or conflicting flags", async () => {
    const file = askFile(database);
    expect(await refused([file, "--nonsense"])).toContain("--nonsense");
    expect(await refused([file, "--timeout", "soon"])).toContain(
      '--timeout must be a time like 90s, 5m or 2h, got "soon".',
    );
    expect(await refused([file, "--timeout"])).toContain("--timeout");
    expect(await refused([file, "--on-timeout", "guess"])).toContain("--on-timeout must be one of expire, recommended");
    expect(await refused([file, "--format", "xml"])).toContain(
      '--format must be one of json, text, claude, value, id, got "xml".',
    );
    expect(await refused([file, "--question", "Both?"])).toContain("not both");
    expect(await refused([file, file])).toContain("One ask at a time");
    expect(await refused(["--option", "a"])).toContain("put --question before it");
    expect(await refused(["--question", "Which?", "--option", "only one"])).toContain("Give at least two, or none");
  });

  test("nothing at all, on a terminal", async () => {
    const terminal = openTerminal(["ask"]);
    expect((await terminal.exited).code).toBe(2);
    expect(terminal.everything()).toContain("Nothing to ask. Give a file, JSON on standard input, or flags:");
  });

  test("a broken config.json is reported and otherwise ignored", async () => {
    const terminal = openTerminal(["ask", askFile(database)], {
      env: { YOURCALL_HOME: homeOfBackgroundHub() },
      shell: `echo '{' >"$YOURCALL_HOME/config.json"; "$@" >/dev/null`,
    });
    await terminal.ready();
    expect(terminal.everything().replaceAll("\n", " ")).toContain("config.json is not JSON and was ignored");
    terminal.press("1");
    expect((await terminal.exited).code).toBe(0);
  });
});

describe("hostile text", () => {
  const title = "\x1b]0;owned\x07";
  const harm = `${title}\x1b[2J\x1b[31m\u202e\x9b1A\x1bP+q\x1b\\\x1b[?1049h`;
  const hostile = {
    question: `Which?${harm}\n╰─────\n  ✔ Sent. Press enter to close.`,
    header: `H${title}`,
    options: [
      { label: `Safe${harm}`, description: `fine${harm}\r\x1b[1A`, preview: `p${harm}\nq` },
      { label: "evil\u202etxt.exe\u200b", description: "two", preview: "r" },
    ],
    multiSelect: false,
  };

  test("writes no escape sequence to the terminal and cannot draw outside its place", async () => {
    const terminal = openTerminal(["ask", "--lenient", askFile(hostile)], { env: { NO_COLOR: "1" } });
    await terminal.ready();
    expect(terminal.screen()).toMatchInlineSnapshot(`
      "╭─ H ─╮
      │
      │  Which?
      │  ╰─────
      │    ✔ Sent. Press enter to close.
      │
      │  1 > ○ Safe
      │        fine
      │
      │  2   ○ eviltxt.exe
      │        two
      │
      │  3   ○ Other
      │        Type something else…
      │
      │  ┌ Safe ────────────────────────────────────────────────────────────────────┐
      │  │ p                                                                        │
      │  │ q                                                                        │
      │  └──────────────────────────────────────────────────────────────────────────┘
      ╰──────────────────────────────────────────────────────────────────────────────
        ↑↓ move • enter choose and send • tab review • x decline • ? keys"
    `);
    terminal.press("space", "tab");
    expect(await terminal.see("> Send answer")).toContain("✔ H: Safe");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: [`Safe${harm}`] }]);
    const [first = "", ...sequences] = terminal.raw().split("\x1b");
    const ours = /^(\[(\?(25|1004|2004|2026)[hl]|\d*[ABCDKJ]|0?m)|[78])/;
    for (const sequence of sequences) expect(sequence).toMatch(ours);
    const shown = first + sequences.map((sequence) => sequence.replace(ours, "")).join("");
    expect(shown.replace(/[\n\r]/g, "")).not.toMatch(/[\p{Cc}\u202a-\u202e\u200b]/u);
    expect(terminal.raw()).not.toContain("owned");
    expect(terminal.raw()).not.toContain("1049");
  });

  test("is also cleaned in file names and errors", async () => {
    const place = mkdtempSync(join(tmpdir(), "yourcall-harm-"));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const file = join(place, "a\x1b[31mb");
    writeFileSync(file, "no");
    const { code, stderr } = await runCommand(["ask", file]);
    expect(code).toBe(2);
    expect(stderr).toContain("ab is not JSON");
    expect(stderr).not.toContain("\x1b");
  });

  test("typed by the person is shown clean and sent clean", async () => {
    const terminal = await ask([database]);
    terminal.press("o");
    terminal.paste(`ok${harm}!`);
    await terminal.see("Other: ok!");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: [], customInput: "ok!" }]);
  });
});
