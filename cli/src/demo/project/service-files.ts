import type { Choices } from "./choices.ts";
import type { ProjectFile } from "./project-file.ts";

/** The service itself: its routes, its start, and the tests of both. */
export function serviceFiles({ features }: Pick<Choices, "features">): ProjectFile[] {
  const has = (feature: Choices["features"][number]) => features.includes(feature);
  return [
    { path: "src/main.js", content: main },
    { path: "src/service.js", content: service(has("search"), has("health"), has("rate-limit")) },
    { path: "tests/service.test.js", content: serviceTest },
    { path: "tests/start-service.js", content: startService },
    ...(has("search")
      ? [
          { path: "src/search.js", content: search },
          { path: "tests/search.test.js", content: searchTest },
        ]
      : []),
    ...(has("health") ? [{ path: "tests/health.test.js", content: healthTest }] : []),
    ...(has("rate-limit")
      ? [
          { path: "src/rate-limit.js", content: rateLimit },
          { path: "tests/rate-limit.test.js", content: rateLimitTest },
        ]
      : []),
  ];
}

const main = `import { createService } from "./service.js";
import { openStore } from "./store.js";

const store = openStore();
const server = createService(store);
server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log("http://127.0.0.1:" + server.address().port);
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    server.close(() => store.close());
    server.closeAllConnections();
  });
}
`;

function service(search: boolean, health: boolean, rateLimit: boolean): string {
  const lines = (when: boolean, ...text: string[]) => (when ? text : []);
  const listed = search ? 'matching(store.list(), url.searchParams.get("q") ?? "")' : "store.list()";
  return [
    'import { createServer } from "node:http";',
    'import { page } from "./page.js";',
    ...lines(rateLimit, 'import { createRateLimit } from "./rate-limit.js";'),
    ...lines(search, 'import { matching } from "./search.js";'),
    "",
    "const longestNote = 1000;",
    "",
    "/** The service on a store of notes: a page for people, JSON for programs. */",
    `export function createService(store${rateLimit ? ", { notesPerMinute = 30 } = {}" : ""}) {`,
    ...lines(rateLimit, "  const mayWrite = createRateLimit({ most: notesPerMinute, perMs: 60_000 });"),
    "  return createServer(async (request, response) => {",
    "    try {",
    '      const url = new URL(request.url, "http://localhost");',
    '      const route = request.method + " " + url.pathname;',
    '      if (route === "GET /") return send(response, 200, "text/html; charset=utf-8", page);',
    `      if (route === "GET /notes") return sendJson(response, 200, ${listed});`,
    '      if (route === "POST /notes") {',
    ...lines(
      rateLimit,
      "        if (!mayWrite(request.socket.remoteAddress))",
      '          return sendJson(response, 429, { error: "Too many notes in a minute. Wait a little." });',
    ),
    "        const text = await readText(request);",
    '        if (text === null) return sendJson(response, 422, { error: "Send JSON: {\\"text\\": \\"1 to 1000 characters\\"}." });',
    "        return sendJson(response, 201, store.add(text));",
    "      }",
    ...lines(
      health,
      '      if (route === "GET /healthz") return sendJson(response, 200, { status: "ok", notes: store.list().length });',
    ),
    '      return sendJson(response, 404, { error: "There is nothing at " + url.pathname + "." });',
    "    } catch (error) {",
    "      console.error(error);",
    '      return sendJson(response, 500, { error: "Something went wrong here." });',
    "    }",
    "  });",
    "}",
    "",
    "/** The text of the note that was sent, or null where there is none that could be kept. */",
    "async function readText(request) {",
    '  let body = "";',
    '  for await (const chunk of request.setEncoding("utf8")) {',
    "    body += chunk;",
    "    if (body.length > 10 * longestNote) return null;",
    "  }",
    "  try {",
    "    const { text } = JSON.parse(body);",
    '    if (typeof text !== "string") return null;',
    "    const trimmed = text.trim();",
    "    return trimmed.length >= 1 && trimmed.length <= longestNote ? trimmed : null;",
    "  } catch {",
    "    return null;",
    "  }",
    "}",
    "",
    "function sendJson(response, status, value) {",
    '  send(response, status, "application/json", JSON.stringify(value));',
    "}",
    "",
    "function send(response, status, type, body) {",
    '  response.writeHead(status, { "content-type": type }).end(body);',
    "}",
    "",
  ].join("\n");
}

