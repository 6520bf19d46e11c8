import { existsSync, mkdirSync } from "node:fs";
import type { HubClient, WireAsk } from "@yourcall/client";
import { expect, test, vi } from "vitest";
import { askOf } from "../support/find-ask.ts";
import { afterTests, readHubFile, startHub, type TestHub } from "../support/hub.ts";
import { type CopilotPlace, type CopilotWindow, openCopilot, setUpCopilot } from "./copilot-window.ts";
import { createRaces, type Winner } from "./race.ts";

const until = afterTests();
let running: Promise<{ hub: TestHub; place: CopilotPlace; window: CopilotWindow }> | undefined;
let tags = 0;

async function start() {
  running ??= (async () => {
    const hub = await startHub({ until });
    const place = await setUpCopilot(hub.directory, until);
    const window = await openCopilot(place);
    until(() => window.end());
    return { hub, place, window };
  })();
  const { hub, place, window } = await running;
  return { hub, place, window, model: place.model, human: hub.client("human") };
}

const newTag = (what: string) => `${what}-${++tags}`;
const database = { type: "string", title: "Database", enum: ["SQLite", "MongoDB"] };
const features = { type: "array", title: "Features", items: { type: "string", enum: ["Auth", "Search"] } };
const form = (message: string, properties: object) => ({
  name: "ask_user",
  input: { message, requestedSchema: { properties } },
});
const bash = (command: string) => ({ name: "bash", input: { command, description: "a command" } });

const answer = (human: HubClient, ask: WireAsk, answers: object[]) =>
  human.answer(ask.id, { answers, surface: "web", act: "click" } as Parameters<HubClient["answer"]>[1]);
const become = (human: HubClient, id: string, wanted: object) =>
  vi.waitFor(async () => expect(await human.get(id)).toMatchObject(wanted), { timeout: 30_000 });

test("a form is answered in the hub, with one option, several and own words", async () => {
  const { window, human, place, model } = await start();
  const tag = newTag("hub");
  const name = { type: "string", title: `Name ${tag}` };
  await window.begin(tag, [
    form("Three things first.", { name, db: database, feat: features, go: { type: "boolean", title: "Go" } }),
  ]);
  const ask = await askOf(human, `Name ${tag}`);
  expect(ask).toMatchObject({
    agent: { name: "copilot", cwd: place.project, branch: "topic" },
    context: "I have to ask first.\n\nThree things first.",
    questions: [
      { kind: "text" },
      { multiSelect: false },
      { multiSelect: true },
      { options: [{ label: "Yes" }, { label: "No" }] },
    ],
  });
  await answer(human, ask, [
    { question: `Name ${tag}`, selectedOptions: [], customInput: "in my own words" },
    { question: "Database", selectedOptions: ["MongoDB"] },
    { question: "Features", selectedOptions: ["Auth", "Search"] },
    { question: "Go", selectedOptions: ["No"] },
  ]);
  const [told] = await model.told(tag);
  expect(told).toBe("User responded: name=in my own words, db=MongoDB, feat=Auth, Search, go=false");
  await become(human, ask.id, { status: "answered", delivery: { state: "taken" } });
});

test("an answer in its own window is reported with what was chosen", async () => {
  const { window, human, model } = await start();
  const tag = newTag("window");
  await window.begin(tag, [form("Two things.", { db: { ...database, title: `Which ${tag}` }, feat: features })]);
  const ask = await askOf(human, `Which ${tag}`);
  await window.see(`[Which ${tag}]`);
  window.press("Down");
  await window.see(/❯ MongoDB/);
  window.press("Enter");
  await window.see("[Features]");
  window.press("Space");
  await window.see(/✓ Auth/);
  window.press("Enter");
  expect(await model.told(tag)).toEqual(["User responded: db=MongoDB, feat=Auth"]);
  await become(human, ask.id, {
    status: "answered",
    outcome: {
      answers: [{ selectedOptions: ["MongoDB"] }, { selectedOptions: ["Auth"] }],
      by: { surface: "copilot", act: "reported" },
    },
  });
});

