import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import { toLineJsonSchemas } from "../../cli/src/agent/json/line-schemas.ts";
import { database, features } from "../support/asks.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { askApproval } from "../support/inbox.ts";
import { yourcall } from "../support/terminal.ts";

type Line = Record<string, unknown> & { sheet: string };

const schemas = toLineJsonSchemas();

/** `yourcall inbox --json` against this hub. Every line fits the schema of its type. */
function openInbox(hub: TestHub) {
  const child = spawn(process.execPath, [yourcall, "inbox", "--json"], {
    env: { PATH: process.env.PATH, YOURCALL_HOME: hub.directory, USER: "ana" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await code;
  });
  const lines: Line[] = [];
  createInterface({ input: child.stdout }).on("line", (text) => {
    const line: Line = JSON.parse(text);
    z.fromJSONSchema(schemas[String(line.type)] as Parameters<typeof z.fromJSONSchema>[0]).parse(line);
    lines.push(line);
  });
  return {
    lines,
    code,
    send: (line: unknown) => child.stdin.write(`${JSON.stringify(line)}\n`),
    see: (wanted: Record<string, unknown>) =>
      vi.waitFor(
        () => {
          const found = lines.find((line) => Object.entries(wanted).every(([key, value]) => line[key] === value));
          if (found === undefined) throw new Error(`No ${JSON.stringify(wanted)} in ${JSON.stringify(lines)}`);
          return found;
        },
        { timeout: 30_000, interval: 20 },
      ),
  };
}

const without = (sheet: string, ...words: string[]) =>
  sheet
    .split("\n")
    .filter((line) => !words.some((word) => line.includes(word)))
    .join("\n");

test("yourcall inbox --json lists pending asks, live, and accepts sheets and answers with the surface they name", async () => {
  const hub = await startHub();
  const first = await hub.ask([database], { agent: { name: "claude", title: "fix login" }, context: "Said before." });
  const inbox = openInbox(hub);
  expect(await inbox.see({ type: "listed" })).toEqual({ type: "listed", pending: 1, shown: [first.id], filter: "" });
  const shown = await inbox.see({ type: "ask_user_question", askId: first.id });
  expect(shown).toMatchObject({ id: first.id, agent: { name: "claude" }, createdAt: expect.any(String) });
  expect(shown.sheet).toContain("> Said before.");
  expect(shown.sheet).not.toContain("quit without saving");

  inbox.send({ type: "ask_user_question_response", id: first.id, sheet: shown.sheet, surface: "nvim" });
  expect(await inbox.see({ type: "error", code: "invalid-answer" })).toMatchObject({
    errors: [{ line: 7, message: "Nothing has changed yet, so nothing is sent." }],
  });
  const edited = without(shown.sheet, "PostgreSQL", "MongoDB");
  inbox.send({ type: "check_sheet", id: first.id, sheet: `# A chat\n\n${edited}` });
  expect(await inbox.see({ type: "sheet_checked" })).toMatchObject({ errors: [], summary: "Database: SQLite" });
  expect((await hub.client("human").get(first.id)).status).toBe("pending");
  inbox.send({ type: "ask_user_question_response", id: first.id, sheet: edited, surface: "nvim" });
  expect(await inbox.see({ type: "ask_ended", id: first.id })).toMatchObject({
    elsewhere: false,
    outcome: { by: { surface: "nvim", act: "sheet", user: "ana" }, answers: [{ selectedOptions: ["SQLite"] }] },
    summary: "Database: SQLite",
  });

  const second = await hub.ask([features]);
  await inbox.see({ type: "ask_user_question", askId: second.id });
  await hub.run(["answer", second.id, "--select", "TypeScript"], { env: { USER: "bo" } });
  expect(await inbox.see({ type: "ask_ended", id: second.id })).toMatchObject({
    elsewhere: true,
    summary: expect.stringMatching(/^Features: TypeScript · answered in terminal by bo/),
  });
  inbox.send({ type: "ask_user_question_response", id: second.id, declined: true });
  await inbox.see({ type: "error", code: "already-ended" });
  inbox.send({ type: "user_message", text: "hello" });
  await inbox.see({ type: "error", code: "invalid-line" });

  const third = await hub.ask([database]);
  await inbox.see({ type: "ask_user_question", askId: third.id });
  inbox.send({ type: "leave" });
  expect(await inbox.code).toBe(0);
  expect((await hub.client("human").get(third.id)).status).toBe("pending");

  const refused = await hub.run(["inbox", "--json"], { env: { CLAUDECODE: "1" } });
  expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("CLAUDECODE is set") });
});

