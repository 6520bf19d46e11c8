import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session, WireAsk } from "@yourcall/client";
import { AgentError, type AgentEvent, machineClock, type Picture } from "@yourcall/core";
import { createEventQueue } from "@yourcall/core/internal";
import { expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../core/src/testing/test-clock.ts";
import { createSession } from "./create-session.ts";
import type { SessionOptions } from "./live-session.ts";
import { openTranscript } from "./open-transcript.ts";
import { openSessionPictures } from "./session-pictures.ts";
import type { SessionRecord } from "./session-record.ts";

/** A PNG of one point. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A session whose agent reports what the test says. */
function openSession(record: Partial<SessionRecord> = {}, silentMs?: number, more: Partial<SessionOptions> = {}) {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-session-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const prompts: (string | undefined)[] = [];
  const refused: string[] = [];
  const isRunning = { now: true };
  const states: Session["state"][] = [];
  let events = createEventQueue<AgentEvent>(setImmediate);
  const shown: (readonly Picture[] | undefined)[] = [];
  const turn = (prompt: string | undefined, pictures?: readonly Picture[]) => {
    prompts.push(prompt);
    shown.push(pictures);
    events = createEventQueue(setImmediate);
    return Object.assign(events, { id: "s1" });
  };
  const session = createSession({
    record: {
      ...{ version: 1, id: "s1", title: "Go", prompt: "Go", agent: "a", kind: "acp", cwd: "/", mode: "default" },
      ...{ createdAt: "", since: "", hasBegun: false, isActive: false },
      ...{ openAsks: [], orphanedAsks: [], unsentMessages: [], queue: [] },
      ...record,
    } as SessionRecord,
    transcript: openTranscript({
      file: join(directory, "t.jsonl"),
      clock: machineClock,
      onChange() {},
      onFault: (message) => expect.fail(message),
    }),
    pictures: openSessionPictures(join(directory, "pictures")),
    clock: machineClock,
    silentMs,
    open: async () => ({
      begin: (prompt, _signal, pictures) => turn(prompt, pictures),
      resume: (_run, prompt, _signal, pictures) => turn(prompt, pictures),
      isRunning: () => isRunning.now,
    }),
    place: async () => ({ project: "~/shop", branch: "main" }),
    refuse: (ask) => void refused.push(ask),
    withdraw: async () => {},
    save() {},
    onChange: () => states.push(session.view().state),
    ...more,
  });
  onTestFinished(() => session.close());
  return {
    ...{ session, prompts, shown, refused, states, isRunning },
    /** Resolves when the session has handled the event. */
    async report(event: AgentEvent) {
      // An agent is opened when its first turn needs it.
      await expect.poll(() => prompts.length).toBeGreaterThan(0);
      await events.push(event);
    },
    end: () => events.end(),
    types: () => session.transcript.page().entries.map((entry) => entry.type),
  };
}

function pendingAsk(id: string, at = 0): WireAsk {
  const questions = [{ kind: "choice", question: `${id}?`, header: "H", options: [], multiSelect: false }];
  const createdAt = new Date(at).toISOString();
  const waiting = { count: 1, lastSeenAt: createdAt };
  return {
    id,
    kind: "question",
    status: "pending",
    agent: { name: "a", session: "s1" },
    questions,
    createdAt,
    waiting,
    url: "",
  } as WireAsk;
}

const answered = (ask: WireAsk): WireAsk => {
  const answers = ask.questions.map(({ question, header }) => ({
    question,
    header,
    selectedOptions: [],
    customInput: "Yes",
  }));
  const by = { surface: "web", act: "click" } as const;
  return { ...ask, status: "answered", outcome: { status: "answered", answers, by, at: ask.createdAt } };
};

test("an ask never appears in the middle of a message, and comes after everything that was said before it", async () => {
  const { session, report, end, types } = openSession();
  session.begin();
  await expect.poll(() => session.view().project).toBe("~/shop");
  await report({ type: "text", text: "I was " });
  session.noteAsk(pendingAsk("one"));
  expect(session.view()).toMatchObject({ state: "working", asks: [], branch: "main" });
  await report({ type: "text", text: "thinking." });
  expect(session.view()).toMatchObject({ state: "working", asks: [], lastLine: "I was thinking." });
  await report({ type: "ask_user", id: "c1", askId: "one", kind: "question", questions: [] });
  expect(session.view()).toMatchObject({ state: "waiting", asks: ["one"], question: "one?" });
  expect(types()).toEqual(["message", "text", "ask"]);

  // This ask comes from a program that the agent runs, so nobody announces it.
  const approval = { tool: "Bash", input: { command: "npm publish" } };
  session.noteAsk({ ...pendingAsk("zero", -1000), kind: "approval", approval });
  await expect.poll(() => session.view().asks).toEqual(["zero", "one"]);
  expect(session.view().question).toBe("Run npm publish");
  session.noteAsk(answered(pendingAsk("zero", -1000)));
  session.noteAsk(answered(pendingAsk("one")));
  expect(session.view()).toMatchObject({ state: "working", asks: [] });
  await report({ type: "done", text: "" });
  end();
  await expect.poll(() => session.view().state).toBe("idle");
});

test("the agent's reply to a question of the person takes the place of its ask, as on every screen", () => {
  const { session } = openSession();
  const [one, two] = [pendingAsk("one"), pendingAsk("two", 1000)];
  for (const ask of [one, two]) session.noteAsk(ask);
  const by = { surface: "web", act: "click" } as const;
  const outcome = { status: "declined", asked: "Why?", reason: "Why?", by, at: one.createdAt } as const;
  session.noteAsk({ ...one, status: "declined", outcome });
  session.noteAsk({ ...pendingAsk("reply", 2000), replyTo: "one" });
  expect(session.view()).toMatchObject({ asks: ["reply", "two"], question: "reply?" });
});

test("messages wait for the end of the turn, and a failure keeps them", async () => {
  const { session, prompts, report, end } = openSession();
  session.begin();
  await report({ type: "text", text: "Work" });
  session.send({ text: "One" });
  session.send({ text: "Two" });
  expect(session.view()).toMatchObject({ queued: 2, queue: ["One", "Two"] });
  await report({ type: "text", text: "ing" });
  await report({ type: "done", text: "" });
  end();
  await expect.poll(() => prompts).toEqual(["Go", "One\n\nTwo"]);
  expect(session.view().queued).toBe(0);
  const said = () => session.transcript.page().entries.flatMap((entry) => ("text" in entry ? [entry.text] : []));
  expect(said()).toEqual(["Go", "Working", "One", "Two"]);

  session.send({ text: "Three" });
  await report({ type: "error", error: new Error("Out of\u001b[31m luck") });
  end();
  await expect.poll(() => session.view()).toMatchObject({ state: "failed", failure: "Out of luck", queued: 1 });
  expect(session.view()).toMatchObject({ queue: ["Three"], continues: "resume" });
  expect(said()).not.toContain("Three");
  session.resume();
  await expect.poll(() => prompts.at(-1)).toBe("Three");
  expect(session.view()).toMatchObject({ state: "working", failure: undefined });
});

test("a silent agent is noticed, unless it waits for a person", async () => {
  const { session, report } = openSession({}, 30);
  session.begin();
  await expect.poll(() => session.view().silentSince).toBeTypeOf("string");
  await report({ type: "text", text: "Here" });
  await expect.poll(() => session.view().silentSince).toBeTypeOf("string");
  await report({ type: "ask_user", id: "c1", askId: "one", kind: "question", questions: [] });
  session.noteAsk(pendingAsk("one"));
  await new Promise((resolve) => machineClock.after(60, () => resolve(undefined)));
  expect(session.view()).toMatchObject({ state: "waiting", silentSince: undefined });
});

test("an agent that was cut off while working is not restarted automatically, and one that waited for an answer gets it as a message", async () => {
  const worked = openSession({ isActive: true, hasBegun: true });
  worked.session.restore([]);
  expect(worked.session.view()).toMatchObject({ state: "failed", failure: expect.stringContaining("Resume") });
  expect(worked.prompts).toEqual([]);

  const { session, prompts, refused, report } = openSession({ isActive: true, hasBegun: true });
  session.restore([pendingAsk("one"), answered(pendingAsk("two", 1000))]);
  expect(session.view()).toMatchObject({ state: "waiting", asks: ["one"] });
  expect(refused).toEqual(["two"]);
  session.noteAsk(answered(pendingAsk("one")));
  expect(session.view().state).toBe("failed");
  expect(refused).toEqual(["two", "one"]);
  session.send({ text: "Go on, please" });
  await expect.poll(() => prompts).toHaveLength(1);
  expect(prompts[0]).toMatch(/^You had asked the user.*two\?.*one\?.*\n\nGo on, please$/s);
  await report({ type: "text", text: "I see." });
  expect(session.record.unsentMessages).toEqual([]);
});

test("an agent that cannot continue the conversation begins again with the first prompt", async () => {
  const { session, prompts, report, end } = openSession();
  session.begin();
  await report({ type: "text", text: "Here" });
  await report({ type: "error", error: new AgentError("provider-error", "It died.") });
  end();
  await expect.poll(() => session.view()).toMatchObject({ state: "failed", continues: "resume" });
  session.resume();
  await expect.poll(() => prompts).toHaveLength(2);
  await report({ type: "error", error: new AgentError("not-found", "This agent cannot continue.") });
  end();
  await expect.poll(() => session.view()).toMatchObject({ state: "failed", continues: "restart" });
  session.resume();
  await expect.poll(() => prompts).toHaveLength(3);
  expect(prompts.at(-1)).toBe("Go");
  expect(session.view().continues).toBeUndefined();
});

test("what the turns of a session used is added up", async () => {
  const { session, report } = openSession();
  session.begin();
  await report({ type: "settings", usage: { inputTokens: 10, outputTokens: 1, costUsd: 0.5 } });
  await report({ type: "settings", model: "m", usage: { inputTokens: 5, outputTokens: 2 } });
  expect(session.view()).toMatchObject({ model: "m", usage: { inputTokens: 15, outputTokens: 3, costUsd: 0.5 } });
});

test("a picture goes with its message, to an agent that says that it takes pictures", async () => {
  const { session, prompts, shown, report, end } = openSession();
  const { id } = session.pictures.add(png);
  session.begin();
  expect(session.view().takesPictures).toBe(false);
  expect(() => session.send({ text: "Look", pictures: [id] })).toThrow("a takes no pictures.");
  await report({ type: "settings", takesPictures: true });
  expect(() => session.send({ text: "Look", pictures: ["../../s1.json"] })).toThrow("The session has no picture");
  session.send({ text: "Look", pictures: [id] });
  session.send({ text: "", pictures: [id] });
  expect(session.view().queue).toEqual(["Look\n(1 picture)", "(1 picture)"]);
  await report({ type: "done", text: "" });
  end();
  await expect.poll(() => prompts).toEqual(["Go", "Look"]);
  const picture = { type: "image/png", bytes: Buffer.from(png) };
  expect(shown).toEqual([undefined, [picture, picture]]);
  expect(session.transcript.page().entries).toMatchObject([{}, { text: "Look", pictures: [id] }, { pictures: [id] }]);
});

test("a picture goes with the first prompt, and again if the agent has to start again", async () => {
  const { session, prompts, shown, report, end } = openSession();
  const { id } = session.pictures.add(png);
  session.amend({ promptPictures: [id] });
  session.begin();
  await report({ type: "error", error: new Error("no network") });
  end();
  await expect.poll(() => session.view().state).toBe("failed");
  session.amend({ hasBegun: false });
  session.resume();
  await expect.poll(() => prompts).toEqual(["Go", "Go"]);
  const picture = { type: "image/png", bytes: Buffer.from(png) };
  expect(shown).toEqual([[picture], [picture]]);
  expect(session.transcript.page().entries[0]).toMatchObject({ type: "message", text: "Go", pictures: [id] });
});

test("a model is chosen from those that the agent offers, and only modes that it has", async () => {
  const { session, report } = openSession();
  session.begin();
  await report({ type: "settings", modes: ["default", "Plan", "yolo"], models: [{ id: "b", name: "Big" }] });
  expect(session.view()).toMatchObject({ modes: ["default", "plan"], models: [{ id: "b", name: "Big" }] });
  expect(() => session.setModel("c")).toThrow('a does not offer the model "c".');
  session.setModel("b");
  expect(session.view().model).toBe("Big");
  expect(session.record.wantedModel).toBe("b");
});

test("an agent that adds up its cost itself is believed", async () => {
  const { session, report } = openSession();
  session.begin();
  await report({ type: "settings", totalCostUsd: 0.25 });
  await report({ type: "settings", totalCostUsd: 0.75, usage: { inputTokens: 5, outputTokens: 2 } });
  expect(session.view().usage).toEqual({ inputTokens: 5, outputTokens: 2, costUsd: 0.75 });
});

test("an agent that cannot continue in another process offers to start again as soon as its process is gone", async () => {
  const { session, report, end, isRunning, prompts } = openSession();
  session.begin();
  await report({ type: "settings", continuesSessions: false });
  await report({ type: "error", error: new AgentError("provider-error", "Too many requests.") });
  end();
  await expect.poll(() => session.view()).toMatchObject({ state: "failed", continues: "resume" });
  session.resume();
  await expect.poll(() => prompts.length).toBe(2);
  isRunning.now = false;
  await report({ type: "error", error: new AgentError("provider-error", "The agent ended with exit code 3.") });
  end();
  await expect.poll(() => session.view()).toMatchObject({ state: "failed", continues: "restart" });
  session.resume();
  await expect.poll(() => prompts).toEqual(["Go", undefined, "Go"]);
  isRunning.now = true;
  await report({ type: "done", text: "" });
  end();
  await expect.poll(() => session.view().state).toBe("idle");
  await session.stop();
  expect(session.view().continues).toBe("restart");
});

test("a branch that could not be read in time is read again, and with every change of state", async () => {
  const clock = createTestClock();
  let branch: string | undefined;
  let reads = 0;
  const place = async () => {
    reads += 1;
    return { project: "~/shop", branch };
  };
  const { session, report, end } = openSession({}, undefined, { clock, place });
  session.begin();
  await clock.untilSet(1000);
  expect(session.view().branch).toBeUndefined();
  branch = "main";
  clock.advance(1000);
  await expect.poll(() => session.view().branch).toBe("main");
  branch = "feat/sessions";
  const before = reads;
  await report({ type: "ask_user", id: "c1", askId: "one", kind: "question", questions: [] });
  session.noteAsk(pendingAsk("one"));
  await expect.poll(() => session.view()).toMatchObject({ state: "waiting", branch: "feat/sessions" });
  expect(reads).toBe(before + 1);
  session.noteAsk(answered(pendingAsk("one")));
  end();
});