test("Esc in its dialog ends the ask as dismissed, and declining in the hub cancels the dialog", async () => {
  const { window, human, model } = await start();
  const [dismissed, declined] = [newTag("esc"), newTag("decline")];
  await window.begin(dismissed, [form("Which?", { db: { ...database, description: `Which ${dismissed}?` } })]);
  const first = await askOf(human, `Which?\n\nWhich ${dismissed}?`);
  await window.see(dismissed);
  window.press("Escape");
  await become(human, first.id, { status: "cancelled", outcome: { reason: "Dismissed in Copilot." } });
  await window.begin(declined, [form("Which?", { db: { ...database, description: `Which ${declined}?` } })]);
  const second = await askOf(human, `Which?\n\nWhich ${declined}?`);
  await human.decline(second.id, { reason: "Not now.", surface: "web", act: "click" });
  expect((await model.told(declined))[0]).toBe("User cancelled the request.");
  const delivery = { state: "taken", note: "the note was not passed on" };
  await become(human, second.id, { status: "declined", delivery });
});

/** The pending approval with this text in its input. */
const approvalOf = (human: HubClient, text: string) =>
  vi.waitFor(
    async () => {
      const { asks } = await human.list({ status: "pending" });
      const ask = asks.find(({ approval }) => JSON.stringify(approval?.input)?.includes(text));
      if (ask === undefined) throw new Error(`No approval of ${text}.`);
      return ask;
    },
    { timeout: 60_000 },
  );
const decide = (human: HubClient, ask: WireAsk, decision: string, notes?: string) =>
  answer(human, ask, [{ question: ask.questions[0]?.question, selectedOptions: [decision], notes }]);

test("an approval shows the command: allowed once it runs, and the model reads the notes on both decisions", async () => {
  const { window, human, model } = await start();
  const [once, denied] = [newTag("once"), newTag("deny")];
  await window.begin(once, [bash(`touch ${once}`), bash(`rm ${denied}`)]);
  const [first, second] = [await approvalOf(human, `touch ${once}`), await approvalOf(human, `rm ${denied}`)];
  expect(first.approval).toMatchObject({ tool: "Bash", input: { command: `touch ${once}`, description: "a command" } });
  await decide(human, first, "approve-once", "Only in this branch.");
  await decide(human, second, "reject", "Move it to the bin instead.");
  const told = await model.told(once);
  expect(told[0]).toMatch(/exit code 0[\s\S]*The user allowed this call and says: Only in this branch\./);
  expect(told[1]).not.toContain("Only in this branch");
  expect(told[1]).toContain("User feedback: Move it to the bin instead.");
  for (const { id } of [first, second]) {
    await become(human, id, { status: "answered", delivery: { state: "taken" } });
    expect((await human.get(id)).delivery).not.toHaveProperty("note");
  }
});

test("the record says that a note got lost with a call that failed", async () => {
  const { window, human, model, place } = await start();
  const tag = newTag("fails");
  const path = `${place.project}/${tag}.txt`;
  await window.begin(tag, [{ name: "create", input: { path, file_text: "one\n" } }]);
  const ask = await approvalOf(human, tag);
  mkdirSync(path);
  await decide(human, ask, "approve-once", "Only in this branch.");
  expect((await model.told(tag))[0]).not.toContain("Only in this branch");
  await become(human, ask.id, { delivery: { state: "taken", note: "the note was not passed on" } });
});

test("an approval of a new file shows it, and a decision in its own window is reported", async () => {
  const { window, human, model, place } = await start();
  const tag = newTag("edit");
  const path = `${place.project}/${tag}.txt`;
  await window.begin(tag, [{ name: "create", input: { path, file_text: "one\ntwo\n" } }]);
  const ask = await approvalOf(human, tag);
  expect(ask.approval).toMatchObject({ tool: "Edit", input: { content: [{ path, newText: "one\ntwo" }] } });
  await window.see("1. Yes");
  window.press("1");
  window.press("Enter");
  await model.told(tag);
  await become(human, ask.id, {
    status: "answered",
    outcome: { answers: [{ selectedOptions: ["approve-once"] }], by: { surface: "copilot", act: "reported" } },
  });
});

/** Changes Copilot's mode, with the key that goes from one to the next. */
async function enter(window: CopilotWindow, mode: "Plan" | "Interactive"): Promise<void> {
  const isThere = () => window.screen().includes(`· ${mode} ·`);
  await vi.waitUntil(() => isThere() || window.press("BTab") || undefined, { timeout: 60_000, interval: 1000 });
}

/** Starts a turn in plan mode whose model presents a plan. Copilot leaves that mode once a plan is accepted. */
async function propose(window: CopilotWindow, tag: string): Promise<string> {
  const plan = `# Plan ${tag}\n\n1. Do it.\n2. Test it.`;
  await enter(window, "Plan");
  await window.begin(tag, [{ name: "exit_plan_mode", input: { summary: plan } }]);
  return plan;
}

