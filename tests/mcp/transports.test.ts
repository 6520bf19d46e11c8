import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { toPng } from "../../hub/src/testing/sample-picture.ts";
import { database } from "../support/asks.ts";
import { askOf } from "../support/find-ask.ts";
import { startHub } from "../support/hub.ts";
import { answerAsk, askOver, type Generation, type McpOptions, overHttp, overStdio } from "../support/mcp.ts";

const ways: [string, Generation, typeof overStdio][] = [
  ["stdio", "2025-11-25", overStdio],
  ["stdio", "2026-07-28", overStdio],
  ["HTTP", "2025-11-25", overHttp],
  ["HTTP", "2026-07-28", overHttp],
];

describe.each(ways)("the official client over %s, protocol %s", (_transport, generation, open) => {
  test("offers the tools, asks, and returns the answer in words and as data", async () => {
    const hub = await startHub();
    const human = hub.client("human");
    const client = await open(hub, { generation });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "AskUserQuestion",
      "get_answer",
      "list_questions",
      "cancel_question",
    ]);
    expect(tools[0]).toMatchObject({
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      _meta: { "anthropic/alwaysLoad": true },
      inputSchema: { additionalProperties: false, required: ["questions"] },
    });

    const asked = askOver(client, [database]);
    const ask = await askOf(human, database.question);
    expect(ask.agent).toMatchObject({ name: "test-client", title: "test-client 1.2.3" });
    await answerAsk(human, database.question, { select: "SQLite", comment: "Small first." });
    const result = await asked;
    const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    expect(text).toContain("Selected: SQLite");
    expect(text).toContain("Comment: Small first.");
    expect(result.structuredContent).toEqual({
      status: "answered",
      id: ask.id,
      answers: [{ question: database.question, header: "Database", selectedOptions: ["SQLite"] }],
      comment: "Small first.",
      message: text,
    });
    await expect.poll(async () => (await human.get(ask.id)).delivery?.state).toBe("taken");
  });

  test("returns the picture of an answer as an image with the same bytes", async () => {
    const hub = await startHub();
    const human = hub.client("human");
    const asked = askOver(await open(hub, { generation }), [database]);
    const { id } = await askOf(human, database.question);
    const data = toPng(48, 32, { text: "metadata" }).toString("base64");
    const { hash } = await human.addPicture(id, { data, name: "sketch.png" });
    const answer = { question: database.question, selectedOptions: ["SQLite"], attachments: [{ hash }] };
    await human.answer(id, { answers: [answer], surface: "web", act: "click" });
    const [text, image, ...others] = (await asked).content;
    expect(text).toMatchObject({ text: expect.stringContaining("Picture: sketch.png (PNG, 48 × 32, 1 KB)") });
    expect(image).toMatchObject({ type: "image", mimeType: "image/png" });
    const sent = Buffer.from(image?.type === "image" ? image.data : "", "base64");
    expect(createHash("sha256").update(sent).digest("hex")).toBe(hash);
    expect(others).toEqual([]);
  });
});

