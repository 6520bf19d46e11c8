import { createHash } from "node:crypto";
import { Client, type ClientCapabilities, type ElicitRequest, type ElicitResult } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { createHubClient } from "@yourcall/client/node";
import { type Clock, machineClock } from "@yourcall/core";
import { type Connection, createMcpServers, type McpSettings } from "@yourcall/mcp";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { database as question } from "../../../core/src/testing/sample-questions.ts";
import { toPng } from "../../../hub/src/testing/sample-picture.ts";
import { shareTestHub } from "../../../hub/src/testing/test-hub.ts";

const hub = shareTestHub();
let count = 0;
// Only reached if something hangs.
const soonMs = 20_000;

/** A clock that runs a thousand times as fast. */
const fastClock: Clock = { now: () => Date.now() * 1000, after: (ms, act) => machineClock.after(ms / 1000, act) };

function people(scope: "human" | "agent") {
  const client = createHubClient({ socketPath: hub().socket, token: hub().tokens[scope] });
  onTestFinished(() => client.close());
  return client;
}

interface Setting extends Connection, Partial<McpSettings> {
  name?: string;
  onForm?: (params: ElicitRequest["params"], signal: AbortSignal) => ElicitResult | Promise<ElicitResult>;
  capabilities?: ClientCapabilities;
}

/** A client and a server in this process, on a real hub. Each has a session of its own unless it shares a name. */
async function open({
  name = `client-${++count}`,
  onForm,
  capabilities = {},
  clock = machineClock,
  keepMs,
  ...connection
}: Setting = {}) {
  const agent = people("agent");
  // Not held for a second by the hub in case somebody answers at once: what is tested comes after that.
  const hub: typeof agent = {
    ...agent,
    create: (request, options) => agent.create(request, { ...options, holdSeconds: 0 }),
  };
  const servers = createMcpServers({ version: "1.0.0", hub: async () => hub, clock, keepMs });
  const server = servers.open({ directory: "/project", ...connection });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const forms = onForm === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name, version: "1" }, { capabilities: { ...forms, ...capabilities } });
  if (onForm !== undefined)
    client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) => onForm(params, mcpReq.signal));
  await Promise.all([server.connect(far), client.connect(near)]);
  await client.listTools();
  const close = async () => {
    await client.close();
    await servers.close();
  };
  onTestFinished(close);
  const human = people("human");
  const session = `mcp:${name}:/project`;
  return {
    client,
    close,
    human,
    session,
    ask: (
      options: { signal?: AbortSignal; timeout?: number; onprogress?: (progress: { message?: string }) => void } = {},
    ) => client.callTool({ name: "AskUserQuestion", arguments: { questions: [question] } }, options),
    call: (tool: string, given: object) => client.callTool({ name: tool, arguments: { ...given } }),
    pending: () =>
      vi.waitFor(async () => {
        const { asks } = await human.list({ status: "pending", session });
        const [first] = asks;
        if (first === undefined) throw new Error("Nothing is pending.");
        return first;
      }, soonMs),
    async answer(id: string, label = "SQLite") {
      await human.answer(id, {
        answers: [{ question: question.question, selectedOptions: [label] }],
        surface: "web",
        act: "click",
      });
    },
  };
}

const textOf = (result: Awaited<ReturnType<Client["callTool"]>>) =>
  result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
const dataOf = (result: Awaited<ReturnType<Client["callTool"]>>) =>
  (result.structuredContent ?? {}) as Record<string, unknown>;

