import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { codexFirst } from "../../agents/hosts/src/codex/hook.ts";
import { step, steppingClock } from "../support/clocks.ts";
import { afterTests, temporaryDirectory } from "../support/hub.ts";
import { answer, askOf, command, delivered, question, watchCodex } from "./codex-hub.ts";
import { type CodexCall, createCodexPlace } from "./codex-place.ts";

const atEnd = afterTests();
const temporary = temporaryDirectory("gates", atEnd);

/** A question that Codex's model asks without waiting. */
function later(title: string, ...more: { title: string }[]): CodexCall {
  return {
    name: "request_user_input_async",
    input: { questions: [{ title, options: ["SQLite", "PostgreSQL"] }, ...more] },
  };
}

// The turn runs until this file exists.
const gate = (name: string) => join(temporary, name);
const held = (name: string): CodexCall => ({
  name: "exec_command",
  input: { cmd: `until [ -e ${gate(name)} ]; do sleep 0.1; done`, yield_time_ms: 30_000 },
});

function subagent(prompt: string, task_name = "helper"): CodexCall {
  const namespace = "collaboration";
  const wait = { name: "wait_agent", namespace, input: { timeout_ms: 60_000 } };
  return {
    ...{ name: "spawn_agent", namespace, input: { message: prompt, task_name, fork_turns: "none" } },
    next: wait,
  };
}

const rounds = Array.from({ length: 50 }, (_, round) => `race-${round}`);

const place = await createCodexPlace(
  {
    ...Object.fromEntries(rounds.map((round) => [round, { ...later(`Which in ${round}?`), next: held(round) }])),
    running: { ...later("Which while it runs?", { title: "Which port?" }), next: held("running") },
    there: { ...later("Which in its own screen?"), next: held("there") },
    ended: later("Which after the turn?"),
    on: later("Which before it went on?"),
    esc: { ...later("Which interrupted?"), next: held("never") },
    over: later("Which over a restart?"),
    missed: question("Which missed?"),
    missedtouch: command("touch missed; echo aborted by user; echo rejected by user"),
    misseddeny: command("touch missed-too"),
    missedrun: command(`until [ -e ${gate("missedrun")} ]; do sleep 0.1; done`),
    before: question("Which before the hub?"),
    sent: question("Which was sent?"),
    hour: question("Which in an hour?"),
    spawn: subagent("Go [sub] now"),
    sub: command("touch by-subagent"),
    spawn2: subagent("Go [sub2] now", "second"),
    sub2: command("touch not-by-subagent"),
  },
  atEnd,
);
const hub = await watchCodex(place.home, atEnd);
const screen = await place.openScreen("gpt-6-sol");

const reply = (call: string, at: number, text: string, words: string) => {
  const questionItemId = JSON.stringify(["request_user_input_async", call, at]);
  return `<send_user_message_question_reply>\n${JSON.stringify([{ answer: words, question: text, questionItemId }])}\n</send_user_message_question_reply>`;
};

/** Resolves once the model was given this message of the person. */
const isSaid = (text: string) =>
  vi.waitFor(() => expect(place.said().join("\n")).toContain(JSON.stringify(text).slice(1, -1)), { timeout: 30_000 });

test("a question that Codex does not wait for is answered in the hub while the turn runs, each one by itself", async () => {
  const turn = await screen.say("Go [running]");
  const first = await askOf(hub, "Which while it runs?");
  const second = await askOf(hub, "Which port?");
  expect(first.questions).toHaveLength(1);
  expect(first.agent).toMatchObject({ name: "Codex", session: screen.thread, cwd: place.project });
  await answer(hub, first, "SQLite", "on disk");
  const [{ question: text = "" } = {}] = second.questions;
  const answers = [{ question: text, selectedOptions: [], customInput: "5432" }];
  await hub.client("human").answer(second.id, { answers, surface: "web" });
  writeFileSync(gate("running"), "");
  await screen.ended(turn);
  await isSaid(reply("call_running", 0, "Which while it runs?", "SQLite\nuser_note: on disk"));
  await isSaid(reply("call_running", 1, "Which port?", "5432"));
  await delivered(hub, first.id, "taken");
  await delivered(hub, second.id, "taken");
});

test("such a question that is answered in Codex's own screen ends by report", async () => {
  const turn = await screen.say("Go [there]");
  await askOf(hub, "Which in its own screen?");
  await screen.steer(turn, reply("call_there", 0, "Which in its own screen?", "PostgreSQL"));
  writeFileSync(gate("there"), "");
  await screen.ended(turn);
  expect((await askOf(hub, "Which in its own screen?", "answered")).outcome).toMatchObject({
    answers: [{ selectedOptions: ["PostgreSQL"] }],
    by: { surface: "codex", act: "reported" },
  });
});

