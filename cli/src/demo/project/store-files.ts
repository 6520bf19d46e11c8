import type { Database } from "./choices.ts";
import type { ProjectFile } from "./project-file.ts";

/** Where the notes are kept, and the test that shows it. Every store has the same three functions. */
export function storeFiles(database: Database): ProjectFile[] {
  return [
    { path: "src/store.js", content: stores[database] },
    { path: "tests/store.test.js", content: database === "memory" ? forgetting : keeping[database] },
  ];
}

const sqlite = `import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Notes in one SQLite file. */
export function openStore(file = "data/notes.db") {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT");
  const insert = database.prepare("INSERT INTO notes (text) VALUES (?)");
  const newestFirst = database.prepare("SELECT id, text FROM notes ORDER BY id DESC");
  return {
    add(text) {
      return { id: Number(insert.run(text).lastInsertRowid), text };
    },
    list() {
      return newestFirst.all().map(({ id, text }) => ({ id, text }));
    },
    close() {
      database.close();
    },
  };
}
`;

const json = `import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Notes in one JSON file, replaced as a whole at each change, so that it is never half written. */
export function openStore(file = "data/notes.json") {
  mkdirSync(dirname(file), { recursive: true });
  const notes = read(file);
  return {
    add(text) {
      const note = { id: (notes.at(-1)?.id ?? 0) + 1, text };
      notes.push(note);
      writeFileSync(file + ".new", JSON.stringify(notes, null, 2) + "\\n");
      renameSync(file + ".new", file);
      return note;
    },
    list() {
      return notes.toReversed();
    },
    close() {},
  };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw new Error(file + " cannot be read: " + error.message);
  }
}
`;

const memory = `/** Notes in memory: gone when the service ends. */
export function openStore() {
  const notes = [];
  return {
    add(text) {
      const note = { id: notes.length + 1, text };
      notes.push(note);
      return note;
    },
    list() {
      return notes.toReversed();
    },
    close() {},
  };
}
`;

const stores: Record<Database, string> = { sqlite, json, memory };

const keepingIn = (file: string) => `import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openStore } from "../src/store.js";

test("a note is still there when the store is opened again", (context) => {
  const directory = mkdtempSync(join(tmpdir(), "notes-"));
  context.after(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "${file}");
  const first = openStore(file);
  first.add("milk");
  first.add("bread");
  first.close();
  const second = openStore(file);
  assert.deepEqual(second.list(), [
    { id: 2, text: "bread" },
    { id: 1, text: "milk" },
  ]);
  second.close();
});
`;

const keeping = { sqlite: keepingIn("notes.db"), json: keepingIn("notes.json") };

const forgetting = `import assert from "node:assert/strict";
import { test } from "node:test";
import { openStore } from "../src/store.js";

test("every store starts empty and lists the newest note first", () => {
  openStore().add("somebody else's");
  const store = openStore();
  assert.deepEqual(store.list(), []);
  store.add("milk");
  store.add("bread");
  assert.deepEqual(store.list(), [
    { id: 2, text: "bread" },
    { id: 1, text: "milk" },
  ]);
});
`;