describe("a call that takes longer than the client allows", () => {
  test("returns pending, and get_answer waits for the answer", async () => {
    const { ask, call, answer } = await open({ waitMs: 100 });
    const first = await ask();
    const { id } = dataOf(first);
    expect(dataOf(first)).toMatchObject({ status: "pending", id: expect.stringMatching(/^ask_/) });
    expect(dataOf(first).answers).toBeUndefined();
    expect(textOf(first)).toMatch(
      /^\{"status":"pending","id":"ask_[^"]+"\}\n\nNobody has answered yet\. There is no answer/,
    );
    expect(textOf(first)).toContain(`Call get_answer with {"id": "${id}"}`);
    expect(dataOf(await call("get_answer", { id, wait: 0 })).status).toBe("pending");
    const later = call("get_answer", { id, wait: 20 });
    await answer(String(id));
    expect(dataOf(await later)).toMatchObject({ status: "answered", id, answers: [{ selectedOptions: ["SQLite"] }] });
    expect(dataOf(await call("get_answer", { id })).status).toBe("answered");
  });

  test("gives the model the pictures of an answer, byte for byte", async () => {
    const { ask, human, pending, call } = await open();
    const asking = ask();
    const { id } = await pending();
    const bytes = toPng(48, 32, { text: "metadata" });
    const { hash } = await human.addPicture(id, { data: bytes.toString("base64"), name: "sketch.png" });
    const attachments = [{ hash }];
    await human.answer(id, {
      answers: [{ question: question.question, selectedOptions: [], customInput: "As drawn", attachments }],
    });
    const [text, image, ...others] = (await asking).content;
    const sent = Buffer.from(image?.type === "image" ? image.data : "", "base64");
    expect(text).toMatchObject({ text: expect.stringContaining("Picture: sketch.png (PNG, 48 × 32, 1 KB)") });
    expect(image).toMatchObject({ type: "image", mimeType: "image/png" });
    expect(others).toEqual([]);
    expect(createHash("sha256").update(sent).digest("hex")).toBe(hash);
    expect((await call("get_answer", { id })).content[1]).toEqual(image);
  });

  test("gives the model a question of the person, and its next call is the same card, revised", async () => {
    const { client, human, session, ask } = await open();
    const asking = ask();
    const first = await vi.waitFor(async () => {
      const [pending] = (await human.list({ session })).asks;
      if (pending === undefined) throw new Error("not yet");
      return pending;
    }, soonMs);
    await human.decline(first.id, { asked: "How large is it?", surface: "web", act: "submit" });
    const { structuredContent, content } = await asking;
    expect(structuredContent).toMatchObject({ status: "declined", id: first.id, asked: "How large is it?" });
    expect(JSON.stringify(content)).toContain(`\\"replyTo\\": \\"${first.id}\\"`);
    const again = { questions: [question], replyTo: first.id, reply: "Small." };
    void client.callTool({ name: "AskUserQuestion", arguments: again }).catch(() => {});
    const second = await vi.waitFor(async () => {
      const [pending] = (await human.list({ session })).asks;
      if (pending === undefined) throw new Error("not yet");
      return pending;
    }, soonMs);
    expect(second).toMatchObject({ replyTo: first.id, thread: [{ asked: "How large is it?" }], context: "Small." });
  });

  test("reports progress to a client that wants it", async () => {
    const { ask, pending, answer } = await open({ clock: fastClock, waitMs: 3_600_000 });
    const messages: (string | undefined)[] = [];
    const asked = ask({ onprogress: ({ message }) => messages.push(message) });
    const { id } = await pending();
    await vi.waitFor(() => expect(messages.length).toBeGreaterThan(1), soonMs);
    await answer(id);
    expect(dataOf(await asked).status).toBe("answered");
    expect(messages[0]).toMatch(/^Waiting for the user's answer for \d+ seconds\.$/);
  });
});

describe("a call that was cut off", () => {
  test("leaves its question pending, and a repeated call finds it again until the answer was delivered", async () => {
    const { ask, pending, answer } = await open();
    await expect(ask({ timeout: 1500 })).rejects.toThrow(/timed out/i);
    const { id } = await pending();
    const again = ask();
    await answer(id, "PostgreSQL (Recommended)");
    expect(dataOf(await again)).toMatchObject({
      id,
      status: "answered",
      answers: [{ selectedOptions: ["PostgreSQL (Recommended)"] }],
    });
    const third = ask();
    const next = await pending();
    expect(next.id).not.toBe(id);
    await answer(next.id);
    expect(dataOf(await third).id).toBe(next.id);
  });

  test("gets an answer that came while nobody waited, even after the client was restarted", async () => {
    const first = await open({ name: "returning" });
    const abandoned = first.ask().catch((error) => error);
    const { id } = await first.pending();
    await first.close();
    expect(await abandoned).toBeInstanceOf(Error);
    await first.answer(id);
    const second = await open({ name: "returning" });
    expect(dataOf(await second.call("list_questions", {}))).toMatchObject({ questions: [{ id, status: "answered" }] });
    expect(dataOf(await second.ask())).toMatchObject({ id, status: "answered" });
    expect(dataOf(await second.call("list_questions", {}))).toMatchObject({
      questions: [],
      message: "None of your questions is open.",
    });
  });

  test("is withdrawn after a while, or immediately if it is not kept", async () => {
    for (const keepMs of [0, 50]) {
      const { ask, pending, human } = await open({ keepMs, waitMs: 86_400_000 });
      const cancel = new AbortController();
      const asked = ask({ signal: cancel.signal }).catch((error) => error);
      const { id } = await pending();
      cancel.abort("no longer needed");
      await asked;
      await vi.waitFor(
        async () =>
          expect((await human.get(id)).outcome).toMatchObject({
            status: "cancelled",
            reason: "The agent no longer waits for it.",
          }),
        soonMs,
      );
    }
  });

  test("is withdrawn after a while if its client never comes back", async () => {
    const { ask, pending, close, human } = await open({ keepMs: 50 });
    void ask().catch(() => {});
    const { id } = await pending();
    await close();
    await vi.waitFor(async () => expect((await human.get(id)).status).toBe("cancelled"), soonMs);
  });

  test("is withdrawn with the connection if it is not kept, even if it had returned pending", async () => {
    const { ask, close, human } = await open({ keepMs: 0, waitMs: 100 });
    const { id } = dataOf(await ask());
    await close();
    expect((await human.get(String(id))).status).toBe("cancelled");
  });
});

describe("two calls in the same words", () => {
  test("at the same time have a card each, even on one connection", async () => {
    const { ask, human, session } = await open();
    const asked = [ask(), ask()];
    const pending = async () => (await human.list({ status: "pending", session })).asks;
    await expect.poll(pending, { timeout: soonMs }).toHaveLength(2);
    const ids = (await pending()).map(({ id }) => id);
    for (const id of ids) await human.decline(id, { surface: "web" });
    const results = (await Promise.all(asked)).map((result) => dataOf(result).id);
    expect(new Set(results)).toEqual(new Set(ids));
  });

  test("of two clients: neither lists the question that the other waits for", async () => {
    const [first, second] = [await open({ name: "lists" }), await open({ name: "lists" })];
    const asked = first.ask();
    const { id } = await first.pending();
    await vi.waitFor(async () => expect((await first.human.get(id)).waiting.count).toBe(1), soonMs);
    await vi.waitFor(async () => {
      expect(dataOf(await first.call("list_questions", {}))).toMatchObject({ questions: [{ id }] });
    }, soonMs);
    expect((await first.human.get(id)).waiting.count).toBe(1);
    expect(dataOf(await second.call("list_questions", {})).questions).toEqual([]);
    await first.answer(id);
    await asked;
  });

  test("of which the first returned pending share its card, on the same connection only", async () => {
    const first = await open({ name: "asks-again", waitMs: 100 });
    const second = await open({ name: "asks-again", waitMs: 100 });
    const { id } = dataOf(await first.ask());
    expect(dataOf(await first.ask()).id).toBe(id);
    expect(dataOf(await second.ask()).id).not.toBe(id);
  });

  test("of which the first was cut off are told apart once the answer was given out", async () => {
    const { ask, pending, answer, human } = await open();
    const cancel = new AbortController();
    const left = ask({ signal: cancel.signal }).catch((error) => error);
    const { id } = await pending();
    await vi.waitFor(async () => expect((await human.get(id)).waiting.count).toBe(1), soonMs);
    cancel.abort("no longer needed");
    await left;
    // The answer comes while nobody waits.
    await vi.waitFor(async () => expect((await human.get(id)).waiting.count).toBe(0), soonMs);
    await answer(id);
    expect(dataOf(await ask())).toMatchObject({ id, status: "answered" });
    expect((await human.get(id)).delivery).toMatchObject({ state: "taken" });
    void ask().catch(() => {});
    expect((await pending()).id).not.toBe(id);
  });
});

describe("an outcome without an answer", () => {
  test("is never worded or shaped like one", async () => {
    const { ask, pending, human } = await open();
    const declined = ask();
    await human.decline((await pending()).id, { reason: "Not now", surface: "web" });
    expect(dataOf(await declined)).toMatchObject({ status: "declined", reason: "Not now" });
    const withdrawn = ask();
    await human.cancel((await pending()).id);
    for (const result of [await declined, await withdrawn]) {
      expect(Object.keys(dataOf(result))).not.toContain("answers");
      expect(dataOf(result).message).toBe(textOf(result));
      expect(textOf(result)).toContain("no option was chosen and nothing was approved");
    }
  });

  test("an invalid ask is refused with the path of each fault, and nobody sees it", async () => {
    const { call, human, session } = await open();
    const result = await call("AskUserQuestion", { questions: [{ ...question, header: "Far too long a header" }] });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("questions[0].header is 21 characters long; the limit is 12");
    expect(result.structuredContent).toBeUndefined();
    expect((await human.list({ session, status: "all" })).asks).toEqual([]);
  });
});

describe("the other tools", () => {
  test("list and cancel only this client's own questions", async () => {
    const mine = await open({ waitMs: 100 });
    const other = await open({ waitMs: 100 });
    const { id } = dataOf(await mine.ask());
    expect(dataOf(await mine.call("list_questions", {}))).toMatchObject({
      questions: [{ id, status: "pending", questions: [question.question] }],
    });
    expect(dataOf(await other.call("list_questions", {})).questions).toEqual([]);
    const refused = await other.call("cancel_question", { id });
    expect([refused.isError, textOf(refused)]).toEqual([
      true,
      `You have no question ${id}. list_questions lists yours.`,
    ]);
    expect(dataOf(await mine.call("cancel_question", { id, reason: "Found it in the code" }))).toMatchObject({
      status: "cancelled",
      reason: "Found it in the code",
    });
  });

  test.each([
    ["get_answer", {}, /^id is missing/],
    ["get_answer", { id: "ask_nothing" }, /^You have no question ask_nothing/],
    ["get_answer", { id: "ask_nothing", wait: -1 }, /^wait must be a number of seconds from 0/],
    ["cancel_question", {}, /^id is missing/],
  ])("%s %j says what is wrong", async (tool, given, fault) => {
    const result = await (await open()).call(tool, given);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(fault);
  });
});

describe("--elicitation", () => {
  const accept = (content: ElicitResult["content"]): ElicitResult => ({ action: "accept", content });

  test("a form that is filled in is reported to the hub, and the call returns its content", async () => {
    const forms: ElicitRequest["params"][] = [];
    const { ask, human, session } = await open({
      elicitation: true,
      onForm(params) {
        forms.push(params);
        return accept(forms.length === 1 ? {} : { question_1: "PostgreSQL (Recommended)" });
      },
    });
    const result = await ask();
    expect(dataOf(result)).toMatchObject({
      status: "answered",
      answers: [{ selectedOptions: ["PostgreSQL (Recommended)"] }],
    });
    // An empty form is not an answer; it is shown again with the reason.
    expect(forms.map(({ message }) => message.split("\n")[0])).toEqual([
      question.question,
      "Database: choose an option or type your own answer.",
    ]);
    const { asks } = await human.list({ status: "all", session });
    expect(asks.map(({ outcome }) => outcome)).toMatchObject([
      { status: "answered", by: { surface: expect.stringMatching(/^client-/), act: "reported" } },
    ]);
  });

  test("Codex, whose form cannot be sent with an empty field, is shown a second one for own words", async () => {
    const forms: ElicitRequest["params"][] = [];
    const { ask } = await open({
      name: "codex-mcp-client",
      elicitation: true,
      onForm(params) {
        forms.push(params);
        return accept(forms.length === 1 ? { question_1: "My own answer" } : { question_1_other: "Redis" });
      },
    });
    expect(dataOf(await ask())).toMatchObject({ status: "answered", answers: [{ customInput: "Redis" }] });
    expect(forms.map((form) => "requestedSchema" in form && form.requestedSchema.required)).toEqual([
      ["question_1"],
      ["question_1_other"],
    ]);
  });

  test("a client that declines immediately has shown nothing, so the question waits in the hub", async () => {
    const { ask, pending, answer } = await open({ elicitation: true, onForm: () => ({ action: "decline" }) });
    const asked = ask();
    await answer((await pending()).id);
    expect(dataOf(await asked)).toMatchObject({ status: "answered", answers: [{ selectedOptions: ["SQLite"] }] });
  });

  test("a person who declines in the client declines; one who closes the form has not decided", async () => {
    let shownMs = 0;
    const clock: Clock = { ...machineClock, now: () => Date.now() + shownMs };
    const { promise: pressed, resolve: press } = Promise.withResolvers<ElicitResult>();
    const shown = Promise.withResolvers<void>();
    const declining = await open({
      clock,
      elicitation: true,
      onForm() {
        shown.resolve();
        return pressed;
      },
    });
    const asked = declining.ask();
    const { id } = await declining.pending();
    await shown.promise;
    // As long as a person takes to read it.
    shownMs = 1000;
    press({ action: "decline" });
    expect(dataOf(await asked)).toMatchObject({ status: "declined", id });
    expect((await declining.human.get(id)).outcome).toMatchObject({ status: "declined", by: { act: "reported" } });
    const closing = await open({ elicitation: true, waitMs: 100, onForm: () => ({ action: "cancel" }) });
    expect(dataOf(await closing.ask()).status).toBe("pending");
  });

  test("an answer on another screen closes the form and is the one that is used", async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<boolean>();
    const { ask, pending, answer } = await open({
      elicitation: true,
      onForm: (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            close(true);
            resolve({ action: "cancel" });
          });
        }),
    });
    const asked = ask();
    await answer((await pending()).id);
    expect(dataOf(await asked)).toMatchObject({ status: "answered", answers: [{ selectedOptions: ["SQLite"] }] });
    expect(await closed).toBe(true);
  });

  test("a client without forms asks in the hub alone", async () => {
    const { ask, pending, answer } = await open({ elicitation: true, capabilities: { elicitation: { url: {} } } });
    const asked = ask();
    await answer((await pending()).id);
    expect(dataOf(await asked).status).toBe("answered");
  });
});

test("ten concurrent clients each get their own answer", async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => open()));
  const results = await Promise.all(
    clients.map(async ({ ask, pending, answer }, index) => {
      const asked = ask();
      await answer((await pending()).id, index % 2 === 0 ? "SQLite" : "PostgreSQL (Recommended)");
      return dataOf(await asked);
    }),
  );
  for (const [index, { answers }] of results.entries())
    expect(answers).toMatchObject([{ selectedOptions: [index % 2 === 0 ? "SQLite" : "PostgreSQL (Recommended)"] }]);
});
