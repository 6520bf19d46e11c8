import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAskId } from "@yourcall/client";
import { openSqliteStore, type Store } from "@yourcall/hub";
import { expect, onTestFinished, test } from "vitest";
import { checkAnsweredLine } from "./check-answered-line.ts";
import { importAnswered } from "./import-answered.ts";

const at = "2026-11-17T12:00:01.000Z";

function toLine() {
  const options = ["8080", "9090"].map((label) => ({ label, description: `Port ${label}` }));
  const question = { question: "Which port?", header: "Port", kind: "choice", options, multiSelect: false };
  const answers = [{ question: question.question, header: question.header, selectedOptions: ["9090"] }];
  return {
    id: createAskId(),
    askedAt: Date.parse(at) - 1000,
    request: { questions: [question] },
    outcome: { status: "answered", answers, by: { surface: "terminal", act: "submit" }, at },
  };
}

/** A state directory with these answers, and a way to open its store as another process would. */
function keep(lines: readonly unknown[]) {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-kept-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, "answered.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const said: string[] = [];
  return {
    said,
    directory,
    async open(): Promise<Store> {
      const store = await openSqliteStore(join(directory, "yourcall.db"));
      onTestFinished(() => store.close());
      return store;
    },
    import: (store: Store) => importAnswered(directory, store, (message) => void said.push(message)),
    left: () => readdirSync(directory).filter((name) => name.startsWith("answered")),
  };
}

const listed = async (store: Store) => (await store.list({ status: "all", order: "oldest", limit: 500 })).records;

test("an ask that a killed import left pending gets its outcome from the next one", async () => {
  const line = toLine();
  const kept = keep([line]);
  const store = await kept.open();
  await store.create(checkAnsweredLine(line).ask);
  await kept.import(store);
  expect(await listed(store)).toMatchObject([{ id: line.id, status: "answered", delivery: { state: "taken" } }]);
  expect([kept.said, kept.left()]).toEqual([[], []]);
});

test("two processes that import at once import every answer once, and report nothing", async () => {
  const lines = Array.from({ length: 100 }, toLine);
  const kept = keep(lines);
  const stores = await Promise.all([kept.open(), kept.open()]);
  await Promise.all(stores.map(kept.import));
  for (const store of stores) {
    const records = await listed(store);
    expect(records.map(({ id }) => id).sort()).toEqual(lines.map(({ id }) => id).sort());
    expect(records.every(({ status }) => status === "answered")).toBe(true);
  }
  expect([kept.said, kept.left()]).toEqual([[], []]);
});

test("importing a file again changes nothing", async () => {
  const line = toLine();
  const kept = keep([line, line]);
  const store = await kept.open();
  await kept.import(store);
  const before = await listed(store);
  writeFileSync(join(kept.directory, "answered.jsonl"), `${JSON.stringify(line)}\n`);
  await kept.import(store);
  expect(await listed(store)).toEqual(before);
  expect(before).toHaveLength(1);
  expect([kept.said, kept.left()]).toEqual([[], []]);
});