describe("forms and access", () => {
  test("a client of 2026-07-28 fills in the form by repeating its call, over stdio and over HTTP", async () => {
    const hub = await startHub();
    const human = hub.client("human");
    const generation = "2026-07-28";
    const forms: string[] = [];
    const onForm: McpOptions["onForm"] = ({ message }) => {
      forms.push(message);
      const content: Record<string, string> = forms.length % 2 === 1 ? {} : { question_1: "MongoDB" };
      return { action: "accept", content };
    };
    const client = { name: "form-client", version: "1" };
    const open = [
      () => overStdio(hub, { generation, client, onForm, args: ["--elicitation"] }),
      () => overHttp(hub, { generation, client, onForm, query: "?elicitation&session=forms" }),
    ];
    for (const connect of open) {
      const result = await askOver(await connect(), [database]);
      expect(result.structuredContent).toMatchObject({
        status: "answered",
        answers: [{ selectedOptions: ["MongoDB"] }],
      });
    }
    expect(forms).toHaveLength(4);
    expect(forms[1]).toMatch(/^Database: choose an option or type your own answer\./);
    const { asks } = await human.list({ status: "ended" });
    expect(asks.map(({ outcome }) => outcome)).toMatchObject(
      Array(2).fill({ status: "answered", by: { surface: "form-client", act: "reported" } }),
    );
    expect(asks.map(({ agent }) => agent.session)).toContain("forms");
  });

  test("an answer from another screen counts, whatever a form of 2026-07-28 returns later", async () => {
    const hub = await startHub();
    const human = hub.client("human");
    const onForm: McpOptions["onForm"] = async () => {
      await answerAsk(human, database.question, { select: "SQLite" });
      return { action: "accept", content: { question_1: "MongoDB" } };
    };
    const client = await overHttp(hub, { generation: "2026-07-28", onForm, query: "?elicitation" });
    expect((await askOver(client, [database])).structuredContent).toMatchObject({
      status: "answered",
      answers: [{ selectedOptions: ["SQLite"] }],
    });
  });

  test("a client of 2026-07-28 without a screen declines immediately, and the question waits in the hub", async () => {
    const hub = await startHub();
    const onForm = () => ({ action: "decline" as const });
    const client = await overStdio(hub, { generation: "2026-07-28", args: ["--elicitation"], onForm });
    const asked = askOver(client, [database]);
    await answerAsk(hub.client("human"), database.question, { select: "SQLite" });
    expect((await asked).structuredContent).toMatchObject({
      status: "answered",
      answers: [{ selectedOptions: ["SQLite"] }],
    });
  });

  test("/mcp needs an agent's token, has no sessions to open or end, and names a wrong ?wait", async () => {
    const hub = await startHub();
    const call = (token: string | undefined, method = "POST", query = "") =>
      fetch(`${hub.url}/mcp${query}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: method === "POST" ? JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }) : undefined,
      }).then(({ status }) => status);
    expect(await call(undefined)).toBe(401);
    expect(await call(hub.tokens.human)).toBe(403);
    expect(await call(hub.tokens.agent)).toBe(200);
    expect(await call(hub.tokens.agent, "GET")).toBe(405);
    expect(await call(hub.tokens.agent, "DELETE")).toBe(405);
    for (const wait of ["soon", "0", "9999d"]) expect(await call(hub.tokens.agent, "POST", `?wait=${wait}`)).toBe(422);
    expect(await call(hub.tokens.agent, "POST", "?wait=1.5h")).toBe(200);
  });

  test("a client that closes the connection leaves its question, and finds it when it asks again", async () => {
    const hub = await startHub();
    const human = hub.client("human");
    const leave = new AbortController();
    const call = (signal?: AbortSignal) =>
      fetch(`${hub.url}/mcp?session=leaving`, {
        method: "POST",
        signal,
        headers: {
          authorization: `Bearer ${hub.tokens.agent}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "AskUserQuestion", arguments: { questions: [database] } },
        }),
      }).then((response) => response.text());
    const left = call(leave.signal).catch(() => "left");
    const { id } = await askOf(human, database.question);
    await vi.waitFor(async () => expect((await human.get(id)).waiting.count).toBe(1), 20_000);
    leave.abort();
    expect(await left).toBe("left");
    await vi.waitFor(async () => expect((await human.get(id)).waiting.count).toBe(0), 20_000);
    const again = call();
    await answerAsk(human, database.question, { select: "SQLite" });
    expect(await again).toContain(id);
  });

  test("a client of 2025-11-25 cancels a call over HTTP with a separate request, and its question stays", async () => {
    const hub = await startHub();
    const human = hub.client("human");
    const post = (message: object, session = "") =>
      fetch(`${hub.url}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${hub.tokens.agent}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-11-25",
          ...(session === "" ? {} : { "mcp-session-id": session }),
        },
        body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      });
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "canceller", version: "1" } };
    const opened = await post({ id: 0, method: "initialize", params });
    await opened.text();
    const session = opened.headers.get("mcp-session-id") ?? "";
    const call = { name: "AskUserQuestion", arguments: { questions: [database] } };
    const asked = post({ id: 7, method: "tools/call", params: call }, session).then((response) => response.text());
    const { id } = await askOf(human, database.question);
    await vi.waitFor(async () => expect((await human.get(id)).waiting.count).toBe(1), 20_000);
    for (const requestId of [8, 7])
      expect((await post({ method: "notifications/cancelled", params: { requestId } }, session)).status).toBe(202);
    await vi.waitFor(async () => expect((await human.get(id)).waiting.count).toBe(0), 20_000);
    expect(await asked.catch(() => "")).not.toContain("answered");
    expect((await human.get(id)).status).toBe("pending");
  });
});