test("a plan is in the hub with its dialog's choices: it goes back with the note, or is accepted in a mode", async () => {
  const { window, human, model } = await start();
  const [changed, accepted] = [newTag("change"), newTag("accept")];
  const plan = await propose(window, changed);
  const first = await approvalOf(human, changed);
  expect(first.approval).toMatchObject({ tool: "ExitPlanMode", input: { plan } });
  expect(first.approval?.options?.map(({ id }) => id)).toEqual(["change", "interactive", "autopilot", "exit_only"]);
  await window.see("Plan Ready for Review");
  await decide(human, first, "change", "Add a test.");
  expect((await model.told(changed))[0]).toMatch(/not approved[\s\S]*Add a test\./);
  await become(human, first.id, { status: "answered", delivery: { state: "taken" } });
  await propose(window, accepted);
  const second = await approvalOf(human, accepted);
  await decide(human, second, "interactive", "Be quick.");
  expect((await model.told(accepted))[0]).toContain("Plan approved! Exited plan mode.");
  await become(human, second.id, { delivery: { state: "taken", note: "the note was not passed on" } });
  await window.see("· Interactive ·");
});

test("what is decided about a plan in Copilot's window is reported, and Esc there is no decision", async () => {
  const { window, human, model } = await start();
  const [accepted, dismissed] = [newTag("mine"), newTag("esc")];
  await propose(window, accepted);
  const first = await approvalOf(human, accepted);
  await window.see("2. Accept plan and continue in Interactive");
  window.press("2");
  expect((await model.told(accepted))[0]).toContain("Plan approved!");
  await become(human, first.id, {
    status: "answered",
    outcome: { answers: [{ selectedOptions: ["interactive"] }], by: { surface: "copilot", act: "reported" } },
  });
  await propose(window, dismissed);
  const second = await approvalOf(human, dismissed);
  await window.see("Plan Ready for Review");
  window.press("Escape");
  await become(human, second.id, { status: "cancelled", outcome: { reason: "Dismissed in Copilot." } });
  // As later tests expect it.
  await enter(window, "Interactive");
});

test("what is allowed in the session is not asked again", async () => {
  const { window, human, model } = await start();
  const [first, second] = [newTag("always"), newTag("again")];
  await window.begin(first, [bash(`mkdir ${first}`)]);
  const ask = await approvalOf(human, `mkdir ${first}`);
  await decide(human, ask, "approve-for-session");
  await model.told(first);
  await become(human, ask.id, { status: "answered", delivery: { state: "taken" } });
  await window.begin(second, [bash(`mkdir ${second}`)]);
  expect((await model.told(second))[0]).toContain("exit code 0");
  const { asks } = await human.list({ status: "all" });
  expect(asks.filter(({ approval }) => JSON.stringify(approval)?.includes(second))).toEqual([]);
});

test("an interrupted turn ends the ask with those words", async () => {
  const { window, human } = await start();
  const tag = newTag("stop");
  await window.begin(tag, [bash(`touch ${tag}`)]);
  const ask = await approvalOf(human, tag);
  await window.see("3. No");
  window.press("Escape");
  await become(human, ask.id, { status: "cancelled", outcome: { reason: "Interrupted in Copilot." } });
});

/** The record says who was first, as the model was told. */
async function checkRecord(human: HubClient, { id }: WireAsk, winner: Winner, inWindow: string) {
  await vi.waitFor(
    async () => {
      const { outcome, delivery } = await human.get(id);
      if (outcome?.status !== "answered") throw new Error(`It ended as ${outcome?.status}.`);
      if (winner === "hub") expect([outcome.by.surface, delivery?.state]).toEqual(["web", "taken"]);
      else if (outcome.by.act === "reported") expect(outcome.answers[0]?.selectedOptions).toEqual([inWindow]);
      else expect(delivery).toMatchObject({ state: "refused", note: "Copilot was answered first" });
    },
    { timeout: 30_000 },
  );
  return winner;
}

