import { once } from "node:events";
import { PassThrough } from "node:stream";
import { type Ask, type Outcome, type Question, toApprovalAsk } from "@yourcall/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PromptEnd, PromptOptions } from "../prompt.ts";
import type { Terminal } from "../screen/open-screen.ts";
import { startLinearPrompt } from "./linear-prompt.ts";

const at = "2025-01-01T14:31:00";
const by = { surface: "terminal", act: "submit" as const };

function choice(header: string, question: string, options: [string, string?][], multiSelect = false): Question {
  return {
    header,
    question,
    kind: "choice",
    multiSelect,
    options: options.map(([label, description]) => ({ label, description })),
  };
}

const auth = choice("Auth Method", "Which authentication method should we use?", [
  ["OAuth 2.0 (Recommended)", "Industry standard, supports social login"],
  ["JWT", "Stateless tokens, good for APIs"],
]);
const providers = choice(
  "Providers",
  "Which OAuth providers should we support?",
  [["Google", "Most widely used"], ["GitHub", "Popular for developer tools"], ["Microsoft"]],
  true,
);
const database = choice("Database", "Which database should we use?", [["PostgreSQL"], ["SQLite"]]);
const reason: Question = { header: "Why", question: "Why so?", kind: "text", options: [], multiSelect: false };
const workers: Question = {
  header: "Workers",
  question: "How many workers?",
  kind: "number",
  options: [],
  multiSelect: false,
  min: 1,
  max: 8,
};
const asking = (...questions: Question[]): Ask => ({ kind: "question", questions });

/** A person at a terminal that echoes, so that the transcript includes what they type. */
function sit(options: Omit<PromptOptions, "terminal">, input = new PassThrough(), ownsInput = false) {
  let text = "";
  let wake = () => {};
  const output = {
    write(chunk: string) {
      text += chunk;
      wake();
      return true;
    },
  };
  const terminal = { input, output, ownsInput } as unknown as Terminal;
  const prompt = startLinearPrompt({ ...options, terminal });
  let end: PromptEnd | null = null;
  void prompt.ended.then((how) => {
    end = how;
  });
  return {
    prompt,
    input,
    text: () => text,
    end: () => end,
    /** Types lines, each after the prompt has reacted to the one before. */
    async type(...lines: string[]) {
      for (const line of lines) {
        const reacted = new Promise<void>((resolve) => {
          wake = resolve;
        });
        text += `${line}\n`;
        input.write(`${line}\n`);
        await reacted;
      }
    },
  };
}

/** Waits until the prompt listens, one round of the event loop later. */
async function listening(): Promise<void> {
  await new Promise((resolve) => setImmediate(() => setTimeout(resolve)));
}

function toOutcome(end: PromptEnd): Outcome {
  if (end.type === "submitted") return { ...end, status: "answered", by, at };
  if (end.type === "declined") return { ...end, status: "declined", by, at };
  return { status: "expired", at };
}

/** The transcript of typing these lines, and how it ended. */
async function transcript(ask: Ask, lines: string[], options: Partial<PromptOptions> = {}) {
  const seat = sit({ ...options, ask });
  await listening();
  await seat.type(...lines);
  const end = seat.end();
  if (end !== null) await seat.prompt.finish(toOutcome(end));
  else seat.prompt.stop();
  return { text: seat.text(), end };
}

/** Everything after the first request. */
async function after(ask: Ask, lines: string[]) {
  const { text, end } = await transcript(ask, lines);
  return { text: text.slice(text.indexOf(`: ${lines[0]}\n`) + 2), end };
}

beforeEach(() => void vi.stubEnv("YOURCALL_KEY_GUARD_MS", "0"));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

