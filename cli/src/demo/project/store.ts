import type { Choices } from "./project-files.ts";

/** The module that keeps the notes. All stores have the same three functions. */
export function toStore(database: Choices["database"]): string {
  return { sqlite, json: inArray(true), memory: inArray(false) }[database];
}

const sqlite = `import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Notes in one SQLite file. */
export function openStore(file = "data/notes.db") {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT");
  const insert = database.prepare("INSERT INTO notes (text) VALUES (?) RETURNING id, text");
  const newestFirst = database.prepare("SELECT id, text FROM notes ORDER BY id DESC");
  return {
    add: (text) => insert.get(text),
    list: () => newestFirst.all(),
    close: () => database.close(),
  };
}
`;

function inArray(isFile: boolean): string {
  const imports = `import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

`;
  const save = `
      mkdirSync(dirname(file), { recursive: true });
      // Moved into place, so that it is never half written.
      writeFileSync(file + ".new", JSON.stringify(notes, null, 2));
      renameSync(file + ".new", file);`;
  return `${isFile ? imports : ""}/** Notes in ${isFile ? "one JSON file" : "memory: gone when the service ends"}. */
export function openStore(${isFile ? 'file = "data/notes.json"' : ""}) {
  const notes = ${isFile ? 'existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []' : "[]"};
  return {
    add(text) {
      const note = { id: notes.length + 1, text };
      notes.push(note);${isFile ? save : ""}
      return note;
    },
    list: () => notes.toReversed(),
    close() {},
  };
}
`;
}

export function toStoreTest(database: Choices["database"]): string {
  const isMemory = database === "memory";
  return `import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openStore } from "../src/store.js";

test("notes are ${isMemory ? "gone" : "still there"} when the store is opened again", (context) => {
  const directory = mkdtempSync(join(tmpdir(), "notes-"));
  context.after(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "notes");
  const texts = (store) => store.list().map(({ text }) => text);
  const store = openStore(file);
  store.add("milk");
  store.add("bread");
  assert.deepEqual(texts(store), ["bread", "milk"]);
  store.close();
  const again = openStore(file);
  assert.deepEqual(texts(again), ${isMemory ? "[]" : '["bread", "milk"]'});
  again.close();
});
`;
}