test("in 25 races of questions between its window and the hub both win some, and the record is what the model was told", async () => {
  const { window, human, model } = await start();
  const tag = newTag("race");
  const questions = Array.from({ length: 25 }, (_, at) => `Which ${tag}-${at}-?`);
  await window.begin(
    tag,
    questions.map((question) => form(question, { db: { type: "string", enum: ["SQLite", "MongoDB"] } })),
  );
  const asks: WireAsk[] = [];
  const races = createRaces();
  for (const [at, question] of questions.entries()) {
    const ask = await anyAskOf(human, question);
    asks.push(ask);
    // A key of the race before may have answered this dialog as well.
    const isOver = async () => (await human.get(ask.id)).status !== "pending";
    await vi.waitUntil(async () => window.screen().includes(`${tag}-${at}-?`) || (await isOver()), { timeout: 30_000 });
    const inHub = () => answer(human, ask, [{ question, selectedOptions: ["MongoDB"] }]).catch(() => undefined);
    await races.run(inHub, () => window.press("Enter"));
    const { outcome } = await vi.waitUntil(async () => (await isOver()) && human.get(ask.id), { timeout: 30_000 });
    races.won(outcome?.status === "answered" && outcome.by.act === "reported" ? "window" : "hub");
  }
  const told = await model.told(tag);
  const winners = asks.map((ask, at) => {
    const isHub = told[at] === "User responded: MongoDB";
    if (!isHub) expect(told[at]).toBe("User responded: SQLite");
    return checkRecord(human, ask, isHub ? "hub" : "window", "SQLite");
  });
  expect(new Set(await Promise.all(winners)).size).toBe(2);
});

test("in 25 races of approvals between its window and the hub both win some, and the record is what the model was told", async () => {
  const { window, human, model, place } = await start();
  const winners: Winner[] = [];
  const races = createRaces();
  for (let at = 0; at < 25; at++) {
    const tag = newTag("race");
    await window.begin(tag, [bash(`touch ${tag}`)]);
    const ask = await approvalOf(human, `touch ${tag}`);
    await window.see("3. No");
    const inHub = () => decide(human, ask, "reject", "Not this one.").catch(() => undefined);
    await races.run(inHub, () => window.press("Enter"));
    const [told = ""] = await model.told(tag);
    const isHub = told.includes("Not this one.");
    expect(existsSync(`${place.project}/${tag}`)).toBe(!isHub);
    const winner = await checkRecord(human, ask, isHub ? "hub" : "window", "approve-once");
    winners.push(winner);
    races.won(winner);
  }
  expect(new Set(winners).size).toBe(2);
});

/** The ask with this question, whatever became of it. */
const anyAskOf = (human: HubClient, question: string) =>
  vi.waitFor(
    async () => {
      const { asks } = await human.list({ status: "all", order: "newest" });
      const ask = asks.find(({ questions }) => questions[0]?.question === question);
      if (ask === undefined) throw new Error(`No ask: ${question}`);
      return ask;
    },
    { timeout: 60_000 },
  );

test("a hub that is killed before, during and after a question is started again, and nothing is lost", async () => {
  const { window, human, model, hub } = await start();
  const kill = () => {
    const { pid } = readHubFile(hub.directory) ?? {};
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  };
  until(() => {
    try {
      kill();
    } catch {
      // It has ended.
    }
  });
  const [during, after] = [newTag("during"), newTag("after")];
  kill();
  await window.begin(during, [form("Which?", { db: { ...database, description: `Which ${during}?` } })]);
  const first = await askOf(human, `Which?\n\nWhich ${during}?`, "pending", 60_000);
  kill();
  const isBack = () => vi.waitFor(() => human.get(first.id), { timeout: 60_000 });
  await isBack();
  await answer(human, first, [{ question: first.questions[0]?.question, selectedOptions: ["MongoDB"] }]);
  expect(await model.told(during)).toEqual(["User responded: MongoDB"]);
  await become(human, first.id, { delivery: { state: "taken" } });
  await window.begin(after, [form("Which?", { db: { ...database, description: `Which ${after}?` } })]);
  const second = await askOf(human, `Which?\n\nWhich ${after}?`);
  await window.see(`Which ${after}?`);
  kill();
  window.press("Enter");
  expect(await model.told(after)).toEqual(["User responded: SQLite"]);
  await isBack();
  await become(human, second.id, { status: "answered", outcome: { by: { act: "reported" } } });
});

test("an answer after Copilot was killed is not taken", async () => {
  const { window, human } = await start();
  const tag = newTag("killed");
  await window.begin(tag, [form("Which?", { db: { ...database, description: `Which ${tag}?` } })]);
  const ask = await askOf(human, `Which?\n\nWhich ${tag}?`);
  // The extension waits for the answer before Copilot goes.
  await become(human, ask.id, { status: "pending", waiting: { count: 1 } });
  process.kill(window.pid, "SIGKILL");
  await become(human, ask.id, { status: "pending", waiting: { count: 0 } });
  await answer(human, ask, [{ question: ask.questions[0]?.question, selectedOptions: ["SQLite"] }]);
  expect(await human.get(ask.id)).toMatchObject({ status: "answered", delivery: { state: "waiting" } });
});
