import { mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { SessionEvent } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { beforeAll, describe, expect, test } from "vitest";
import type { ChatCompletions } from "../support/chat-completions.ts";
import { startLoopDesk, type TestDesk } from "../support/desk.ts";
import { afterTests, type TestHub } from "../support/hub.ts";

const question = {
  question: "Which database?",
  header: "Database",
  options: [
    { label: "SQLite", description: "In a file" },
    { label: "Postgres", description: "On a server" },
  ],
  multiSelect: false,
};

describe("the desk with the built-in agent", () => {
  const until = afterTests();
  let hub: TestHub;
  let desk: TestDesk;
  let model: ChatCompletions;

  beforeAll(async () => {
    ({ model, hub, desk } = await startLoopDesk(
      [{ tool: "AskUserQuestion", id: "q1", input: { questions: [question] } }, "**Done**, then."],
      until,
    ));
  });

  test("a session asks, waits, and continues with the answer", async () => {
    const { id } = await desk.start("loop", "Set it up");
    const waiting = await desk.until(id, { state: "waiting" });
    expect(waiting).toMatchObject({ title: "Set it up", agent: "loop", question: "Which database?", project: "~" });
    const ask = await hub.client("human").get(waiting.asks[0] ?? "");
    expect(ask.agent).toMatchObject({ session: id, title: "Set it up", cwd: desk.cwd });
    await desk.answer(id);
    await desk.until(id, { state: "idle", lastLine: "**Done**, then.", model: "m" });
    expect(model.resultOf("q1")).toContain("SQLite");
    expect(await desk.read(id)).toMatchObject([
      { seq: 1, type: "message", text: "Set it up" },
      { type: "tool", name: "AskUserQuestion", result: { isError: false } },
      { type: "ask", questions: [{ question: "Which database?" }], outcome: { status: "answered" } },
      { type: "text", text: "**Done**, then." },
    ]);
  });

  test("the first prompt takes pictures; one that cannot be sent starts nothing", async () => {
    const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const start = (data: string) =>
      desk.sessions.start({ agent: "loop", prompt: "Like this", directory: desk.cwd, pictures: [data] });
    const before = (await desk.sessions.list()).sessions.length;
    await expect(start("PHN2Zy8+")).rejects.toThrow("Only PNG, JPEG, WebP and GIF pictures can be sent.");
    expect((await desk.sessions.list()).sessions).toHaveLength(before);
    const { id } = await start(dot);
    await desk.until(id, { state: "waiting" });
    expect(model.pictures).toEqual([`data:image/png;base64,${dot}`]);
    const [said] = await desk.read(id);
    if (said?.type !== "message") throw new Error("The transcript begins with something else.");
    expect(await desk.sessions.picture(id, said.pictures?.[0] ?? "")).toMatchObject({ type: "image/png", data: dot });
  });

  test("people who may only read or answer see neither sessions nor transcripts", async () => {
    const { id } = await desk.start("loop", "Only for administrators");
    await desk.until(id, { state: "waiting" });
    for (const rights of ["read", "answer", "administer"] as const) {
      const { token } = await hub.client("human").createToken({ scope: "human", name: `p-${rights}`, rights });
      const person = createHubClient({ url: hub.url, token });
      const paths = ["", `/${id}`, `/${id}/transcript`, "/events", `/events?session=${id}`];
      const statuses = paths.map(async (path) => {
        const response = await fetch(`${hub.url}/v1/sessions${path}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        await response.body?.cancel();
        return response.status;
      });
      expect([rights, await Promise.all(statuses)]).toEqual([
        rights,
        paths.map(() => (rights === "administer" ? 200 : 403)),
      ]);
      // Its questions are for them, too.
      expect((await person.list({ status: "pending", session: id })).asks).toHaveLength(1);
      person.close();
    }
  });

  test("an ask by another token with a session's id is not the session's", async () => {
    const { id } = await desk.start("loop", "Mine");
    const waiting = await desk.until(id, { state: "waiting" });
    const { token, id: tokenId } = await hub.client("human").createToken({ scope: "agent", name: "other" });
    const other = createHubClient({ url: hub.url, token });
    const forged = await other.create({
      questions: [{ ...question, kind: "choice", question: "Forged?" }],
      agent: { name: "loop", session: id },
      metadata: { desk: true },
    });
    expect((await hub.client("human").get(forged.id)).token).toBe(tokenId);
    expect((await hub.client("human").get(waiting.asks[0] ?? "")).token).toBeUndefined();
    // What comes after it has been seen, so it has been, too.
    await desk.answer(id);
    const idle = await desk.until(id, { state: "idle" });
    expect(idle.asks).toEqual([]);
    expect(JSON.stringify(await desk.read(id))).not.toContain("Forged?");
    await other.cancel(forged.id);
    other.close();
  });

  test("the stream shows the desk, a transcript, and what happens next", async () => {
    const { id } = await desk.start("loop", "Follow me");
    await desk.until(id, { state: "waiting" });
    const stop = new AbortController();
    const seen: SessionEvent[] = [];
    const states: string[] = [];
    const watching = (async () => {
      const options = { session: id, signal: stop.signal, onState: (state: string) => states.push(state) };
      for await (const event of desk.sessions.events(options)) seen.push(event);
    })();
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(2);
    expect(seen[0]).toMatchObject({ type: "desk", directories: [desk.cwd], agents: expect.any(Array) });
    expect(seen[1]).toMatchObject({ type: "transcript", id, more: false, entries: [{ text: "Follow me" }, {}, {}] });
    await desk.answer(id);
    await desk.until(id, { state: "idle" });
    const state = () => seen.flatMap((event) => (event.type === "session" ? [event.session] : [])).at(-1);
    await expect.poll(state).toMatchObject({ id, state: "idle" });
    // The delivery of the answer may be recorded after it.
    const entries = seen.flatMap((event) => (event.type === "entry" ? [event.entry] : []));
    const last = entries.findLast(({ type }) => type === "text");
    expect(last).toMatchObject({ text: "**Done**, then." });
    expect(last).not.toHaveProperty("open");
    stop.abort();
    await watching;
    expect(states).toEqual(["live"]);
  });

  test("only a person's token reaches the desk, and every refusal says why", async () => {
    const agent = hub.client("agent");
    const { id } = await desk.start("loop", "Mine");
    const body = { agent: "loop", prompt: "Run", directory: desk.cwd };
    const refused = { code: "forbidden" };
    await expect(agent.sessions.list()).rejects.toMatchObject(refused);
    await expect(agent.sessions.start(body)).rejects.toMatchObject(refused);
    await expect(agent.sessions.send(id, "Go on")).rejects.toMatchObject(refused);
    await expect(agent.sessions.stop(id)).rejects.toMatchObject(refused);

    mkdirSync(join(desk.cwd, "inside"));
    symlinkSync("/", join(desk.cwd, "inside/out"));
    for (const directory of ["/", `${desk.cwd}/..`, `${desk.cwd}/inside/out`, `${desk.cwd}/missing`, `${desk.cwd}x`])
      await expect(desk.sessions.start({ ...body, directory })).rejects.toMatchObject(refused);
    await expect(desk.sessions.start({ ...body, directory: "inside" })).rejects.toThrow("must be an absolute path");
    await expect(desk.sessions.start({ ...body, agent: "nobody" })).rejects.toThrow('Unknown agent "nobody".');
    await expect(desk.sessions.start({ ...body, prompt: " " })).rejects.toThrow("prompt");
    const bypass = { ...body, mode: "bypassPermissions" } as unknown as typeof body;
    await expect(desk.sessions.start(bypass)).rejects.toThrow("mode");
    await expect(desk.sessions.send("unknown", "Hello")).rejects.toMatchObject({ code: "not-found" });

    const { socket } = JSON.parse(readFileSync(join(hub.directory, "desk.json"), "utf8"));
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(statSync(join(hub.directory, "desk.json")).mode & 0o777).toBe(0o600);
    const direct = createHubClient({ socketPath: socket, token: hub.tokens.human });
    await expect(direct.sessions.list()).rejects.toMatchObject({ code: "unauthorized" });
    direct.close();
  });
});
