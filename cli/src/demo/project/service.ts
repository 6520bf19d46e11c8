import type { Choices } from "./project-files.ts";

type Features = Pick<Choices, "features">;

/** The module with the routes. */
export function toService({ features }: Features): string {
  const when = (feature: Choices["features"][number], text: string) => (features.includes(feature) ? text : "");
  return `import { createServer } from "node:http";
import { page } from "./page.js";

const longestNote = 1000;

/** The service on a store of notes: a page for people, JSON for programs. */
export function createService(store${when("rate-limit", ", { notesPerMinute = 30 } = {}")}) {${when(
    "rate-limit",
    `
  const mayAdd = createRateLimit(notesPerMinute);`,
  )}
  return createServer(async (request, response) => {
    const send = (status, body, type = "application/json") =>
      response.writeHead(status, { "content-type": type }).end(type === "application/json" ? JSON.stringify(body) : body);
    try {
      const url = new URL(request.url, "http://localhost");
      const route = request.method + " " + url.pathname;
      if (route === "GET /") return send(200, page, "text/html; charset=utf-8");
      if (route === "GET /notes") return send(200, ${when("search", 'matching(store.list(), url.searchParams.get("q") ?? "")') || "store.list()"});
      if (route === "POST /notes") {${when(
        "rate-limit",
        `
        if (!mayAdd(request.socket.remoteAddress)) return send(429, { error: "Too many notes. Wait a minute." });`,
      )}
        const text = await readText(request);
        if (text === null) return send(422, { error: 'Send JSON: {"text": "1 to 1000 characters"}.' });
        return send(201, store.add(text));
      }${when(
        "health",
        `
      if (route === "GET /healthz") return send(200, { status: "ok", notes: store.list().length });`,
      )}
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
  for await (const chunk of request.setEncoding("utf8")) {
    body += chunk;
    if (body.length > 10 * longestNote) return null;
  }
  try {
    const text = JSON.parse(body).text.trim();
    return text.length >= 1 && text.length <= longestNote ? text : null;
  } catch {
    return null;
  }
}
${when("search", search)}${when("rate-limit", rateLimit)}`;
}

const search = `
/** The notes that contain all these words, in upper or lower case. */
function matching(notes, words) {
  const wanted = words.toLowerCase().split(/\\s+/).filter(Boolean);
  return notes.filter(({ text }) => wanted.every((word) => text.toLowerCase().includes(word)));
}
`;

const rateLimit = `
/** Allows each address so many acts in any minute. */
function createRateLimit(most) {
  const acts = new Map();
  return (address) => {
    const recent = (acts.get(address) ?? []).filter((time) => time > Date.now() - 60_000);
    if (recent.length >= most) return false;
    acts.set(address, [...recent, Date.now()]);
    return true;
  };
}
`;

export function toServiceTest({ features, layout }: Features & Pick<Choices, "layout">): string {
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { createService } from "../src/service.js";

/** A service on a free port with an empty store, closed with the test. */
async function start(context, options) {
  const notes = [];
  const store = {
    add: (text) => notes[notes.push({ id: notes.length + 1, text }) - 1],
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
    add: (text) => fetch(url + "/notes", { method: "POST", body: JSON.stringify({ text }) }),
  };
}

test("added notes are listed, newest first", async (context) => {
  const { get, add } = await start(context);
  await add("milk");
  assert.equal((await add("bread")).status, 201);
  const notes = await (await get("/notes")).json();
  assert.deepEqual(notes, [{ id: 2, text: "bread" }, { id: 1, text: "milk" }]);
});

test("an empty note is refused with a reason", async (context) => {
  const { get, add } = await start(context);
  const refused = await add("   ");
  assert.equal(refused.status, 422);
  assert.match((await refused.json()).error, /1 to 1000 characters/);
  assert.deepEqual(await (await get("/notes")).json(), []);
});

test("the page is served with a ${layout}", async (context) => {
  const { get } = await start(context);
  const response = await get("/");
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
  assert.match(await response.text(), /<body class="${layout}">/);
});
${features.map((feature) => featureTests[feature]).join("")}`;
}

const featureTests: Record<Choices["features"][number], string> = {
  search: `
test("a search finds the notes that contain all the words", async (context) => {
  const { get, add } = await start(context);
  await add("Milk and bread");
  await add("bread");
  const found = await (await get("/notes?q=bread+MILK")).json();
  assert.deepEqual(found, [{ id: 1, text: "Milk and bread" }]);
});
`,
  health: `
test("the health check reports the number of notes", async (context) => {
  const { get, add } = await start(context);
  await add("milk");
  assert.deepEqual(await (await get("/healthz")).json(), { status: "ok", notes: 1 });
});
`,
  "rate-limit": `
test("too many notes in a minute are refused, and reading goes on", async (context) => {
  const { get, add } = await start(context, { notesPerMinute: 2 });
  await add("one");
  await add("two");
  assert.equal((await add("three")).status, 429);
  assert.equal((await get("/notes")).status, 200);
});
`,
  dark: `
test("the page follows the system's dark mode and has a switch", async (context) => {
  const { get } = await start(context);
  assert.match(await (await get("/")).text(), /prefers-color-scheme: dark[\\s\\S]*id="colours"/);
});
`,
};