describe("the linear prompt", () => {
  test("says which pictures go with an answer, those of another screen too", async () => {
    const picture = { type: "image/png" as const, bytes: 900, width: 8, height: 8 };
    const entry = { selectedOptions: [], otherPicked: false, other: "", note: "", skipped: false };
    const pasted = { ...picture, hash: "a".repeat(64), name: "page.png" };
    const entries = [{ ...entry, attachments: [pasted] }, entry];
    const { text } = await transcript(asking(database, auth), ["1", "f", "sketch.png", "2", "r"], {
      draft: { entries, comment: "", reason: "" },
      attach: async (path) => ({ ...picture, hash: "b".repeat(64), name: path }),
    });
    expect(text).toMatch(/Which database.*Picture: page\.png \(PNG, 8 × 8, 1 KB\)\.\nNumber/s);
    expect(text).toContain(`1. Database: PostgreSQL.
Picture on 1: page.png (PNG, 8 × 8, 1 KB).
2. Auth Method: JWT.
Picture on 2: sketch.png (PNG, 8 × 8, 1 KB).
`);
  });

  test("sends a single question on its number and says what was chosen", async () => {
    const { text, end } = await transcript(asking(database), ["2"]);
    expect(text).toBe(`Question: Database.
Which database should we use?
Choose one.
1. PostgreSQL.
2. SQLite.
3. Other: your own words.
Number, s to skip, x to decline, ? for help: 2
Database: SQLite.
Sent.
`);
    expect(end).toMatchObject({ type: "submitted", answers: [{ selectedOptions: ["SQLite"] }] });
  });

  test("0 is none of these, and cannot be combined with anything else", async () => {
    const { text, end } = await after(asking(providers), ["0 1", "0"]);
    expect(text).toContain("0 1\nType numbers from 1 to 4 with spaces between, 0 for none of these,");
    expect(text).toContain(': 0\nProviders: "None of these".\nSent.\n');
    expect(end).toMatchObject({ answers: [{ selectedOptions: [], customInput: "None of these" }] });
  });

  describe("an agent's own Other", () => {
    const given = { label: "Other", description: "Name it" };
    const one = asking({ ...database, options: [given, ...database.options] });
    const many = asking({ ...providers, options: [given, ...providers.options.slice(0, 2)] });

    test("keeps its number and takes a typed answer, or an empty line for its label", async () => {
      const written = await transcript(one, ["1", "DuckDB"]);
      expect(written.text).toContain("Choose one.\n1. Other. Name it.\n2. PostgreSQL.\n3. SQLite.\nNumber");
      expect(written.end).toMatchObject({ answers: [{ selectedOptions: [], customInput: "DuckDB" }] });
      expect((await after(one, ["1", ""])).end).toMatchObject({ answers: [{ selectedOptions: ["Other"] }] });
    });

    test("can be combined with others if several can be chosen", async () => {
      expect((await after(many, ["3 1", ""])).end).toMatchObject({
        answers: [{ selectedOptions: ["GitHub", "Other"] }],
      });
      expect((await after(many, ["3 1", "GitLab"])).end).toMatchObject({
        answers: [{ selectedOptions: ["GitHub"], customInput: "GitLab" }],
      });
      expect((await after(many, ["a"])).end).toMatchObject({ answers: [{ selectedOptions: ["Google", "GitHub"] }] });
    });
  });

  test.each([
    ["1 3", ["Google", "Microsoft"]],
    ["3,1", ["Microsoft", "Google"]],
    ["1, 2", ["Google", "GitHub"]],
    ["a", ["Google", "GitHub", "Microsoft"]],
  ])("takes %j as a choice of several and sends it if it is the only question", async (line, labels) => {
    const { text, end } = await after(asking(providers), [line]);
    expect(text).toBe(`${line}\nProviders: ${labels.join(", ")}.\nSent.\n`);
    expect(end).toMatchObject({ type: "submitted", answers: [{ selectedOptions: labels }] });
  });

  test("asks again after an empty line", async () => {
    const { text, end } = await after(asking(database), [" ", ""]);
    expect(text).toContain("Nothing chosen yet.\nNumber, s to skip, x to decline, ? for help: \nNothing chosen yet.\n");
    expect(end).toBeNull();
  });

  test.each([
    [database, "9", "Type a number from 1 to 3, o for your own words, s, x, or ? for help."],
    [database, "1 2", "Type a number from 1 to 3, o for your own words, s, x, or ? for help."],
    [database, "postgres", "Type a number from 1 to 3, o for your own words, s, x, or ? for help."],
    [providers, "1 7", "Type numbers from 1 to 4 with spaces between, 0 for none of these, a, o, s, x, or ? for help."],
    [database, "p 9", "Type p and a number from 1 to 2, as in p 1."],
  ])("answers wrong input with what is accepted (%#)", async (question, line, sentence) => {
    const { text, end } = await transcript(asking(question), [line]);
    expect(text).toContain(`: ${line}\n${sentence}\nNumber`);
    expect(end).toBeNull();
  });

  test("goes back from Other on an empty line, with nothing chosen", async () => {
    const { text, end } = await after(asking(providers), ["1 o", "", "2"]);
    expect(text).toBe(`1 o
Your words: 
Nothing written.
Numbers with spaces between, o to add your own words: 2
Providers: GitHub.
Sent.
`);
    expect(end).toMatchObject({ answers: [{ selectedOptions: ["GitHub"] }] });
  });

  test("asks before it skips the only question", async () => {
    const { text, end } = await after(asking(database), ["s", "1", "b", "S", "y"]);
    expect(text).toBe(`s
Skip it? The agent hears that you have no preference.
y to skip, x to decline, b to go back: 1
Type y, x or b.
y to skip, x to decline, b to go back: b
Number, s to skip, x to decline, ? for help: S
Skip it? The agent hears that you have no preference.
y to skip, x to decline, b to go back: y
Database: no preference.
Sent.
`);
    expect(end).toMatchObject({ type: "submitted", answers: [{ selectedOptions: [], skipped: true }] });
  });

  test("skips one of several questions immediately", async () => {
    const { text } = await transcript(asking(auth, database), ["s"]);
    expect(text).toContain("? for help: s\nAuth Method: no preference. Saved.\n\nQuestion 2 of 2: Database.\n");
  });

  test("declines after y, with the reason", async () => {
    const { text, end } = await after(asking(database), ["x", "y", "ask me tomorrow"]);
    expect(text).toBe(`x
The agent is told that you declined, and why if you say so.
y to decline, anything else keeps answering: y
Reason, or an empty line for none: ask me tomorrow
Declined.
Reason: "ask me tomorrow".
`);
    expect(end).toEqual({ type: "declined", reason: "ask me tomorrow" });
  });

  test("declines without a reason, but never without y", async () => {
    const { text, end } = await after(asking(database), ["x", "", "x", "no", "x", "y", ""]);
    expect(text).toContain("keeps answering: \nNot declined.\nNumber, s to skip");
    expect(text).toContain("keeps answering: no\nNot declined.\nNumber, s to skip");
    expect(end).toEqual({ type: "declined" });
  });

  test("adds, keeps and removes a note, and a note alone is not an answer", async () => {
    const { text, end } = await after(asking(database), ["n", "cheap host", "", "n", "", "n", "-", "n", "small", "1"]);
    expect(text).toBe(`n
Your note: cheap host
Note saved.
Number, s to skip, x to decline, ? for help: 
A note needs a choice, your own words, or s to skip.
Number, s to skip, x to decline, ? for help: n
Now: "cheap host". An empty line keeps it; a single - removes it.
Your note: 
Note kept.
Number, s to skip, x to decline, ? for help: n
Now: "cheap host". An empty line keeps it; a single - removes it.
Your note: -
Note removed.
Number, s to skip, x to decline, ? for help: n
Your note: small
Note saved.
Number, s to skip, x to decline, ? for help: 1
Database: PostgreSQL.
Sent.
`);
    expect(end).toMatchObject({ answers: [{ selectedOptions: ["PostgreSQL"], notes: "small" }] });
  });

  test("reads a preview, indented so that it cannot pass for the prompt", async () => {
    const layout: Question = {
      ...database,
      options: [{ label: "Sidebar", preview: "+---+\n\nSent.\n\u001b[2J| nav |\n" }, { label: "Topbar" }],
    };
    const { text } = await transcript(asking(layout), ["p 1", "p2"]);
    expect(text).toContain("3. Other: your own words.\np 1 reads the preview.\n");
    expect(text).toContain(
      ": p 1\nPreview of 1, Sidebar:\n  +---+\n\n  Sent.\n  | nav |\nEnd of preview.\nNumber, s to skip",
    );
    expect(text).toContain(": p2\nOption 2 has no preview.\n");
  });

  test("repeats the question and gives help", async () => {
    const { text } = await after(asking(auth, database), ["r", "?"]);
    expect(text).toBe(`r
Question 1 of 2: Auth Method.
Which authentication method should we use?
Choose one.
1. OAuth 2.0 (Recommended). Industry standard, supports social login.
2. JWT. Stateless tokens, good for APIs.
3. Other: your own words.
Number, s to skip, x to decline, ? for help: ?
Number: choose that option.
o: type your own answer.
n: add a note to your choice.
s: skip. You have no preference, the agent chooses.
x: decline. You will not answer.
r: repeat the question.
Control C: stop. Nothing is answered.
Number, s to skip, x to decline, ? for help: 
`);
  });

  test("goes back to the previous question, where an empty line keeps the answer", async () => {
    const { text } = await after(asking(auth, database), ["b", "2", "b", "", "1"]);
    expect(text).toContain("b\nThis is the first question.\n");
    expect(text).toContain(`? for help: b

Question 1 of 2: Auth Method.
Which authentication method should we use?
Choose one.
1. OAuth 2.0 (Recommended). Industry standard, supports social login.
2. JWT. Stateless tokens, good for APIs.
3. Other: your own words.
Now: JWT. An empty line keeps it.
Number, s to skip, x to decline, ? for help: 
Auth Method: JWT. Kept.

Question 2 of 2: Database.
`);
  });

  test("reports a typed answer as not sent when an option replaces it", async () => {
    const { text, end } = await after(asking(auth, database), ["o", "passkeys", "b", "2", "1", "y"]);
    expect(text).toContain('Auth Method: JWT. Saved.\nNot sent: "passkeys".\n');
    expect(text).toMatch(/: y\nSent\.\nNot sent: Auth Method: Other "passkeys"\.\n$/);
    expect(end).toMatchObject({ answers: [{ selectedOptions: ["JWT"] }, { selectedOptions: ["PostgreSQL"] }] });
  });

  test("changes an answer and takes a comment before sending", async () => {
    const lines = ["1", "1 2 o", "GitLab", "", "r", "2", "3", "c", "no rush", "s 1", "send", "y"];
    const { text, end } = await after(asking(auth, providers), lines);
    expect(
      text.slice(text.indexOf("Send both")),
    ).toBe(`Send both answers? y to send, 1 or 2 to change one, c to comment: 
Nothing sent yet.
Send both answers? y to send, 1 or 2 to change one, c to comment: r
1. Auth Method: OAuth 2.0.
2. Providers: Google, GitHub, "GitLab".
Send both answers? y to send, 1 or 2 to change one, c to comment: 2

Question 2 of 2: Providers.
Which OAuth providers should we support?
Choose any.
1. Google. Most widely used.
2. GitHub. Popular for developer tools.
3. Microsoft.
4. Other: your own words.
0. None of these.
Also: a for all, s to skip, x to decline, ? for help.
Now: Google, GitHub, "GitLab". An empty line keeps it.
Numbers with spaces between, o to add your own words: 3
Providers: Microsoft. Saved.
Not sent: "GitLab".

Send both answers? y to send, 1 or 2 to change one, c to comment: c
Your comment: no rush
Comment saved.
Send both answers? y to send, 1 or 2 to change one, c to comment: s 1
Auth Method: no preference. Saved.
Send both answers? y to send, 1 or 2 to change one, c to comment: send
Type y, a number from 1 to 2, c, x, or ? for help.
Send both answers? y to send, 1 or 2 to change one, c to comment: y
Sent.
Not sent: Providers: Other "GitLab".
`);
    expect(end).toMatchObject({
      answers: [{ skipped: true }, { selectedOptions: ["Microsoft"] }],
      comment: "no rush",
    });
  });

  test("of the program's own lists offers no comment, no skip and no decline", async () => {
    const own = { ...asking(auth, database), ownList: true } as Ask;
    const { text, end } = await after(own, ["1", "1", "?", "c", "s 1", "y"]);
    expect(text.slice(text.indexOf("y to continue"))).toBe(`y to continue, 1 or 2 to change one: ?
y: continue.
Number: change the answer to that question.
x: cancel.
b: back to the last question.
r: repeat the answers.
Control C: stop. Nothing is answered.
y to continue, 1 or 2 to change one: c
Type y, a number from 1 to 2, x, or ? for help.
y to continue, 1 or 2 to change one: s 1
Type y, a number from 1 to 2, x, or ? for help.
y to continue, 1 or 2 to change one: y
Sent.
`);
    expect(end).toMatchObject({
      answers: [{ selectedOptions: ["OAuth 2.0 (Recommended)"] }, { selectedOptions: ["PostgreSQL"] }],
    });
  });

  test("returns to sending when an opened answer is kept", async () => {
    const { text } = await transcript(asking(auth, database), ["1", "1", "1", ""]);
    expect(text).toMatch(/: \nAuth Method: OAuth 2\.0\. Kept\.\n\nSend both answers\? [^\n]*: \n$/);
  });

  test("reads a number after the codes of arrow keys", async () => {
    const { end } = await transcript(asking(database), ["\u001b[A\u001b[D2"]);
    expect(end).toMatchObject({ answers: [{ selectedOptions: ["SQLite"] }] });
  });

  test("counts three questions in the last request", async () => {
    const { text } = await transcript(asking(auth, database, reason), ["1", "1", "fast"]);
    expect(text).toMatch(/\nSend all 3 answers\? y to send, 1, 2 or 3 to change one, c to comment: \n$/);
  });

  test("takes text; an empty line offers skip and decline", async () => {
    const { text, end } = await transcript(asking(reason), ["", "no", "o", "s"]);
    expect(text).toBe(`Question: Why.
Why so?
Write your answer.
An empty line offers skip, decline and help.
Your words: 
Nothing written yet.
o to write, s to skip, x to decline, ? for help: no
Type o to write, s, x, or ? for help.
o to write, s to skip, x to decline, ? for help: o
Your words: s
Why: "s".
Sent.
`);
    expect(end).toMatchObject({ answers: [{ customInput: "s" }] });
  });

  test("takes a number only within its bounds", async () => {
    const { text, end } = await transcript(asking(workers), ["many", "9", "4"]);
    expect(text).toBe(`Question: Workers.
How many workers?
Write a number, 1 to 8.
An empty line offers skip, decline and help.
A number: many
"many" is not a number.
A number: 9
Must be at most 8.
A number: 4
Workers: "4".
Sent.
`);
    expect(end).toMatchObject({ answers: [{ customInput: "4" }] });
  });

  test("never sends half of a long text, and survives a line of a megabyte", async () => {
    const { text, end } = await transcript(asking(reason), ["x".repeat(2 ** 20), "short"]);
    expect(text).toContain("\nA field holds 2000 characters; 1046576 did not fit.\nYour words: short\n");
    expect(end).toMatchObject({ answers: [{ customInput: "short" }] });
  });

  test("cleans what is typed and what the agent wrote", async () => {
    const evil = {
      ...reason,
      header: "\u001b[31mWhy",
      question: "Why\u202e so?\nSent.\r\n\u001b]0;x\u0007Your words: ",
    };
    const { text, end } = await transcript(asking(evil), ["a\u001b[Ab\u0007c"]);
    expect(text.replace("a\u001b[Ab\u0007c\n", "")).toMatch(/^[\n -~]*$/);
    expect(text).toContain("Question: Why.\nWhy so?\n  Sent.\n  Your words:\n");
    expect(end).toMatchObject({ answers: [{ customInput: "abc" }] });
  });
});

