import { describe, expect, test } from "vitest";
import { askFile, authMethod, database, providers } from "../support/asks.ts";
import { startHub } from "../support/hub.ts";
import { answersOf, outcomeOf } from "../support/prompt.ts";
import { openTerminal, type TerminalOptions, type TestTerminal } from "../support/terminal.ts";

interface LinearTerminal extends TestTerminal {
  /** Types lines, each after a request, and waits for the next request or the end. */
  enter(...lines: string[]): Promise<void>;
  /** Everything on the terminal, without wrapping. */
  transcript(): string;
}

// A request: words and a colon.
const requests = /(?:for help|own words|Your words|Your note|to comment|Your comment|go back|answering|for none): /g;

/** `yourcall ask --accessible` with these questions, once it asks for a line. */
async function ask(questions: unknown[], options: TerminalOptions & { args?: string[] } = {}): Promise<LinearTerminal> {
  const { args = ["--accessible"], stdin } = options;
  const from = stdin === undefined ? [askFile(...questions)] : [];
  const terminal = openTerminal(["ask", ...from, ...args], options);
  let over = false;
  void terminal.exited.then(() => {
    over = true;
  });
  const asked = () => terminal.raw().match(requests)?.length ?? 0;
  const untilAsking = (before: number) =>
    expect.poll(asked, { interval: 5 }).toSatisfy((times) => over || times > before);
  await untilAsking(0);
  return {
    ...terminal,
    async enter(...lines) {
      for (const line of lines) {
        const before = asked();
        terminal.type(`${line}\r`);
        await untilAsking(before);
      }
    },
    transcript: () => terminal.raw().replaceAll("\r\n", "\n"),
  };
}

const notPlain = /[^\n\x20-\x7e]/;

describe("the linear prompt", () => {
  test("is not replaced by a full screen: on such a terminal the inbox says what to use instead", async () => {
    const inbox = openTerminal(["inbox"], { env: { TERM: "dumb" }, stdoutOnTerminal: true });
    expect((await inbox.exited).code).toBe(2);
    expect(inbox.screen()).toContain("`yourcall answer ID`");
    expect(inbox.raw()).not.toContain("\u001b");
  });

  test("is plain lines from the first question to Sent", async () => {
    const terminal = await ask([authMethod, providers]);
    await terminal.enter("3", "passkeys", "1 2 o", "GitLab", "y");
    expect(await answersOf(terminal)).toEqual([
      { selectedOptions: [], customInput: "passkeys" },
      { selectedOptions: ["Google", "GitHub"], customInput: "GitLab" },
    ]);
    expect(terminal.transcript()).toMatchInlineSnapshot(`
      "Question 1 of 2: Auth Method.
      Which authentication method should we use?
      Choose one.
      1. OAuth 2.0 (Recommended). Industry standard, supports social login.
      2. JWT. Stateless tokens, good for APIs.
      3. Other: your own words.
      Number, s to skip, x to decline, ? for help: 3
      Your words: passkeys
      Auth Method: "passkeys". Saved.

      Question 2 of 2: Providers.
      Which OAuth providers should we support?
      Choose any.
      1. Google. Most widely used.
      2. GitHub. Popular for developer tools.
      3. Microsoft. Enterprise integration.
      4. Other: your own words.
      0. None of these.
      Also: a for all, s to skip, x to decline, ? for help.
      Numbers with spaces between, o to add your own words: 1 2 o
      Your words: GitLab
      Providers: Google, GitHub, "GitLab". Saved.

      Send both answers? y to send, 1 or 2 to change one, c to comment: y
      Sent.
      "
    `);
    expect(terminal.transcript()).not.toMatch(notPlain);
  });

  test("is chosen by ACCESSIBLE=1 and TERM=dumb, and not by ACCESSIBLE=0", async () => {
    for (const env of [{ ACCESSIBLE: "1" }, { TERM: "dumb" }]) {
      const terminal = await ask([database], { args: [], env });
      expect(terminal.transcript()).toMatch(/^Question: Database\.\n/);
    }
    const terminal = openTerminal(["ask", askFile(database)], { env: { ACCESSIBLE: "0" } });
    await terminal.see("╭─ Database ─╮");
  });

  test("sends a single choice on its number: only the outcome on stdout", async () => {
    const terminal = await ask([database]);
    await terminal.enter("3");
    const { code, stdout } = await terminal.exited;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      id: expect.stringMatching(/^ask_[0-9A-Z]{35}$/),
      status: "answered",
      answers: [{ question: database.question, header: "Database", selectedOptions: ["SQLite"] }],
      by: { surface: "terminal", act: "submit", user: "ana", token: { id: "human", scope: "human" } },
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(terminal.transcript()).toMatchInlineSnapshot(`
      "Question: Database.
      Which database should we use for this project?
      Choose one.
      1. PostgreSQL (Recommended). Robust relational DB, great for complex queries.
      2. MongoDB. Document DB, flexible schema for rapid development.
      3. SQLite. Embedded DB, zero configuration, good for small apps.
      4. Other: your own words.
      Number, s to skip, x to decline, ? for help: 3
      Database: SQLite.
      Sent.
      "
    `);
  });

  test("takes text in any script, as one line", async () => {
    const terminal = await ask([database]);
    await terminal.enter("o", 'Größe: "日本" 👍🏽');
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: [], customInput: 'Größe: "日本" 👍🏽' }]);
  });

  test("takes keys from the controlling terminal when the ask came through a pipe", async () => {
    const terminal = await ask([], { stdin: JSON.stringify({ questions: [database] }) });
    await terminal.enter("2");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["MongoDB"] }]);
    expect(terminal.transcript()).toMatch(/\nDatabase: MongoDB\.\nSent\.\n$/);
  });

  test("is the same on 20 columns, where the terminal breaks the lines", async () => {
    const terminal = await ask([database], { columns: 20, rows: 8 });
    await terminal.enter("2");
    await terminal.exited;
    expect(terminal.transcript()).not.toMatch(notPlain);
    expect(terminal.everything()).toMatchInlineSnapshot(`
      "Question: Database.
      Which database shoul
      d we use for this pr
      oject?
      Choose one.
      1. PostgreSQL (Recom
      mended). Robust rela
      tional DB, great for
       complex queries.
      2. MongoDB. Document
       DB, flexible schema
       for rapid developme
      nt.
      3. SQLite. Embedded 
      DB, zero configurati
      on, good for small a
      pps.
      4. Other: your own w
      ords.
      Number, s to skip, x
       to decline, ? for h
      elp: 2
      Database: MongoDB.
      Sent."
    `);
  });
});

