import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openRawConnection, toRequest } from "../testing/raw-connection.ts";
import { choose, database, removal } from "../testing/sample-questions.ts";
import { shareTestHub, type TestHub } from "../testing/test-hub.ts";

const running = shareTestHub();

async function isWell(hub: TestHub): Promise<void> {
  expect((await hub.call("GET", "/healthz")).status).toBe(200);
}

const writes = [
  ["POST", "/v1/asks", "agent"],
  ["PUT", "/v1/asks/:id/draft", "human"],
  ["POST", "/v1/asks/:id/answer", "human"],
  ["POST", "/v1/asks/:id/decline", "human"],
  ["POST", "/v1/asks/:id/cancel", "human"],
  ["POST", "/v1/tokens", "human"],
  ["POST", "/v1/login", "human"],
] as const;

test.each(writes)("%s %s refuses a body that is not JSON with 400, and nothing happens", async (method, path, as) => {
  const hub = running();
  const { id } = await hub.ask();
  const { created } = hub.hub.counts;
  const call = (body: string, type?: string) =>
    hub.call(method, path.replace(":id", id), body, {
      as,
      headers: type === undefined ? {} : { "content-type": type },
    });
  for (const body of ["{", '{"answers":', "not json", "{'a':1}", "\u0000", "[1,", '{"a":1}}', "\uFFFD", "NaN"]) {
    const refused = await call(body);
    expect([body, refused.status, refused.body.code]).toEqual([body, 400, "bad-request"]);
  }
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/html",
  ]) {
    const refused = await call(JSON.stringify({ questions: [database] }), type);
    expect([type, refused.status, refused.body.code]).toEqual([type, 400, "bad-request"]);
    expect(refused.body.message).toContain("application/json");
  }
  for (const body of ["1", '"text"', "[]", "true"]) expect([body, (await call(body)).status]).toEqual([body, 422]);
  expect((await hub.human("GET", `/v1/asks/${id}`)).body.status).toBe("pending");
  expect(hub.hub.counts.created).toBe(created);
  // Declining and withdrawing need no body, and null counts as no body.
  expect((await call("null")).status).toBe(/decline|cancel/.test(path) ? 200 : 422);
  await isWell(hub);
});

test("a field that is missing is named in plain words", async () => {
  const hub = running();
  const { id } = await hub.ask();
  expect((await hub.agent("POST", "/v1/asks", {})).body.issues).toEqual([
    { path: "questions", message: "questions is missing. Give an array." },
  ]);
  expect((await hub.human("POST", `/v1/asks/${id}/answer`, {})).body.issues).toEqual([
    { path: "answers", message: "answers is missing. Give a value." },
  ]);
});

test("a body in another encoding than UTF-8 is refused with 400, and nothing is stored", async () => {
  const hub = running();
  const { created } = hub.hub.counts;
  const body = JSON.stringify({ questions: [{ ...database, question: "Gr\u00f6\u00dfe?" }] });
  for (const type of ["application/json", "application/json; charset=UTF-8"]) {
    const headers = {
      Host: `127.0.0.1:${hub.port}`,
      Authorization: `Bearer ${hub.tokens.agent}`,
      "Content-Type": type,
    };
    const { say, heard } = openRawConnection({ port: hub.port });
    say(
      Buffer.from(toRequest("/v1/asks", headers, body).replace(/(Content-Length: )\d+/, `$1${body.length}`), "latin1"),
    );
    const { status, text } = await heard();
    expect([status, JSON.parse(text).message]).toEqual([400, expect.stringContaining("UTF-8")]);
  }
  expect(hub.hub.counts.created).toBe(created);
});

