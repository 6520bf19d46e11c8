import type { Decisions } from "./decisions.ts";

/** The files of the service, in reading order. Paths are relative to its root. */
export function projectFiles(decisions: Decisions, manager: string, version?: string) {
  const chosen = new Set(Object.values(decisions).flatMap(({ values }) => values));
  const files = { "package.json": manifest(manager, version), "README.md": readme(manager), ...templates };
  return Object.entries(files)
    .map(([path, template]) => ({ path, content: forChoices(template, chosen) }))
    .filter(({ content }) => content !== "");
}

/** `npm test`, `bun run start`: runs a script without installing anything. */
export function commandOf(manager: string, script: "start" | "test"): string {
  return manager === "bun" ? `bun run ${script}` : `${manager} ${script}`;
}

function forChoices(template: string, chosen: ReadonlySet<string>): string {
  return template.replace(/^\[(!?)([\w-]+)\] (.*\n)/gm, (_, not: string, choice: string, line: string) =>
    chosen.has(choice) === (not === "") ? line : "",
  );
}

function manifest(manager: string, version = ""): string {
  return `{
  "name": "notes-service",
  "version": "0.1.0",
  "private": true,
  "type": "module",${version === "" ? "" : `\n  "packageManager": "${manager}@${version}",`}
  "engines": { "node": ">=22.13" },
  "scripts": {
[sqlite]     "start": "node --disable-warning=ExperimentalWarning src/main.js",
[sqlite]     "test": "node --disable-warning=ExperimentalWarning --test"
[!sqlite]     "start": "node src/main.js",
[!sqlite]     "test": "node --test"
  }
}
`;
}

function readme(manager: string): string {
  return `# Notes

A small web service for notes. It needs Node 22.13 or newer and no other package.
[sqlite] The notes are kept in one SQLite file, \`data/notes.db\`.
[json] The notes are kept in one JSON file, \`data/notes.json\`.
[memory] The notes are kept in memory and gone when the service ends.

- \`${commandOf(manager, "start")}\`: the service on http://127.0.0.1:3000, or PORT.
- \`${commandOf(manager, "test")}\`: its tests.
- \`GET /\`: the page.
- \`GET /notes\`: all notes, newest first.
- \`POST /notes\` with \`{"text": "…"}\`: a new note.
[search] - \`GET /notes?q=words\`: the notes that contain all the words. The page has a search field.
[health] - \`GET /healthz\`: whether the service is up, and how many notes it has.
[rate-limit] - At most 30 new notes a minute per address; after that, status 429.
[dark] - The page follows the system's dark mode.

What was decided is in [DECISIONS.md](DECISIONS.md).
`;
}

