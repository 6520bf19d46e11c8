import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HubClient, WireAsk } from "@yourcall/client";
import { describe, expect, test, vi } from "vitest";
import { step, steppingClock, stepUntil } from "../support/clocks.ts";
import { askOf } from "../support/find-ask.ts";
import {
  type RunningCommand,
  startCommand,
  startHub,
  type TestHub,
  temporaryDirectory,
  useHub,
} from "../support/hub.ts";
import { planTorture } from "../torture/torture.ts";

const options = ["SQLite", "MongoDB"].map((label) => ({ label, description: `Use ${label}` }));
const interruption = `${JSON.stringify({ id: "1", type: "info", content: "Request cancelled." })}\n`;
const patience = { timeout: 30_000 };

/** Starts the hook of a host as the host does, with a conversation in a file. */
function hold(hub: Pick<TestHub, "directory">, name: "gemini" | "qwen", question: string, stepMs = 5 * 60_000) {
  const tool_input = { questions: [{ question, header: "Database", options, multiSelect: false }] };
  return holdCall(hub, name, name === "gemini" ? "ask_user" : "ask_user_question", tool_input, stepMs);
}

function holdCall(
  hub: Pick<TestHub, "directory">,
  name: "gemini" | "qwen",
  tool_name: string,
  tool_input: object,
  stepMs: number,
) {
  const transcript = join(temporaryDirectory("chat"), "chat.jsonl");
  // An interruption before the question says nothing about it.
  writeFileSync(transcript, interruption);
  const event = {
    hook_event_name: name === "gemini" ? "BeforeTool" : "PermissionRequest",
    ...{ tool_name, tool_input },
    session_id: "session",
    cwd: "/work",
    transcript_path: transcript,
  };
  const env = { ...steppingClock(stepMs), YOURCALL_HOME: hub.directory };
  return { transcript, hook: startCommand(["hook", name], { stdin: JSON.stringify(event), env }) };
}

const getHub = useHub();

const choose = (human: HubClient, { id, questions }: WireAsk, label: string, notes?: string) =>
  human.answer(id, {
    answers: [{ question: questions[0]?.question ?? "", selectedOptions: [label], notes }],
    surface: "web",
    act: "click",
  });
const become = (human: HubClient, id: string, wanted: object) =>
  vi.waitFor(async () => expect(await human.get(id)).toMatchObject(wanted), patience);
/** The pending ask, once its hook waits for the answer. */
async function heldAsk(human: HubClient, question: string): Promise<WireAsk> {
  const ask = await askOf(human, question, "pending", 60_000);
  await become(human, ask.id, { waiting: { count: 1 } });
  return ask;
}

/** The text that the host tells its model instead of asking; undefined if it asks in its own window. */
async function textOf(hook: RunningCommand): Promise<string | undefined> {
  const { code, stdout } = await hook.ended;
  expect(code).toBe(0);
  if (stdout === "") return undefined;
  const { reason, hookSpecificOutput } = JSON.parse(stdout);
  return reason ?? hookSpecificOutput.decision.message;
}