test("such a question answered in both places at once is recorded as its model was told, 50 times", async () => {
  const wrong: string[] = [];
  for (const [at, round] of rounds.entries()) {
    const turn = await screen.say(`Go [${round}]`);
    const text = `Which in ${round}?`;
    const ask = await askOf(hub, text);
    const there = reply(`call_${round}`, 0, text, "PostgreSQL");
    const inCodex = () => screen.steer(turn, there);
    const inHub = () => answer(hub, ask, "SQLite").catch(() => {});
    await Promise.all(at % 2 === 0 ? [inCodex(), inHub()] : [inHub(), inCodex()]);
    writeFileSync(gate(round), "");
    await screen.ended(turn);
    await isSaid(there);
    await vi
      .waitFor(
        async () => {
          const { outcome, delivery } = await hub.client("human").get(ask.id);
          if (outcome?.status !== "answered") throw new Error(`${outcome?.status}`);
          const [chosen] = outcome.answers[0]?.selectedOptions ?? [];
          const isTold = place.said().some((said) => said.includes(round) && said.includes("SQLite"));
          // Codex passes both on. An answer of the hub that is recorded as taken must be among them, and no other may be.
          const isTaken = outcome.by.act !== "reported" && delivery?.state === "taken";
          if (isTaken !== isTold || (outcome.by.act === "reported" && chosen !== "PostgreSQL"))
            throw new Error(`${chosen}, ${outcome.by.act}, ${delivery?.state}; told SQLite: ${isTold}`);
        },
        { timeout: 15_000, interval: 50 },
      )
      .catch((error: Error) => wrong.push(`${round}: ${error.message}`));
  }
  expect(wrong).toEqual([]);
}, 300_000);

test("such a question outlives its turn, and the answer starts the next one", async () => {
  await screen.ended(await screen.say("Go [ended]"));
  const ask = await askOf(hub, "Which after the turn?");
  await answer(hub, ask, "PostgreSQL");
  await isSaid(reply("call_ended", 0, "Which after the turn?", "PostgreSQL"));
  await delivered(hub, ask.id, "taken");
});

test("such a question ends without an answer if the person goes on in Codex, or interrupts it", async () => {
  await screen.ended(await screen.say("Go [on]"));
  await askOf(hub, "Which before it went on?");
  await screen.ended(await screen.say("Never mind."));
  expect((await askOf(hub, "Which before it went on?", "cancelled")).outcome).toMatchObject({
    reason: "Codex went on without an answer.",
  });
  const turn = await screen.say("Go [esc]");
  await askOf(hub, "Which interrupted?");
  await screen.interrupt(turn);
  expect((await askOf(hub, "Which interrupted?", "cancelled")).outcome).toMatchObject({
    reason: "Interrupted in Codex.",
  });
});

test("the hook for a Codex without a background server leaves the sessions of the server alone", async () => {
  vi.stubEnv("CODEX_HOME", place.home);
  expect(await codexFirst.isInHub?.(screen.thread)).toBe(true);
  expect(await codexFirst.isInHub?.("another-session")).toBe(false);
  vi.stubEnv("CODEX_HOME", "/nowhere");
  expect(await codexFirst.isInHub?.(screen.thread)).toBe(false);
  // A server that hangs does not hold up Codex.
  vi.stubEnv("CODEX_HOME", place.home);
  place.pause();
  const isIn = codexFirst.isInHub?.(screen.thread);
  expect(await isIn?.finally(place.resume)).toBe(false);
});

test("an approval of a subagent names it, and is decided in the hub", async () => {
  const turn = await screen.say("Go [spawn]");
  const ask = await askOf(hub, "touch by-subagent");
  expect(ask.agent).toMatchObject({
    session: screen.thread,
    cwd: place.project,
    subagent: expect.stringMatching(/\w/),
  });
  await answer(hub, ask, "Allow once");
  await screen.ended(turn);
  expect(existsSync(join(place.project, "by-subagent"))).toBe(true);
  await delivered(hub, ask.id, "taken");
});

test("a denial of a subagent's approval reaches it, and the record says that the note did not", async () => {
  const turn = await screen.say("Go [spawn2]");
  const ask = await askOf(hub, "touch not-by-subagent");
  await answer(hub, ask, "Deny", "use mktemp");
  await screen.ended(turn);
  expect(place.told("sub2")).toContain("rejected by user");
  expect(place.said().join("\n")).not.toContain("use mktemp");
  await delivered(hub, ask.id, "taken", "the note was not passed on");
});

