import { existsSync, writeFileSync } from "node:fs";
import type { HubClient, WireAsk } from "@yourcall/client";
import { describe, expect, test, vi } from "vitest";
import { readSeen } from "../../agents/hosts/src/host-seen.ts";
import { database } from "../support/asks.ts";
import { askOf } from "../support/find-ask.ts";
import { afterTests, readHubFile, startHub, type TestHub } from "../support/hub.ts";
import { openTmux } from "../support/tmux.ts";
import { type OpencodeName, type OpencodeServer, opencodePrograms, startOpencode } from "./opencode-server.ts";

const names: [OpencodeName, string][] = [
  ["opencode", "OpenCode"],
  ["kilo", "Kilo"],
];
let tags = 0;
// Only for what hangs: large programs on a busy machine.
const slowMs = 120_000;

describe.each(names)("%s", (name, title) => {
  const until = afterTests();
  let running: Promise<{ hub: TestHub; host: OpencodeServer }> | undefined;

  async function start() {
    running ??= (async () => {
      const hub = await startHub({ until });
      return { hub, host: await startOpencode(name, hub.directory, until) };
    })();
    const { hub, host } = await running;
    return { host, human: hub.client("human"), hub };
  }

  /** A text that no other test has, so that its ask is found by it. */
  const newTag = (what: string) => `${what}-${++tags}`;

  const choice = (question: string, multiple?: boolean) => ({
    ...database,
    question,
    multiple,
    multiSelect: undefined,
  });
  const asking = (...questions: object[]) => [{ name: "question", input: { questions } }];
  const bash = (command: string) => ({ name: "bash", input: { command, description: "a command" } });

  const answer = (human: HubClient, ask: WireAsk, answers: object[], comment?: string) =>
    human.answer(ask.id, { answers, comment, surface: "web", act: "click" } as Parameters<HubClient["answer"]>[1]);
  const decide = (human: HubClient, ask: WireAsk, decision: string, notes?: string) =>
    answer(human, ask, [{ question: ask.questions[0]?.question, selectedOptions: [decision], notes }]);
  const become = (human: HubClient, id: string, wanted: object) =>
    vi.waitFor(async () => expect(await human.get(id)).toMatchObject(wanted), { timeout: 30_000 });

  /** The pending approval of this command. */
  const approvalOf = (human: HubClient, command: string) =>
    vi.waitFor(
      async () => {
        const { asks } = await human.list({ status: "pending" });
        const ask = asks.find(({ approval }) => (approval?.input as { command?: string })?.command === command);
        if (ask === undefined) throw new Error(`No approval of ${command}.`);
        return ask;
      },
      { timeout: 60_000 },
    );

  /** The pending ask of this session. */
  const pendingOf = (human: HubClient, session: string) =>
    vi.waitFor(
      async () => {
        const { asks } = await human.list({ status: "pending", session });
        if (asks[0] === undefined) throw new Error(`Nothing is pending in ${session}.`);
        return asks[0];
      },
      { timeout: 60_000 },
    );

  test("questions are answered in the hub, with several options and own words", async () => {
    const { host, human } = await start();
    const tag = newTag("hub");
    const [one, many, own] = [`One ${tag}?`, `Many ${tag}?`, `Own ${tag}?`];
    const session = await host.begin(tag, asking(choice(one), choice(many, true), choice(own)));
    const ask = await askOf(human, one, "pending", slowMs);
    expect(ask).toMatchObject({
      agent: { name, session, cwd: host.project, branch: "topic" },
      context: "I have to ask first.",
      questions: [{ multiSelect: false }, { multiSelect: true }, { multiSelect: false }],
    });
    await answer(human, ask, [
      { question: one, selectedOptions: ["SQLite"] },
      { question: many, selectedOptions: ["SQLite", "MongoDB"] },
      { question: own, selectedOptions: [], customInput: "a text file" },
    ]);
    const [told = ""] = await host.model.told(tag);
    expect(told).toContain(`"${one}"="SQLite"`);
    expect(told).toContain(`"${many}"="SQLite, MongoDB"`);
    expect(told).toContain(`"${own}"="a text file"`);
    await become(human, ask.id, { status: "answered", delivery: { state: "taken" } });
  });

  test("an answer in its own window is reported with what was chosen", async () => {
    const { host, human } = await start();
    const tag = newTag("window");
    const session = await host.begin(tag, asking(choice(`Which ${tag}?`)));
    const ask = await askOf(human, `Which ${tag}?`);
    const [open] = await host.open("question", session);
    await host.call("POST", `/question/${open?.id}/reply`, { answers: [["MongoDB"]] });
    await become(human, ask.id, {
      status: "answered",
      outcome: { answers: [{ selectedOptions: ["MongoDB"] }], by: { surface: name, act: "reported" } },
    });
  });

  test("an approval shows the command; allowing it once runs it, and the model reads the note with its result", async () => {
    const { host, human } = await start();
    const tag = newTag("once");
    await host.begin(tag, [bash(`echo ran-${tag}`), bash(`echo bare-${tag}`)]);
    const ask = await approvalOf(human, `echo ran-${tag}`);
    expect(ask.approval).toMatchObject({ tool: "bash" });
    await decide(human, ask, "allow-once", "Only in this branch.");
    await decide(human, await approvalOf(human, `echo bare-${tag}`), "allow-once");
    const [told, bare] = await host.model.told(tag);
    expect(told).toMatch(new RegExp(`ran-${tag}\\s+The user allowed this call and says: Only in this branch\\.`));
    expect(bare).toContain(`bare-${tag}`);
    expect(bare).not.toContain("Only in this branch");
    await become(human, ask.id, { delivery: { state: "taken" } });
    expect((await human.get(ask.id)).delivery).not.toHaveProperty("note");
  });

  test("the record says that a note got lost with a call that failed", async () => {
    const { host, human } = await start();
    const tag = newTag("fails");
    const filePath = `${host.project}/${tag}/new.txt`;
    const session = await host.begin(tag, [{ name: "write", input: { filePath, content: "one\n" } }]);
    const ask = await pendingOf(human, session);
    // Where its directory would be.
    writeFileSync(`${host.project}/${tag}`, "");
    await decide(human, ask, "allow-once", "Only in this branch.");
    expect((await host.model.told(tag))[0]).not.toContain("Only in this branch");
    await become(human, ask.id, { delivery: { state: "taken", note: "the note was not passed on" } });
  });

  test("an approval of an edit shows the diff", async () => {
    const { host, human } = await start();
    const tag = newTag("edit");
    const filePath = `${host.project}/${tag}.txt`;
    const session = await host.begin(tag, [{ name: "write", input: { filePath, content: "one\ntwo\n" } }]);
    const ask = await pendingOf(human, session);
    expect(ask.approval).toMatchObject({ tool: "edit", input: { path: filePath, edits: [{ new: "one\ntwo\n" }] } });
    await decide(human, ask, "allow-once");
    await host.model.told(tag);
  });

  test("allowing always settles the requests that the rule covers, as allowed by a rule", async () => {
    const { host, human } = await start();
    const tag = newTag("always");
    const session = await host.begin(tag, [bash(`touch ${tag}-a`), bash(`touch ${tag}-b`)]);
    await host.open("permission", session, 2);
    const [first, second] = await Promise.all(["a", "b"].map((end) => approvalOf(human, `touch ${tag}-${end}`)));
    if (first === undefined || second === undefined) throw new Error("No approvals.");
    await decide(human, first, "allow-always");
    expect(await host.model.told(tag)).toHaveLength(2);
    await become(human, first.id, { status: "answered", delivery: { state: "taken" } });
    await become(human, second.id, { status: "cancelled", outcome: { reason: `Allowed by a rule in ${title}.` } });
  });

  test("the note on a denial reaches the model", async () => {
    const { host, human } = await start();
    const tag = newTag("note");
    await host.begin(tag, [bash(`rm ${tag}`)]);
    const ask = await approvalOf(human, `rm ${tag}`);
    await decide(human, ask, "deny", "Move it to the bin instead.");
    expect((await host.model.told(tag))[0]).toContain("Move it to the bin instead.");
    await become(human, ask.id, { status: "answered", delivery: { state: "taken" } });
  });

  test("a request that is denied together with another one is no answer", async () => {
    const { host, human } = await start();
    const tag = newTag("deny");
    const session = await host.begin(tag, [bash(`rm ${tag}-a`), bash(`rm ${tag}-b`)]);
    await host.open("permission", session, 2);
    const [first, second] = await Promise.all(["a", "b"].map((end) => approvalOf(human, `rm ${tag}-${end}`)));
    if (first === undefined || second === undefined) throw new Error("No approvals.");
    await decide(human, first, "deny");
    await become(human, first.id, { status: "answered", delivery: { state: "taken" } });
    await become(human, second.id, {
      status: "cancelled",
      outcome: { reason: `Denied in ${title}, together with another request.` },
    });
  });

  test("a dismissed dialog and an interrupted turn end the ask with those words", async () => {
    const { host, human } = await start();
    const [dismissed, stopped] = [newTag("dismiss"), newTag("stop")];
    const sessions = await Promise.all(
      [dismissed, stopped].map((tag) => host.begin(tag, asking(choice(`Which ${tag}?`)))),
    );
    const asks = await Promise.all([dismissed, stopped].map((tag) => askOf(human, `Which ${tag}?`)));
    const [open] = await host.open("question", sessions[0] ?? "");
    await host.call("POST", `/question/${open?.id}/reject`, {});
    await host.call("POST", `/session/${sessions[1]}/abort`, {});
    await become(human, asks[0]?.id ?? "", { status: "cancelled", outcome: { reason: `Dismissed in ${title}.` } });
    await become(human, asks[1]?.id ?? "", { status: "cancelled", outcome: { reason: `Interrupted in ${title}.` } });
  });

  test("declining in the hub dismisses the question in its window, and the record says that the reason got lost", async () => {
    const { host, human } = await start();
    const tag = newTag("decline");
    const session = await host.begin(tag, asking(choice(`Which ${tag}?`)));
    const ask = await askOf(human, `Which ${tag}?`);
    await human.decline(ask.id, { reason: "Not now.", surface: "web", act: "click" });
    await host.open("question", session, 0);
    const delivery = { state: "taken", note: "the note was not passed on" };
    await become(human, ask.id, { status: "declined", delivery });
  });

  test("a subagent's approval names it, with the session that started it", async () => {
    const { host, human } = await start();
    const [tag, inner] = [newTag("outer"), newTag("inner")];
    const prompt = host.model.prompt(inner, [bash(`echo ${inner}`)]);
    const input = { description: "look around", prompt, subagent_type: "general" };
    const session = await host.begin(tag, [{ name: "task", input }]);
    const ask = await approvalOf(human, `echo ${inner}`);
    expect(ask.agent).toMatchObject({ name, session, subagent: expect.stringContaining("look around") });
    await decide(human, ask, "allow-once");
    expect((await host.model.told(inner))[0]).toContain(inner);
  });

  test("Esc in the dialog on its own screen ends the ask with those words", async () => {
    const { host, human } = await start();
    const tag = newTag("esc");
    const command = [opencodePrograms[name], "--prompt", host.model.shortPrompt(tag, asking(choice(`Which ${tag}?`)))];
    const pane = openTmux(command, { cwd: host.project, env: host.env, columns: 110, rows: 40 });
    try {
      const ask = await askOf(human, `Which ${tag}?`, "pending", slowMs);
      await pane.see(`Which ${tag}?`);
      pane.press("Escape");
      await become(human, ask.id, { status: "cancelled", outcome: { reason: `Dismissed in ${title}.` } });
    } finally {
      pane.end();
    }
  });

  /** Decides in both places. The way from the hub is longer, so it gets a head start, another one in each race of a turn. */
  async function race(at: number, inHub: () => Promise<unknown>, inWindow: () => Promise<unknown>): Promise<void> {
    const answering = inHub().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 50 * at ** 2));
    await Promise.all([answering, inWindow()]);
  }

  /** The record says who was first, as the model was told. */
  async function checkRecord(human: HubClient, { id }: WireAsk, winner: "hub" | "window", inWindow: string) {
    await vi.waitFor(
      async () => {
        const { outcome, delivery } = await human.get(id);
        if (outcome?.status !== "answered") throw new Error(`It ended as ${outcome?.status}.`);
        if (winner === "hub") expect([outcome.by.surface, delivery?.state]).toEqual(["web", "taken"]);
        else if (outcome.by.act === "reported") expect(outcome.answers[0]?.selectedOptions).toEqual([inWindow]);
        else expect(delivery).toMatchObject({ state: "refused", note: `${title} was answered first` });
      },
      { timeout: 30_000 },
    );
    return winner;
  }

  function checkWinners(winners: string[]): void {
    expect(winners).toHaveLength(25);
    expect(new Set(winners).size).toBe(2);
  }

  test("in 25 races of questions between its window and the hub both win some, and the record is what the model was told", async () => {
    const { host, human } = await start();
    /** The questions of one turn. OpenCode opens them together, Kilo one after another. */
    async function raceFive() {
      const tag = newTag("race");
      const texts = Array.from({ length: 5 }, (_, at) => `Which ${tag} of ${at}?`);
      const calls = texts.flatMap((text) => asking(choice(text)));
      const session = await host.begin(tag, calls);
      const asks = await Promise.all(
        texts.map(async (text, at) => {
          const ask = await askOf(human, text, "pending", slowMs);
          const id = await host.openId("question", session, text);
          const inHub = () => answer(human, ask, [{ question: text, selectedOptions: ["SQLite"] }]);
          await race(at, inHub, () => host.call("POST", `/question/${id}/reply`, { answers: [["MongoDB"]] }));
          return ask;
        }),
      );
      const told = (await host.model.told(tag)).join("\n");
      return Promise.all(
        asks.map((ask, at) => {
          const isHub = told.includes(`"${texts[at]}"="SQLite"`);
          if (!isHub) expect(told).toContain(`"${texts[at]}"="MongoDB"`);
          return checkRecord(human, ask, isHub ? "hub" : "window", "MongoDB");
        }),
      );
    }

    const winners: string[] = [];
    for (let turn = 0; turn < 5; turn++) winners.push(...(await raceFive()));
    checkWinners(winners);
  });

  test("in 25 races of approvals between its window and the hub both win some, and the record is what the model was told", async () => {
    const { host, human } = await start();
    /** In a session of its own: a denial settles the others of its session too. */
    async function raceOne(at: number) {
      const tag = newTag("race");
      const session = await host.begin(tag, [bash(`echo ran-${tag}`)]);
      const ask = await approvalOf(human, `echo ran-${tag}`);
      const id = await host.openId("permission", session, tag);
      const inWindow = { reply: "reject", message: "Not this one." };
      await race(
        at,
        () => decide(human, ask, "allow-once"),
        () => host.call("POST", `/permission/${id}/reply`, inWindow),
      );
      const [told = ""] = await host.model.told(tag);
      const isHub = told.includes(`ran-${tag}`);
      if (!isHub) expect(told).toContain(inWindow.message);
      return checkRecord(human, ask, isHub ? "hub" : "window", "deny");
    }

    const winners: string[] = [];
    for (let turn = 0; turn < 5; turn++)
      winners.push(...(await Promise.all(Array.from({ length: 5 }, (_, at) => raceOne(at)))));
    checkWinners(winners);
  });

  test("a hub that is killed before, during and after a question is started again, and nothing is lost", async () => {
    const { host, human, hub } = await start();
    const kill = () => {
      for (const pid of hubProcesses(hub.directory)) process.kill(pid, "SIGKILL");
    };
    until(kill);
    const [during, after] = [newTag("during"), newTag("after")];
    kill();
    await host.begin(during, asking(choice(`Which ${during}?`)));
    const first = await askOf(human, `Which ${during}?`, "pending", 60_000);
    kill();
    const isBack = () => vi.waitFor(() => human.get(first.id), { timeout: 60_000 });
    await isBack();
    await answer(human, first, [{ question: `Which ${during}?`, selectedOptions: ["SQLite"] }]);
    expect((await host.model.told(during))[0]).toContain(`"Which ${during}?"="SQLite"`);
    await become(human, first.id, { delivery: { state: "taken" } });
    const session = await host.begin(after, asking(choice(`Which ${after}?`)));
    const second = await askOf(human, `Which ${after}?`);
    const [open] = await host.open("question", session);
    kill();
    await host.call("POST", `/question/${open?.id}/reply`, { answers: [["MongoDB"]] });
    expect((await host.model.told(after))[0]).toContain(`"Which ${after}?"="MongoDB"`);
    await isBack();
    await become(human, second.id, { status: "answered", outcome: { by: { act: "reported" } } });
  });

  test("a hub that takes connections and never replies delays nothing, and has what was decided once it replies again", async () => {
    const { host, human, hub } = await start();
    const signal = (name: "SIGSTOP" | "SIGCONT") => {
      for (const pid of hubProcesses(hub.directory)) process.kill(pid, name);
    };
    until(() => signal("SIGCONT"));
    const [asked, ran] = [newTag("paused"), newTag("paused")];
    signal("SIGSTOP");
    const first = await host.begin(asked, asking(choice(`Which ${asked}?`)));
    const [question] = await host.open("question", first);
    const second = await host.begin(ran, [bash(`echo ${ran}`)]);
    const [permission] = await host.open("permission", second);
    // The plugin asks after its delay.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await host.call("POST", `/question/${question?.id}/reply`, { answers: [["MongoDB"]] });
    await host.call("POST", `/permission/${permission?.id}/reply`, { reply: "once" });
    expect((await host.model.told(asked))[0]).toContain(`"Which ${asked}?"="MongoDB"`);
    expect((await host.model.told(ran))[0]).toContain(ran);
    signal("SIGCONT");
    await vi.waitFor(
      async () => {
        const { asks } = await human.list({ status: "all", order: "newest" });
        const ours = asks.filter((ask) => JSON.stringify([ask.questions, ask.approval]).includes("paused-"));
        expect(ours.map(({ status }) => status)).toEqual(["answered", "answered"]);
      },
      { timeout: 30_000 },
    );
    expect((await human.list({ status: "pending" })).asks).toEqual([]);
  });

  test("an answer after the program was killed is not taken, and the program is no longer connected", async () => {
    const { host, human, hub } = await start();
    const tag = newTag("killed");
    await host.begin(tag, asking(choice(`Which ${tag}?`)));
    const ask = await askOf(human, `Which ${tag}?`);
    expect(readSeen(hub.directory, name)).toMatchObject({ isConnected: true, version: expect.any(String) });
    host.kill();
    await become(human, ask.id, { status: "pending", waiting: { count: 0 } });
    await answer(human, ask, [{ question: `Which ${tag}?`, selectedOptions: ["SQLite"] }]);
    expect(await human.get(ask.id)).toMatchObject({ status: "answered", delivery: { state: "waiting" } });
    // A killed process is there until its parent has noticed.
    await vi.waitFor(() => expect(readSeen(hub.directory, name)).toMatchObject({ isConnected: false }));
  });
});

/** The hub of a state directory, started by a test or by the program. */
function hubProcesses(directory: string): number[] {
  const { pid } = readHubFile(directory) ?? {};
  return pid === undefined || !existsSync(`/proc/${pid}`) ? [] : [pid];
}
