import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAskId } from "@yourcall/client";
import { openPostgresStore } from "@yourcall/hub/postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import { newStore } from "../postgres/new-store.ts";
import { database } from "../support/asks.ts";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { readHubFile, startCommand, startHub, temporaryDirectory } from "../support/hub.ts";
import { testWithMounts, withSmallDisk } from "../support/mounts.ts";
import { hasPostgres, usePostgres } from "../support/postgres.ts";
import { openTerminal } from "../support/terminal.ts";

const labels = database.options.map(({ label }) => label);
const noon = Date.parse("2026-11-17T12:00:00Z");

/** A line as `ask` writes it when no hub runs. The number decides the answer. */
function toLine(number: number) {
  const question = { ...database, kind: "choice", question: `${database.question} (${number})` };
  const selectedOptions = [labels[number % labels.length] ?? ""];
  return {
    id: createAskId(),
    askedAt: noon + number,
    request: { questions: [question], agent: { name: "shell", cwd: "/home/ana/shop" } },
    outcome: {
      status: "answered",
      answers: [{ question: question.question, header: question.header, selectedOptions }],
      by: { surface: "terminal", act: "submit", user: "ana" },
      at: new Date(noon + number + 1000).toISOString(),
    },
  };
}

type Line = ReturnType<typeof toLine>;

function toText(line: unknown): string {
  return `${typeof line === "string" ? line : JSON.stringify(line)}\n`;
}

/** A state directory in which these lines wait for a hub. */
function homeWith(lines: readonly unknown[]): string {
  const home = homeOfBackgroundHub();
  writeFileSync(join(home, "answered.jsonl"), lines.map(toText).join(""), { mode: 0o600 });
  return home;
}

async function readLog(home: string, store?: string) {
  const env = { YOURCALL_HOME: home, ...(store === undefined ? {} : { YOURCALL_STORE: store }) };
  const ended = await startCommand(["log", "--json", "--limit", "1000"], { env }).ended;
  expect(ended).toMatchObject({ code: 0 });
  return { stderr: ended.stderr, asks: JSON.parse(ended.stdout) as { id: string; outcome: Line["outcome"] }[] };
}

const sorted = (asks: readonly { id: string; outcome: Line["outcome"] }[]) =>
  asks.map(({ id, outcome: { answers } }) => ({ id, answers })).sort((a, b) => (a.id < b.id ? -1 : 1));