test("editing a sheet extends the deadline, as does one that is refused; showing it does not, and another screen's draft stays", async () => {
  const hub = await startHub();
  const person = hub.client("human");
  const { id, expiresAt } = await hub.ask([database], { timeoutMs: 30_000 });
  const draft = { entries: [], comment: "typed in the browser", reason: "" };
  const untouched = await hub.ask([database], { timeoutMs: 30_000 });
  const inbox = openInbox(hub);
  const { sheet } = await inbox.see({ type: "ask_user_question", askId: id });
  const leftMs = async () => Date.parse((await person.get(id)).expiresAt ?? "") - Date.now();

  inbox.send({ type: "check_sheet", id, sheet });
  inbox.send({ type: "check_sheet", id, sheet: `# More of the chat\n\n${sheet}` });
  inbox.send({ type: "check_sheet", id: untouched.id, sheet });
  await inbox.see({ type: "sheet_checked", id: untouched.id });
  expect((await person.get(id)).expiresAt).toBe(expiresAt);
  inbox.send({ type: "check_sheet", id, sheet: sheet.replace("Other:", "Other: Du") });
  await expect.poll(leftMs).toBeGreaterThan(50_000);
  const changed = await inbox.see({ type: "deadline_changed", id });
  expect(changed.expiresAt).toBe((await person.get(id)).expiresAt);
  expect((await person.get(untouched.id)).expiresAt).toBe(untouched.expiresAt);

  await person.saveDraft(untouched.id, { draft, baseRevision: 0, surface: "web" });
  const { expiresAt: before = "" } = await person.get(untouched.id);
  inbox.send({ type: "ask_user_question_response", id: untouched.id, sheet });
  await inbox.see({ type: "error", id: untouched.id });
  await expect
    .poll(async () => Date.parse((await person.get(untouched.id)).expiresAt ?? ""))
    .toBeGreaterThan(Date.parse(before));
  expect((await person.get(untouched.id)).draft).toMatchObject({ draft, surface: "web", revision: 2 });
});

test("a sheet of an approval allows it only with a report that all of it was on the screen", async () => {
  const hub = await startHub();
  const { id } = await askApproval(hub, "fly deploy\nfly status");
  const inbox = openInbox(hub);
  const { sheet } = await inbox.see({ type: "ask_user_question", askId: id });
  const allowing = without(sheet, "- deny", "- allow-always");
  const last = allowing.split("\n").indexOf("> fly status") + 1;
  for (const seen of [undefined, [[1, last - 1]]]) {
    inbox.send({ type: "ask_user_question_response", id, sheet: allowing, seen });
    await vi.waitFor(
      () => expect(inbox.lines.filter(({ type }) => type === "error")).toHaveLength(seen ? 2 : 1),
      10_000,
    );
  }
  expect(inbox.lines.at(-1)).toMatchObject({
    errors: [{ line: last, message: `Line ${last} has not been on the screen. Read on from here, then send again.` }],
  });
  expect((await hub.client("human").get(id)).status).toBe("pending");
  inbox.send({ type: "check_sheet", id, sheet: allowing, seen: [[1, last]] });
  expect(await inbox.see({ type: "sheet_checked" })).toMatchObject({ errors: [], progress: [{ text: "1 left ✔" }] });
  inbox.send({ type: "ask_user_question_response", id, sheet: allowing, seen: [[1, last]] });
  expect(await inbox.see({ type: "ask_ended", id })).toMatchObject({
    outcome: { answers: [{ selectedOptions: ["allow-once"] }] },
  });
});

test("the list has the order of every screen: filtered by words, a reply at the place of its ask, and the next ask below", async () => {
  const hub = await startHub();
  const headers = ["One", "Two", "Three"];
  const [one, two, three] = await Promise.all(
    headers.map((header) => hub.ask([{ ...database, header }], { asksAgain: true })),
  ).then((asks) => asks.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)).map(({ id }) => id));
  const inbox = openInbox(hub);
  const shows = (...ids: unknown[]) =>
    vi.waitFor(() => expect(inbox.lines.findLast(({ type }) => type === "listed")?.shown).toEqual(ids), 30_000);
  await shows(one, two, three);
  // The agent replies to a question of the person: its new ask is where the old one was.
  const asked = { declined: { asked: "How large is it?" }, surface: "nvim" };
  inbox.send({ type: "ask_user_question_response", id: two, ...asked });
  expect((await inbox.see({ type: "ask_ended", id: two })).next).toBe(three);
  await shows(one, three);
  const reply = await hub.ask([{ ...database, header: "Reply" }], { replyTo: two ?? "" });
  await shows(one, reply.id, three);
  inbox.send({ type: "filter", text: "REPLY sqlite" });
  await shows(reply.id);
  expect(inbox.lines.at(-1)).toMatchObject({ type: "listed", pending: 3, filter: "REPLY sqlite" });
  inbox.send({ type: "filter", text: "" });
  await shows(one, reply.id, three);
  // After the last one comes the first, whoever ended it.
  await hub.run(["answer", String(three), "--select", "SQLite"]);
  expect((await inbox.see({ type: "ask_ended", id: three })).next).toBe(one);
});
