import { describe, expect, test, vi } from "vitest";
import { database } from "../support/asks.ts";
import { startHub } from "../support/hub.ts";
import { answerAsk, askOver, type Generation, overHttp, overStdio, pendingAsk } from "../support/mcp.ts";

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
    const ask = await pendingAsk(human, database.question);
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
    await vi.waitFor(async () => expect((await human.get(ask.id)).delivery?.state).toBe("taken"));
  });
});