describe("an approval on lines", () => {
  const approval = toApprovalAsk({ tool: "Bash", input: { command: "fly deploy" } }, { header: "Deploy" });

  test("names the file of a change as it is", async () => {
    const edit = { file_path: "src/a.ts", old_string: "1", new_string: "2" };
    const { text } = await transcript(toApprovalAsk({ tool: "Edit", input: edit }, { header: "Edit" }), ["1"]);
    expect(text).toContain(
      "Tool: Edit.\nChange to src/a.ts  +1 -1:\n  1. File src/a.ts\n  2. - 1\n  3. + 2\nEnd of change.\n",
    );
  });

  test("is commented on and struck out by the numbers of its lines, and the comments go with the denial", async () => {
    const plan = toApprovalAsk({ tool: "ExitPlanMode", input: { plan: "# Redis\n\n1. Drop all sessions" } });
    const { text, end } = await transcript(plan, ["c 1 Which one?", "d 3", "c 9 x", "1"]);
    expect(text).toContain("Plan:\n  1. # Redis\n  2.\n  3. 1. Drop all sessions\nEnd of plan.");
    expect(text).toContain("Comment on line 1. 1 comment goes with deny or allow once.");
    expect(text).toContain("Struck out on line 3.");
    expect(text).toContain("There are lines 1 to 3.");
    expect(end).toMatchObject({
      answers: [
        {
          selectedOptions: ["deny"],
          review: [
            { from: 1, comment: "Which one?" },
            { from: 3, replacement: "" },
          ],
        },
      ],
    });
  });

  test("needs y after a number that allows", async () => {
    const { text, end } = await transcript(approval, ["2", "2", "2", "yes"]);
    expect(text).toBe(`Deploy.
May the agent use Bash?
Tool: Bash.
Command, 1 line:
  fly deploy
End of command.
Choose one.
1. Deny. The agent is told no.
2. Allow once. This call only.
3. Always allow. This call and others like it.
Number, n to add a note, x to decline, ? for help: 2
Allow once? y to allow, anything else keeps answering: 2
Nothing allowed.
Number, n to add a note, x to decline, ? for help: 2
Allow once? y to allow, anything else keeps answering: yes
Deploy: Allow once.
Sent.
`);
    expect(end).toMatchObject({ answers: [{ selectedOptions: ["allow-once"] }] });
  });

  test.each(["1", "deny"])("denies immediately on %j", async (line) => {
    const { text, end } = await after(approval, [line]);
    expect(text).toBe(`${line}\nDeploy: Deny.\nSent.\n`);
    expect(end).toMatchObject({ answers: [{ selectedOptions: ["deny"] }] });
  });

  test("has no Other and no skip", async () => {
    const { text, end } = await after(approval, ["s", "o", "4", ""]);
    expect(text).toContain("s\nAn approval cannot be skipped. Allow, deny, or decline.\n");
    expect(text).toContain(": o\nType a number from 1 to 3, n, x, or ? for help.\n");
    expect(text).toContain(": 4\nType a number from 1 to 3, n, x, or ? for help.\n");
    expect(end).toBeNull();
  });

  test("cannot be given by a pasted number and y", async () => {
    vi.stubEnv("YOURCALL_KEY_GUARD_MS", undefined);
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const seat = sit({ ask: approval });
    await listening();
    vi.setSystemTime(1000);
    await seat.type("3", "y");
    expect(seat.text()).toMatch(
      /keeps answering: y\nTyping ignored\. Pause a moment\.\nAlways allow\? y to allow, [^\n]*: $/,
    );
    vi.setSystemTime(2000);
    await seat.type("y");
    expect(seat.end()).toMatchObject({ answers: [{ selectedOptions: ["allow-always"] }] });
    seat.prompt.stop();
  });
});