test.each([
  ["no HTTP at all", "GARBAGE\r\n\r\n", 400],
  ["two lengths", "POST /v1/asks HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
  ["a length and chunks", "POST /v1/asks HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
  ["endless headers", `GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
])("%s is refused like everything else, over TCP and on the socket", async (_, bytes, status) => {
  const hub = running();
  for (const address of [{ port: hub.port }, { path: hub.socket }]) {
    const { say, heard, closed } = openRawConnection(address);
    say(bytes);
    const said = await heard();
    expect(said.status).toBe(status);
    expect(JSON.parse(said.text)).toEqual({ code: "bad-request", message: expect.stringMatching(/\w/) });
    await closed;
  }
});

test.each(writes)("%s %s refuses a body that is too large with 413", async (method, path, as) => {
  const hub = running();
  const { id } = await hub.ask();
  const { created } = hub.hub.counts;
  const body = { questions: [database], draft: {}, baseRevision: 0, padding: "x".repeat(1024 * 1024) };
  const refused = await hub.call(method, path.replace(":id", id), body, { as });
  expect(refused).toMatchObject({ status: 413, body: { code: "too-large" } });
  expect(hub.hub.counts.created).toBe(created);
});

test("a body that never ends is cut off", async () => {
  const hub = running();
  const socket = connect(hub.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const closed = new Promise((resolve) => socket.on("close", resolve).on("error", () => {}));
  socket.write(
    `POST /v1/asks HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\nAuthorization: Bearer ${hub.tokens.agent}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const piece = `10000\r\n${"x".repeat(0x10000)}\r\n`;
  const pour = setInterval(() => socket.writable && socket.write(piece), 1);
  await closed;
  clearInterval(pour);
  expect(text).toContain(" 413 ");
  await isWell(hub);
});

test.each([
  ["answers", `{"answers":[${"{},".repeat(300_000)}{}]}`],
  [
    "selected options",
    JSON.stringify({ answers: [{ ...choose("x").answers[0], selectedOptions: Array(200_000).fill("x") }] }),
  ],
])("hundreds of thousands of %s are refused in a few words", async (_, body) => {
  const hub = running();
  const { id } = await hub.ask();
  const { status, text } = await hub.human("POST", `/v1/asks/${id}/answer`, body);
  expect([status, text.length < 500, text]).toEqual([422, true, expect.stringContaining("Give at most 4 ")]);
});

test("a draft may be a quarter of a megabyte, since every reader of the events gets it", async () => {
  const hub = running();
  const { id } = await hub.ask();
  const save = (size: number, baseRevision: number) =>
    hub.human("PUT", `/v1/asks/${id}/draft`, { draft: { text: "x".repeat(size) }, baseRevision });
  expect((await save(250_000, 0)).status).toBe(200);
  expect((await save(270_000, 1)).status).toBe(413);
});

test("a body that is nested too deeply is refused, and the hub keeps running", async () => {
  const hub = running();
  const { id } = await hub.ask();
  const { created } = hub.hub.counts;
  for (const depth of [150, 5000, 200_000]) {
    const nested = "[".repeat(depth) + "]".repeat(depth);
    const objects = `${'{"a":'.repeat(depth / 10)}1${"}".repeat(depth / 10)}`;
    const calls = [
      hub.agent("POST", "/v1/asks", `{"questions":[],"metadata":{"deep":${nested}}}`),
      hub.agent("POST", "/v1/asks", JSON.stringify(removal).replace('"rm -r build"', nested)),
      hub.agent("POST", "/v1/asks", `{"questions":${nested}}`),
      hub.human("PUT", `/v1/asks/${id}/draft`, `{"baseRevision":0,"draft":{"deep":${nested}}}`),
      hub.human("POST", `/v1/asks/${id}/answer`, `{"answers":${nested}}`),
      ...(depth > 1000 ? [hub.human("POST", `/v1/asks/${id}/answer`, `{"answers":${objects}}`)] : []),
    ];
    for (const { status } of await Promise.all(calls)) expect([413, 422]).toContain(status);
  }
  expect(hub.hub.counts.created).toBe(created);
  await isWell(hub);
});

test("the input of a tool comes back unchanged, however it is nested", async () => {
  const hub = running();
  let input: unknown = { command: 'say "hi" \u2028 \u0000 \ud800 \ud83d\ude00', empty: {}, list: [null, 1e300, -0.5] };
  for (let level = 0; level < 60; level++) input = level % 2 === 0 ? { level, input } : [input];
  const ask = await hub.ask({ ...removal, approval: { tool: "Bash", input, suggestions: [{ rule: "*" }] } });
  expect((await hub.human("GET", `/v1/asks/${ask.id}`)).body.approval).toEqual({
    tool: "Bash",
    input,
    suggestions: [{ rule: "*" }],
  });
});

test.each(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "length", "0"])(
  "%s is a text like any other, in questions, labels, headers and metadata",
  async (name) => {
    const hub = running();
    const question = { ...database, question: name, header: name, options: [{ label: name }, { label: "other" }] };
    const ask = await hub.ask({
      questions: [question],
      agent: { name, session: name },
      ...(name === "__proto__" ? {} : { metadata: { [name]: name } }),
    });
    expect(ask.questions[0]?.question).toBe(name);
    if (name !== "__proto__") expect(Object.entries(ask.metadata ?? {})).toEqual([[name, name]]);
    const found = (await hub.agent("GET", `/v1/asks?session=${name}&q=${name}`)).body.asks;
    expect(found?.map(({ id }) => id)).toEqual([ask.id]);
    const { status, body } = await hub.human("POST", `/v1/asks/${ask.id}/answer`, {
      ...choose(name, question),
      surface: name,
      user: name,
    });
    expect(status).toBe(200);
    expect(body.outcome).toMatchObject({
      answers: [{ question: name, selectedOptions: [name] }],
      by: { surface: name, user: name },
    });
  },
);

test.each([
  '{"questions":[],"__proto__":{"admin":true}}',
  '{"questions":[],"metadata":{"__proto__":{"admin":true}}}',
  '{"questions":[],"metadata":{"constructor":{"prototype":{"admin":true}}}}',
])("a body that reaches for the prototype is refused and changes nothing: %s", async (body) => {
  const hub = running();
  const { status } = await hub.agent("POST", "/v1/asks", body);
  expect(status).toBe(422);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

test("unknown fields are dropped and cannot replace the hub's own", async () => {
  const hub = running();
  const ask = await hub.ask({
    id: "ask_mine",
    status: "answered",
    outcome: { status: "answered", answers: [], by: { surface: "me", act: "click" }, at: "2030-01-01T00:00:00.000Z" },
    token: "human",
    createdAt: "1999-01-01T00:00:00.000Z",
    url: "http://evil.example",
    agent: { name: "a", admin: true },
  });
  expect(ask).toMatchObject({ status: "pending", agent: { name: "a" }, url: `${hub.url}/a/${ask.id}` });
  expect(ask.id).not.toBe("ask_mine");
  expect(ask).not.toHaveProperty("outcome");
  expect(ask.agent).not.toHaveProperty("admin");
  const { body } = await hub.human("POST", `/v1/asks/${ask.id}/answer`, {
    ...choose("SQLite"),
    status: "declined",
    at: "1999-01-01T00:00:00.000Z",
    by: { surface: "forged", act: "script" },
  });
  expect(body.outcome).toMatchObject({ status: "answered", by: { surface: "web", act: "click" } });
  expect(body.outcome?.at).not.toMatch(/^1999/);
});

test("text comes back unchanged: emoji, right-to-left, lone surrogates, line ends", async () => {
  const hub = running();
  const text = "Über 数据库 👩‍👩‍👧‍👦 \u202e.txt\u202c \ud800 a\r\nb\tc \u0000 \u001b[31mred";
  const ask = await hub.ask({
    questions: [{ ...database, question: text, options: [{ label: text, description: text, preview: text }] }],
    context: text,
  });
  const { body } = await hub.human("GET", `/v1/asks/${ask.id}`);
  expect(body.questions?.[0]).toMatchObject({ question: text, options: [{ label: text, preview: text }] });
  expect(body.context).toBe(text);
  const answered = await hub.human("POST", `/v1/asks/${ask.id}/answer`, {
    answers: [{ question: text, selectedOptions: [text] }],
  });
  expect(answered.body.outcome).toMatchObject({ answers: [{ question: text, selectedOptions: [text] }] });
});