describe("the linear prompt answers nothing", () => {
  test("on Ctrl-C: exit code 130", async () => {
    const terminal = await ask([database]);
    // An unfinished line is not an answer.
    terminal.type("2");
    await terminal.see("for help: 2");
    terminal.press("ctrl+c");
    expect(await terminal.exited).toEqual({ code: 130, stdout: "" });
    expect(terminal.transcript()).toContain("Interrupted. The ask was withdrawn and nothing was answered.\n");
  });

  test("to input from before the question, complete lines or not", async () => {
    for (const typed of ["2\r", "2"]) {
      const terminal = openTerminal(["ask", askFile(database), "--accessible"]);
      terminal.type(typed);
      await terminal.see("? for help:");
      terminal.type("\r");
      await terminal.see(/\? for help: ?\nNothing chosen yet\.\n.*\? for help: ?$/);
      terminal.type("3\r");
      expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["SQLite"] }]);
    }
  });
});

test("Ctrl-Z returns to the shell, and fg asks again", async () => {
  const terminal = openTerminal(["ask", askFile(database), "--accessible"], {
    shell: `export ASK="$*"; PS1='shell> ' exec bash --norc --noprofile -i`,
  });
  await terminal.see("shell>");
  terminal.type("$ASK --format text\r");
  await terminal.see("? for help:");
  terminal.press("ctrl+z");
  await terminal.see(/Stopped[^\n]*\n(.*\n)*shell>/);
  terminal.type("fg\r");
  await terminal.see(/fg\n(.*\n)+Number, s to skip, x to decline, \? for help: ?$/);
  terminal.type("2\r");
  await terminal.see("Selected: MongoDB");
  terminal.type("exit\r");
  await terminal.exited;
});

test("an answer on another screen closes it and reports typed text as not sent", async () => {
  const hub = await startHub();
  const terminal = await ask([authMethod, database], { env: { YOURCALL_HOME: hub.directory } });
  await terminal.enter("o", "passkeys");
  const human = hub.client("human");
  await expect.poll(async () => (await human.list()).asks.length).toBe(1);
  const [waiting] = (await human.list()).asks;
  if (waiting === undefined) throw new Error("No ask");
  await human.answer(waiting.id, {
    answers: waiting.questions.map(({ question, header, options }) => ({
      question,
      header,
      selectedOptions: [options[1]?.label ?? ""],
    })),
    surface: "web",
    act: "click",
    user: "ana",
  });
  expect(await outcomeOf(terminal)).toMatchObject({ code: 0, id: waiting.id, by: { surface: "web" } });
  expect(terminal.transcript().replace(/\d\d:\d\d/, "14:31")).toContain(
    `for help: 
Auth Method: JWT.
Database: MongoDB.
Answered in web by ana at 14:31.
Not sent: Auth Method: Other "passkeys".
`,
  );
});