describe("stray lines", () => {
  test("are dropped if they came before the question", async () => {
    const input = new PassThrough();
    input.write("1\n2\n1");
    const seat = sit({ ask: asking(database) }, input);
    await listening();
    expect(seat.end()).toBeNull();
    await seat.type("", "2");
    expect(seat.text()).toContain("? for help: \nNothing chosen yet.\n");
    expect(seat.end()).toMatchObject({ answers: [{ selectedOptions: ["SQLite"] }] });
    seat.prompt.stop();
  });

  test("are ignored right after the question", async () => {
    vi.stubEnv("YOURCALL_KEY_GUARD_MS", undefined);
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const seat = sit({ ask: asking(reason) });
    await listening();
    vi.setSystemTime(100);
    await seat.type("git status");
    expect(seat.text()).toMatch(/git status\nTyping ignored\. Pause a moment\.\nYour words: $/);
    vi.setSystemTime(400);
    await seat.type("because");
    expect(seat.end()).toMatchObject({ answers: [{ customInput: "because" }] });
    seat.prompt.stop();
  });
});

describe("the end of the linear prompt", () => {
  test("is an interruption when the input ends, even within a line", async () => {
    const seat = sit({ ask: asking(database) });
    await listening();
    seat.input.end("1");
    expect(await seat.prompt.ended).toEqual({ type: "interrupted", signal: "SIGINT" });
    seat.prompt.stop();
    expect(seat.text()).toMatch(/\? for help: \n$/);
  });

  test("is an interruption if the input had already ended", async () => {
    const input = new PassThrough();
    input.destroy();
    await once(input, "close");
    const seat = sit({ ask: asking(database) }, input);
    expect(await seat.prompt.ended).toEqual({ type: "interrupted", signal: "SIGINT" });
    seat.prompt.stop();
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("is an interruption on %s", async (signal) => {
    const others = process.listeners(signal);
    const seat = sit({ ask: asking(database) });
    const added = process.listeners(signal).filter((listener) => !others.includes(listener));
    for (const listener of added) listener(signal);
    expect(await seat.prompt.ended).toEqual({ type: "interrupted", signal });
    seat.prompt.stop();
    expect(process.listeners(signal)).toEqual(others);
  });

  test("releases the terminal when the ask is answered elsewhere, and shows what was not sent", async () => {
    const seat = sit({ ask: asking(auth, database) }, new PassThrough(), true);
    await listening();
    await seat.type("3", "passkeys");
    await seat.prompt.finish(
      {
        status: "answered",
        answers: [
          { question: auth.question, header: auth.header, selectedOptions: ["JWT"] },
          { question: database.question, header: database.header, selectedOptions: [], customInput: "DuckDB" },
        ],
        comment: "quick",
        by: { surface: "web", act: "click", user: "ana" },
        at,
      },
      { elsewhere: true },
    );
    expect(seat.text().slice(seat.text().lastIndexOf("? for help:"))).toBe(`? for help: 
Auth Method: JWT.
Database: "DuckDB".
Comment: "quick".
Answered in web by ana at 14:31.
Not sent: Auth Method: Other "passkeys".
`);
    expect(seat.input.destroyed).toBe(true);
    expect(seat.input.listenerCount("data")).toBe(0);
    expect(seat.end()).toBeNull();
  });

  test("says what a call was changed to elsewhere, and that its lines were commented on", async () => {
    const approval = { tool: "Edit", input: { file_path: "a.ts", content: "one" }, editable: "content" };
    const seat = sit({ ask: toApprovalAsk(approval) });
    await listening();
    const [question] = toApprovalAsk(approval).questions;
    const given = {
      question: question?.question ?? "",
      header: question?.header ?? "",
      selectedOptions: ["allow-once"],
    };
    const review = [{ from: 2, to: 2, quote: "+ one", comment: "Why?" }];
    const answers = [{ ...given, edited: "two", review }];
    const by = { surface: "web", act: "click", user: "ana" } as const;
    await seat.prompt.finish({ status: "answered", answers, by, at }, { elsewhere: true });
    expect(seat.text()).toMatch(/Allow once\.\nChanged to: "two"\.\n1 comment on lines\.\nAnswered in web by ana/);
  });

  test("leaves an input that it does not own paused and open", async () => {
    const seat = sit({ ask: asking(database) });
    await listening();
    await seat.prompt.finish({ status: "cancelled", at });
    expect(seat.text()).toMatch(/: \nWithdrawn at 14:31\.\n$/);
    expect(seat.input.isPaused()).toBe(true);
    expect(seat.input.destroyed).toBe(false);
  });

  test("reports before it says how it ended", async () => {
    const seat = sit({ ask: asking(database) });
    await listening();
    await seat.type("1");
    let seen = "";
    await seat.prompt.finish(toOutcome(await seat.prompt.ended), {
      report: () => {
        seen = seat.text();
      },
    });
    expect(seen).toMatch(/Database: PostgreSQL\.\n$/);
    expect(seat.text()).toBe(`${seen}Sent.\n`);
  });

  test("accepts no line while the answer is being sent", async () => {
    const seat = sit({ ask: asking(database), submit: () => new Promise(() => {}) });
    await listening();
    await seat.type("1");
    seat.input.write("2\n");
    await listening();
    expect(seat.text()).toMatch(/Database: PostgreSQL\.\n$/);
    seat.prompt.stop();
  });

  test("goes back to the list, if there is one, with the ask still open", async () => {
    const { end } = await transcript(asking(database), ["b"], { settings: { escapeTo: "list" } });
    expect(end).toEqual({ type: "left" });
  });
});

describe("a deadline on lines", () => {
  const timers = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] as const;
  async function sitFor(ms: number) {
    vi.useFakeTimers({ toFake: [...timers], now: 0 });
    const seat = sit({ ask: asking(auth, database), expiresAt: ms });
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(1);
    return seat;
  }

  test("is announced first and ends the ask with nothing answered", async () => {
    const seat = await sitFor(20_000);
    expect(seat.text()).toMatch(/^Expires in 20 seconds\.\nQuestion 1 of 2: Auth Method\.\n/);
    await seat.type("3");
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await seat.prompt.ended).toEqual({ type: "expired" });
    await seat.prompt.finish({ status: "expired", at }, { after: "5 minutes" });
    expect(seat.text()).toMatch(/Your words: \nExpired after 5 minutes\. Nothing was answered for you\.\n$/);
  });

  test("is extended by a line", async () => {
    const seat = await sitFor(20_000);
    await vi.advanceTimersByTimeAsync(19_000);
    await seat.type("?");
    await vi.advanceTimersByTimeAsync(59_000);
    expect(seat.end()).toBeNull();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(seat.end()).toEqual({ type: "expired" });
    seat.prompt.stop();
  });

  test("is announced before it expires even if another screen has extended it", async () => {
    const seat = await sitFor(20_000);
    await vi.advanceTimersByTimeAsync(19_000);
    seat.prompt.setDeadline(80_000);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(seat.end()).toBeNull();
    expect(seat.text()).not.toContain("less than 30 seconds");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(seat.text()).toContain("less than 30 seconds");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(seat.end()).toEqual({ type: "expired" });
    seat.prompt.stop();
  });

  test("is announced once before it expires", async () => {
    const seat = await sitFor(300_000);
    expect(seat.text()).toMatch(/^Expires in 5 minutes\.\n/);
    await vi.advanceTimersByTimeAsync(269_000);
    expect(seat.text()).not.toContain("less than 30 seconds");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(seat.text().split("less than 30 seconds")).toHaveLength(2);
    expect(seat.text()).toMatch(
      /: \nExpires in less than 30 seconds\. Any line gives you another minute\.\nNumber, s to skip, [^\n]*: $/,
    );
    seat.prompt.stop();
  });
});