describe.each([
  ["gemini", "Gemini CLI"],
  ["qwen", "Qwen Code"],
] as const)("the hook of %s", (name, title) => {
  test("answered at the moment when it gives up, prints each answer that the hub has, and no other", async () => {
    const { count } = planTorture("answers at the last moment", { short: 10, long: 50 });
    const hub = await getHub();
    const human = hub.client("human");
    const told: boolean[] = [];
    async function race(at: number) {
      const question = `Which ${at} for ${name}?`;
      const { hook } = hold(hub, name, question);
      const ask = await heldAsk(human, question);
      const answered = () => choose(human, ask, "MongoDB").catch(() => undefined);
      if (at % 2 === 0) step(hook.pid);
      const answering = answered();
      if (at % 2 === 1) step(hook.pid);
      await answering;
      const text = await textOf(hook);
      const { status, outcome } = await human.get(ask.id);
      if (text === undefined)
        expect(outcome).toMatchObject({ status: "cancelled", reason: `Now in ${title}'s own window.` });
      else expect({ status, text }).toEqual({ status: "answered", text: expect.stringContaining("Selected: MongoDB") });
      told.push(text !== undefined);
    }
    for (let at = 0; at < count; at += 10)
      await Promise.all(Array.from({ length: 10 }, (_, index) => race(at + index)));
    expect(told).toHaveLength(count);
  });

  test("an answer is taken once the conversation contains it, although the hub was killed meanwhile", async () => {
    const hub = await startHub();
    const { hook, transcript } = hold(hub, name, "Which?");
    const ask = await heldAsk(hub.client("human"), "Which?");
    await choose(hub.client("human"), ask, "SQLite");
    const text = await textOf(hook);
    expect(text).toContain("Selected: SQLite");
    expect(await hub.client("human").get(ask.id)).toMatchObject({ delivery: { state: "waiting" } });
    await hub.stop("SIGKILL");
    appendFileSync(transcript, `${JSON.stringify({ told: text })}\n`);
    const human = (await hub.restart()).client("human");
    await become(human, ask.id, { status: "answered", delivery: { state: "taken" } });
  });

  test("an answer that comes when the host no longer waits is refused", async () => {
    const hub = await getHub();
    const human = hub.client("human");
    const { hook } = hold(hub, name, `Which for ${name}?`);
    const ask = await heldAsk(human, `Which for ${name}?`);
    hook.kill("SIGSTOP");
    await choose(human, ask, "SQLite");
    hook.kill("SIGTERM");
    hook.kill("SIGCONT");
    const text = await textOf(hook);
    // The signal and the answer arrive together; the hook decides which was first, and the record says the same.
    if (text === undefined)
      await become(human, ask.id, { delivery: { state: "refused", note: `interrupted in ${title}` } });
    else expect(await human.get(ask.id)).toMatchObject({ delivery: { state: "waiting" } });
  });
});

test("the hook of gemini ends the ask if the conversation says that the turn was interrupted", async () => {
  const hub = await getHub();
  const human = hub.client("human");
  const { hook, transcript } = hold(hub, "gemini", "Which?");
  const ask = await heldAsk(human, "Which?");
  appendFileSync(transcript, interruption);
  expect(await textOf(hook)).toBeUndefined();
  expect(await human.get(ask.id)).toMatchObject({ outcome: { reason: "Interrupted in Gemini CLI." } });
});

test("the hook of qwen gives up within seconds if a person stops the hub, so that the host asks itself", async () => {
  const hub = await startHub();
  const { hook } = hold(hub, "qwen", "Which?", 1000);
  await heldAsk(hub.client("human"), "Which?");
  expect(await hub.run(["stop"])).toMatchObject({ code: 0 });
  // Long before the five minutes for which it would hold the host's dialog.
  expect(await stepUntil(hook.pid, hook.ended)).toBeLessThan(60);
  expect(await textOf(hook)).toBeUndefined();
});

test("the hook of qwen gives up within seconds if the hub takes its request and never replies, and the hub then knows that nobody waits", async () => {
  const hub = await startHub();
  process.kill(hub.pid, "SIGSTOP");
  const { hook } = hold(hub, "qwen", "Which?", 1000);
  expect(await stepUntil(hook.pid, hook.ended)).toBeLessThan(60);
  expect(await textOf(hook)).toBeUndefined();
  process.kill(hub.pid, "SIGCONT");
  const ask = await askOf(hub.client("human"), "Which?");
  expect(ask).toMatchObject({ waiting: { count: 0 } });
});

test("a call of qwen that is allowed runs and is taken, however long and in whichever script its input is", async () => {
  const hub = await getHub();
  const human = hub.client("human");
  for (const [at, content] of ["plain", "Grüße, 世界 🎉", "ü".repeat(300_000)].entries()) {
    const input = { file_path: `/work/${at}.txt`, content };
    const { hook, transcript } = holdCall(hub, "qwen", "write_file", input, 5 * 60_000);
    const ask = await vi.waitFor(async () => {
      const { asks } = await human.list({ status: "pending" });
      const found = asks.find(({ approval }) => JSON.stringify(approval?.input)?.includes(input.file_path));
      if (found?.waiting.count !== 1) throw new Error("It is not held.");
      return found;
    }, patience);
    await choose(human, ask, "allow", at === 0 ? undefined : "Only this one.");
    const { stdout } = await hook.ended;
    expect(JSON.parse(stdout || "{}")).toMatchObject({ hookSpecificOutput: { decision: { behavior: "allow" } } });
    appendFileSync(transcript, `${JSON.stringify({ function_name: "write_file", function_args: input })}\n`);
    await become(human, ask.id, { status: "answered", delivery: { state: "taken" } });
    // Qwen has no place for a note on a call that runs.
    expect((await human.get(ask.id)).delivery?.note).toBe(at === 0 ? undefined : "the note was not passed on");
  }
});