const startService = `import { createService } from "../src/service.js";

/** A service on a free port, with an empty store, ended with the test. */
export async function startService(context, options) {
  const notes = [];
  const store = {
    add(text) {
      const note = { id: notes.length + 1, text };
      notes.push(note);
      return note;
    },
    list: () => notes.toReversed(),
  };
  const server = createService(store, options);
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = "http://127.0.0.1:" + server.address().port;
  return {
    get: (path) => fetch(url + path),
    write: (text) => fetch(url + "/notes", { method: "POST", body: JSON.stringify({ text }) }),
  };
}
`;

const serviceTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { startService } from "./start-service.js";

test("a note that was written is listed, the newest first", async (context) => {
  const { get, write } = await startService(context);
  await write("milk");
  assert.equal((await write("bread")).status, 201);
  assert.deepEqual(await (await get("/notes")).json(), [
    { id: 2, text: "bread" },
    { id: 1, text: "milk" },
  ]);
});

test("an empty note is refused, with words", async (context) => {
  const { get, write } = await startService(context);
  const refused = await write("   ");
  assert.equal(refused.status, 422);
  assert.match((await refused.json()).error, /1 to 1000 characters/);
  assert.deepEqual(await (await get("/notes")).json(), []);
});
`;

const search = `/** The notes that hold every one of these words, in capitals or not. */
export function matching(notes, words) {
  const wanted = words.toLowerCase().split(/\\s+/).filter(Boolean);
  return notes.filter(({ text }) => wanted.every((word) => text.toLowerCase().includes(word)));
}
`;

const searchTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { startService } from "./start-service.js";

test("a search finds the notes with all the words", async (context) => {
  const { get, write } = await startService(context);
  await write("Milk and bread");
  await write("bread");
  const found = await (await get("/notes?q=bread+MILK")).json();
  assert.deepEqual(found, [{ id: 1, text: "Milk and bread" }]);
});
`;

const healthTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { startService } from "./start-service.js";

test("the health check says that the service answers, and how many notes it has", async (context) => {
  const { get, write } = await startService(context);
  await write("milk");
  const response = await get("/healthz");
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { status: "ok", notes: 1 });
});
`;

const rateLimit = `/** Whether somebody may act now: at most so many times in any stretch of perMs milliseconds. */
export function createRateLimit({ most, perMs, now = Date.now }) {
  const acts = new Map();
  return (who) => {
    const since = now() - perMs;
    for (const [name, times] of acts) if (times.at(-1) <= since) acts.delete(name);
    const recent = (acts.get(who) ?? []).filter((time) => time > since);
    if (recent.length >= most) return false;
    acts.set(who, [...recent, now()]);
    return true;
  };
}
`;

const rateLimitTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { createRateLimit } from "../src/rate-limit.js";
import { startService } from "./start-service.js";

test("who writes too often is asked to wait, and reading goes on", async (context) => {
  const { get, write } = await startService(context, { notesPerMinute: 2 });
  await write("one");
  await write("two");
  assert.equal((await write("three")).status, 429);
  assert.equal((await get("/notes")).status, 200);
});

test("after the time has passed the next one is let through", () => {
  let now = 0;
  const mayAct = createRateLimit({ most: 1, perMs: 1000, now: () => now });
  assert.equal(mayAct("ana"), true);
  assert.equal(mayAct("ana"), false);
  assert.equal(mayAct("bo"), true);
  now = 1001;
  assert.equal(mayAct("ana"), true);
});
`;