test("what is settled in Codex while no hub runs is settled in the next hub, and what is open is asked", async () => {
  // They fill the first page of what the next hub lists.
  const more = { header: "Other", multiSelect: false, options: [{ label: "Yes" }, { label: "No" }] };
  const others = Array.from({ length: 100 }, (_, at) => ({ question: `Other ${at}?`, ...more }));
  await Promise.all(others.map((one) => hub.ask([one], { agent: { name: "Codex" }, key: one.question })));
  const [second, fourth, fifth] = [await place.openScreen(), await place.openScreen(), await place.openScreen()];
  const third = await place.openScreen("gpt-6-sol");
  const turn = await screen.say("Go [missed]", "plan");
  const { id } = await screen.request(/requestUserInput/);
  const touching = await second.say("Go [missedtouch]");
  const approval = await second.request(/requestApproval/);
  const denying = await fourth.say("Go [misseddeny]");
  const other = await fourth.request(/requestApproval/);
  const running = await fifth.say("Go [missedrun]");
  const long = await fifth.request(/requestApproval/);
  await third.ended(await third.say("Go [over]"));
  const wanted = ["Which missed?", "touch missed;", "touch missed-too", gate("missedrun"), "Which over a restart?"];
  const asks = await Promise.all(wanted.map((words) => askOf(hub, words)));
  await hub.stop("SIGKILL");
  screen.reply(id, { answers: { db: { answers: ["PostgreSQL"] } } });
  second.reply(approval.id, { decision: "accept" });
  fourth.reply(other.id, { decision: "decline" });
  fifth.reply(long.id, { decision: "accept" });
  await Promise.all([screen.ended(turn), second.ended(touching), fourth.ended(denying)]);
  const next = await screen.say("Go [before]", "plan");
  await screen.request(/requestUserInput/);
  Object.assign(hub, await hub.restart({ until: atEnd }));
  const reported = { act: "reported" };
  const missed = await askOf(hub, "Which missed?", "answered");
  const touched = await askOf(hub, "touch missed;", "cancelled");
  const denied = await askOf(hub, "touch missed-too", "answered");
  const runs = await askOf(hub, gate("missedrun"), "cancelled");
  expect(missed.outcome).toMatchObject({ answers: [{ selectedOptions: ["PostgreSQL"] }], by: reported });
  // The words that the command wrote decide nothing.
  expect(touched.outcome).toMatchObject({ reason: "Allowed in Codex." });
  expect(denied.outcome).toMatchObject({ answers: [{ selectedOptions: ["decline"] }], by: reported });
  expect(runs.outcome).toMatchObject({ reason: "Allowed in Codex." });
  writeFileSync(gate("missedrun"), "");
  await fifth.ended(running);
  const [before, over] = [await askOf(hub, "Which before the hub?"), await askOf(hub, "Which over a restart?")];
  expect([missed, touched, denied, runs, over].map((ask) => ask.id)).toEqual(asks.map((ask) => ask.id));
  expect(before.agent).toMatchObject({ session: screen.thread, cwd: place.project, title: expect.any(String) });
  await answer(hub, before, "SQLite");
  await answer(hub, over, "SQLite");
  await screen.ended(next);
  expect(place.told("before")).toContain("SQLite");
  await isSaid(reply("call_over", 0, "Which over a restart?", "SQLite"));
  await delivered(hub, over.id, "taken");
});

test("a decision that Codex did not confirm before the hub was killed is marked by the next hub", async () => {
  const turn = await screen.say("Go [sent]", "plan");
  const ask = await askOf(hub, "Which was sent?");
  await place.pause();
  await answer(hub, ask, "SQLite");
  await delivered(hub, ask.id, "waiting");
  await hub.stop("SIGKILL");
  place.resume();
  await screen.ended(turn);
  expect(place.told("sent")).toContain("SQLite");
  Object.assign(hub, await hub.restart({ until: atEnd }));
  await delivered(hub, ask.id, "taken");
});

const isLong = process.env.YOURCALL_TORTURE === "long";
const hourMs = 3_600_000;

test(
  "a question waits for an hour, and longer: neither the hub nor Codex sets a limit",
  async () => {
    const patient = await watchCodex(place.home, atEnd, isLong ? {} : steppingClock(hourMs));
    const turn = await screen.say("Go [hour]", "plan");
    const { params } = await screen.request(/requestUserInput/);
    // What Codex itself says about the wait. Its clock cannot be moved.
    expect(params).toMatchObject({ isBlocking: true, autoResolutionMs: null });
    const ask = await askOf(patient, "Which in an hour?");
    if (isLong) await new Promise((resolve) => setTimeout(resolve, hourMs));
    else step(patient.pid);
    await answer(patient, await askOf(patient, "Which in an hour?"), "SQLite");
    await screen.ended(turn);
    expect(place.told("hour")).toContain("SQLite");
    await delivered(patient, ask.id, "taken");
  },
  isLong ? hourMs + 120_000 : 120_000,
);