/** The service's files. A line that starts with `[choice]` is only for that choice, one with `[!choice]` for all others. */
const templates: Record<string, string> = {
  ".gitignore": "[!memory] data/\n",

  "src/main.js": `import { createService } from "./service.js";
import { openStore } from "./store.js";

const server = createService(openStore());
server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log("http://127.0.0.1:" + server.address().port);
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit());
`,

  "src/service.js": String.raw`import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const page = readFileSync(new URL("page.html", import.meta.url));

/** The service on a store of notes: a page for people, JSON for programs. */
export function createService(store) {
[rate-limit]   const added = new Map();
  return createServer(async (request, response) => {
    const send = (status, body) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    try {
      const url = new URL(request.url, "http://localhost");
      const route = request.method + " " + url.pathname;
      if (route === "GET /") return response.setHeader("content-type", "text/html; charset=utf-8").end(page);
[search]       const words = (url.searchParams.get("q") ?? "").toLowerCase().split(/\s+/);
[search]       const isFound = ({ text }) => words.every((word) => text.toLowerCase().includes(word));
[search]       if (route === "GET /notes") return send(200, store.list().filter(isFound));
[!search]       if (route === "GET /notes") return send(200, store.list());
      if (route === "POST /notes") {
[rate-limit]         const from = request.socket.remoteAddress;
[rate-limit]         const recent = (added.get(from) ?? []).filter((time) => time > Date.now() - 60_000);
[rate-limit]         if (recent.length >= 30) return send(429, { error: "Too many notes. Wait a minute." });
[rate-limit]         added.set(from, [...recent, Date.now()]);
        const text = await readText(request);
        if (text === null) return send(422, { error: 'Send JSON: {"text": "1 to 1000 characters"}.' });
        return send(201, store.add(text));
      }
[health]       if (route === "GET /healthz") return send(200, { status: "ok", notes: store.list().length });
      return send(404, { error: "Nothing at " + url.pathname + "." });
    } catch (error) {
      console.error(error);
      return send(500, { error: "Something went wrong here." });
    }
  });
}

/** The text of the note that was sent, or null if it is missing or too long. */
async function readText(request) {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) if ((body += chunk).length > 10_000) return null;
  try {
    const text = JSON.parse(body).text.trim();
    return text.length >= 1 && text.length <= 1000 ? text : null;
  } catch {
    return null;
  }
}
`,

  "src/store.js": `[sqlite] import { mkdirSync } from "node:fs";
[json] import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
[!memory] import { dirname } from "node:path";
[sqlite] import { DatabaseSync } from "node:sqlite";
[!memory] 
[sqlite] /** Notes in one SQLite file. */
[sqlite] export function openStore(file = "data/notes.db") {
[sqlite]   mkdirSync(dirname(file), { recursive: true });
[sqlite]   const database = new DatabaseSync(file);
[sqlite]   database.exec("CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT");
[sqlite]   const insert = database.prepare("INSERT INTO notes (text) VALUES (?) RETURNING id, text");
[sqlite]   const newestFirst = database.prepare("SELECT id, text FROM notes ORDER BY id DESC");
[sqlite]   return { add: (text) => insert.get(text), list: () => newestFirst.all(), close: () => database.close() };
[json] /** Notes in one JSON file. */
[json] export function openStore(file = "data/notes.json") {
[json]   const notes = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
[memory] /** Notes in memory: gone when the service ends. */
[memory] export function openStore() {
[memory]   const notes = [];
[!sqlite]   return {
[!sqlite]     add(text) {
[!sqlite]       const note = { id: notes.length + 1, text };
[!sqlite]       notes.push(note);
[json]       mkdirSync(dirname(file), { recursive: true });
[json]       // Moved into place, so that it is never half written.
[json]       writeFileSync(file + ".new", JSON.stringify(notes, null, 2));
[json]       renameSync(file + ".new", file);
[!sqlite]       return note;
[!sqlite]     },
[!sqlite]     list: () => notes.toReversed(),
[!sqlite]     close() {},
[!sqlite]   };
}
`,

  "src/page.html": `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Notes</title>
  <style>
    body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
    nav, main { padding: 1.5rem; }
    li { white-space: pre-wrap; }
[sidebar]     body { display: grid; grid-template-columns: 14rem 1fr; min-height: 100vh; }
[sidebar]     nav { border-right: 1px solid; }
[topbar]     nav { border-bottom: 1px solid; display: flex; gap: 1.5rem; align-items: baseline; }
[dark]     @media (prefers-color-scheme: dark) { :root { background: #111; color: #eee; } }
  </style>
</head>
[sidebar] <body class="sidebar">
[topbar] <body class="topbar">
  <nav>
    <strong>Notes</strong>
[search]     <input id="search" type="search" placeholder="Search" aria-label="Search">
  </nav>
  <main>
    <form>
      <input id="text" required maxlength="1000" placeholder="A new note" aria-label="A new note">
      <button>Add</button>
    </form>
    <p id="problem" role="alert"></p>
    <ul></ul>
  </main>
  <script>
    const find = (selector) => document.querySelector(selector);
    async function show() {
      const words = find("#search")?.value ?? "";
      const notes = await (await fetch("/notes?q=" + encodeURIComponent(words))).json();
      const items = notes.map(({ text }) => Object.assign(document.createElement("li"), { textContent: text }));
      find("ul").replaceChildren(...items);
    }
    find("form").onsubmit = async (event) => {
      event.preventDefault();
      const response = await fetch("/notes", { method: "POST", body: JSON.stringify({ text: find("#text").value }) });
      find("#problem").textContent = response.ok ? "" : (await response.json()).error;
      if (response.ok) find("#text").value = "";
      show();
    };
[search]     find("#search").oninput = show;
    show();
  </script>
</body>
</html>
`,

  "tests/service.test.js": `import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createService } from "../src/service.js";
import { openStore } from "../src/store.js";

/** A service on a free port, with its notes in a new directory. It ends with the test. */
async function start(context) {
  const directory = mkdtempSync(join(tmpdir(), "notes-"));
  const open = () => openStore(join(directory, "notes"));
  const store = open();
  const server = createService(store);
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  context.after(() => {
    server.close();
    server.closeAllConnections();
    store.close();
    rmSync(directory, { recursive: true });
  });
  const url = "http://127.0.0.1:" + server.address().port;
  return {
    open,
    get: (path) => fetch(url + path),
    add: (text) => fetch(url + "/notes", { method: "POST", body: JSON.stringify({ text }) }),
  };
}

test("added notes are listed, newest first, and an empty one is refused with a reason", async (context) => {
  const { get, add } = await start(context);
  await add("milk");
  assert.equal((await add("bread")).status, 201);
  const refused = await add("   ");
  assert.equal(refused.status, 422);
  assert.match((await refused.json()).error, /1 to 1000 characters/);
  assert.deepEqual(await (await get("/notes")).json(), [{ id: 2, text: "bread" }, { id: 1, text: "milk" }]);
});

[sidebar] test("the page is served with a sidebar", async (context) => {
[topbar] test("the page is served with a topbar", async (context) => {
  const response = await (await start(context)).get("/");
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
[sidebar]   assert.match(await response.text(), /<body class="sidebar">/);
[topbar]   assert.match(await response.text(), /<body class="topbar">/);
});

[!memory] test("notes are still there when the store is opened again", async (context) => {
[memory] test("notes are gone when the store is opened again", async (context) => {
  const { open, add } = await start(context);
  await add("milk");
  const again = open();
[!memory]   assert.equal(again.list()[0].text, "milk");
[memory]   assert.deepEqual(again.list(), []);
  again.close();
});
[search] 
[search] test("a search finds the notes that contain all the words", async (context) => {
[search]   const { get, add } = await start(context);
[search]   await add("Milk and bread");
[search]   await add("bread");
[search]   assert.deepEqual(await (await get("/notes?q=bread+MILK")).json(), [{ id: 1, text: "Milk and bread" }]);
[search] });
[health] 
[health] test("the health check reports the number of notes", async (context) => {
[health]   const { get, add } = await start(context);
[health]   await add("milk");
[health]   assert.deepEqual(await (await get("/healthz")).json(), { status: "ok", notes: 1 });
[health] });
[rate-limit] 
[rate-limit] test("more than 30 notes in a minute are refused, and reading goes on", async (context) => {
[rate-limit]   const { get, add } = await start(context);
[rate-limit]   for (let count = 1; count <= 30; count++) await add("note " + count);
[rate-limit]   assert.equal((await add("one more")).status, 429);
[rate-limit]   assert.equal((await get("/notes")).status, 200);
[rate-limit] });
`,
};