/** Resolves when the condition holds, which is looked at as often as possible: the moment to hit is short. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}

describe("answers that were kept while no hub ran", () => {
  test("are all in the log, once each, whenever the hub that imports them is killed", async () => {
    for (let round = 1; round <= 8; round++) {
      const lines = Array.from({ length: 100 }, (_, number) => toLine(number));
      const home = homeWith(lines);
      const hub = startCommand(["serve", "--port", "0"], { env: { YOURCALL_HOME: home } });
      const log = join(home, "yourcall.db-wal");
      const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      await until(() => sizeOf(log) > round * 50_000 || readHubFile(home) !== null);
      hub.kill("SIGKILL");
      await hub.ended;
      const { asks } = await readLog(home);
      expect({ round, asks: sorted(asks) }).toEqual({ round, asks: sorted(lines) });
      expect(readdirSync(home).filter((name) => name.startsWith("answered"))).toEqual([]);
    }
  });

  test.skipIf(!hasPostgres())(
    "are all in the log on PostgreSQL too, where an import may be cut off in between",
    async () => {
      const lines = Array.from({ length: 100 }, (_, number) => toLine(number));
      const home = homeWith(lines);
      const url = newStore(await usePostgres());
      const store = await openPostgresStore(url);
      onTestFinished(() => store.close());
      const hub = startCommand(["serve", "--port", "0"], { env: { YOURCALL_HOME: home, YOURCALL_STORE: url } });
      const seen = new Promise<void>((resolve) => {
        store.subscribe((events) => events.some(({ sequence }) => sequence > 30) && resolve());
      });
      await seen;
      hub.kill("SIGKILL");
      await hub.ended;
      await startHub({ directory: home, env: { YOURCALL_STORE: url } });
      const { asks } = await readLog(home, url);
      expect(sorted(asks)).toEqual(sorted(lines));
    },
  );

  testWithMounts("wait on a full disk, and the next hub has them all", async () => {
    const lines = Array.from({ length: 200 }, (_, number) => {
      const line = toLine(number);
      return { ...line, request: { ...line.request, context: "what the agent said before ".repeat(700) } };
    });
    const home = homeWith(lines);
    const disk = temporaryDirectory("disk");
    const hub = startCommand(["serve", "--port", "0", "--store", join(disk, "yourcall.db")], {
      env: { YOURCALL_HOME: home },
      through: withSmallDisk(disk),
    });
    await hub.says("listens on");
    expect(hub.stderr()).toMatch(
      /not in the log yet: There is no room left for .*yourcall\.db\..* The next start tries again\./,
    );
    hub.kill("SIGINT");
    await hub.ended;
    const { asks } = await readLog(home, join(temporaryDirectory("roomy"), "yourcall.db"));
    expect(sorted(asks)).toEqual(sorted(lines));
  });

  test("lines that cannot be answers are set aside, each with a sentence, and do not spoil the log", async () => {
    const spoil: ((line: Line) => unknown)[] = [
      () => "not JSON",
      (line) => JSON.stringify(line).slice(0, -20),
      () => "null",
      (line) => ({ ...line, request: { ...line.request, agent: 5 } }),
      (line) => ({ ...line, request: { ...line.request, agent: {} } }),
      ({ request: _, ...line }) => line,
      ({ outcome: _, ...line }) => line,
      (line) => ({ ...line, outcome: { ...line.outcome, by: null } }),
      (line) => ({ ...line, outcome: { ...line.outcome, by: 7 } }),
      (line) => ({ ...line, outcome: { ...line.outcome, comment: {} } }),
      (line) => ({ ...line, askedAt: 1e300 }),
      (line) => ({ ...line, askedAt: 8.64e15 }),
      (line) => ({ ...line, outcome: { ...line.outcome, at: "+275760-09-12" } }),
      (line) => ({ ...line, id: "../yourcall.db" }),
      (line) => ({ ...line, request: { ...line.request, onTimeout: "guess" } }),
    ];
    const good = spoil.map((_, number) => toLine(number));
    const bad = spoil.map((act, number) => act(toLine(number)));
    const home = homeWith(good.flatMap((line, number) => [line, bad[number]]));
    const refused = join(home, "answered.refused.jsonl");
    const { asks, stderr } = await readLog(home);
    expect(sorted(asks)).toEqual(sorted(good));
    const sentence = (_: unknown, number: number) =>
      expect.stringMatching(
        `^yourcall: line ${number * 2 + 2} of answered\\.jsonl was not imported: [^.]*\\. It is kept in ${refused}\\.$`,
      );
    expect(stderr.trimEnd().split("\n")).toEqual(bad.map(sentence));
    expect(readFileSync(refused, "utf8")).toBe(bad.map(toText).join(""));
    const again = await readLog(home);
    expect([sorted(again.asks), again.stderr]).toEqual([sorted(good), ""]);
    const plain = await startCommand(["log"], { env: { YOURCALL_HOME: home } }).ended;
    expect(plain).toMatchObject({ code: 0, stderr: "" });
    expect(plain.stdout.trimEnd().split("\n")).toHaveLength(good.length);
  });

  test("an answer is kept whole after one that a full disk has cut off", async () => {
    const cut = JSON.stringify(toLine(0)).slice(0, 200);
    const home = homeWith([]);
    writeFileSync(join(home, "answered.jsonl"), cut);
    const terminal = openTerminal(["ask", "-q", "Which port?", "-o", "8080", "-o", "9090"], {
      env: { YOURCALL_HOME: home },
    });
    await terminal.ready();
    terminal.press("2");
    expect((await terminal.exited).code).toBe(0);
    const { asks } = await readLog(home);
    expect(asks).toMatchObject([{ outcome: { status: "answered", answers: [{ selectedOptions: ["9090"] }] } }]);
    expect(readFileSync(join(home, "answered.refused.jsonl"), "utf8")).toBe(`${cut}\n`);
  });

  test("a line cannot claim a token, nor how the ask would have expired", async () => {
    const line = toLine(0);
    const token = { id: "tok_boss", scope: "human", name: "The boss" };
    const expired = { status: "expired", at: line.outcome.at, fallback: [{ selectedOptions: ["Drop it"] }] };
    const home = homeWith([
      { ...line, outcome: { ...line.outcome, by: { ...line.outcome.by, token } } },
      { ...toLine(1), outcome: expired },
    ]);
    const { asks } = await readLog(home);
    expect(asks.find(({ id }) => id === line.id)?.outcome.by).toEqual({
      ...line.outcome.by,
      token: { id: "human", scope: "human" },
    });
    expect(JSON.stringify(asks)).not.toMatch(/boss|Drop it/);
  });

  test("a line with the id of another ask answers nothing", async () => {
    const home = homeOfBackgroundHub();
    const run = (...args: string[]) => startCommand(args, { env: { YOURCALL_HOME: home } }).ended;
    const asked = await run("ask", "--no-wait", "--format", "id", "-q", "Drop it?", "-o", "Yes", "-o", "No");
    await run("stop");
    const id = asked.stdout.trim();
    writeFileSync(join(home, "answered.jsonl"), `${JSON.stringify({ ...toLine(0), id })}\n`, { mode: 0o600 });
    expect((await readLog(home)).asks).toEqual([]);
    const { stdout } = await run("list", "--json");
    expect(JSON.parse(stdout)).toMatchObject([{ id, status: "pending" }]);
    expect(readFileSync(join(home, "answered.refused.jsonl"), "utf8")).toContain(id);
  });
});
