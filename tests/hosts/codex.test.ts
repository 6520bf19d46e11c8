import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { readSeen } from "../../agents/hosts/src/host-seen.ts";
import { afterTests, temporaryDirectory } from "../support/hub.ts";
import { answer, askOf, command, delivered, question, watchCodex } from "./codex-hub.ts";
import { type CodexCall, createCodexPlace } from "./codex-place.ts";
import { createRaces, type Winner } from "./race.ts";

/** A new file with this line. */
function change(file: string, line: string): CodexCall {
  const cmd = `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${file}\n+${line}\n*** End Patch\nEOF\n`;
  return { name: "exec_command", input: { cmd } };
}

function note(text: string): CodexCall {
  return { name: "save_note", namespace: "mcp__notes", input: { text } };
}

const atEnd = afterTests();
const temporary = temporaryDirectory("gates", atEnd);
const gate = (name: string) => join(temporary, name);
/** Says that it has started, and runs until its gate is there. */
const runs = (name: string) =>
  command(`touch ${gate(`${name}-started`)}; until [ -e ${gate(name)} ]; do sleep 0.1; done`);

/** As the newest models make their calls: inside a script, which Codex gives an id of its own. */
function scripted(tool: string, input: unknown): CodexCall {
  return { name: "exec", input: `text(await tools.${tool}(${JSON.stringify(input)}));` };
}

const rounds = 25;

describe("a question of Codex", async () => {
  const calls: Record<string, CodexCall> = {
    one: question("Which one?"),
    there: question("Which there?"),
    words: question("Which words?"),
    refused: question("Which refused?"),
    esc: question("Which escaped?"),
    late: question("Which late?"),
    touch: command("touch allowed"),
    deny: command("touch denied"),
    shown: command("touch shown"),
    always: command("touch always"),
    again: command("touch always"),
    patch: change("b.txt", "new line"),
    tool: note("buy milk"),
    notool: note("buy wine"),
    esctouch: command("touch escaped"),
    server: runs("server"),
    over: runs("over"),
    killpatch: change("killed.txt", "line over a kill"),
    latepatch: change("late.txt", "line before the hub"),
    killtool: note("buy bread"),
    latetool: note("buy butter"),
    session: command("touch in-session"),
    reopened: command("touch reopened"),
    "in-script": scripted("exec_command", command("touch in-script").input),
    "not-in-script": scripted("exec_command", command("touch not-in-script").input),
    "patch-in-script": scripted("apply_patch", "*** Begin Patch\n*** Add File: s.txt\n+in a script\n*** End Patch\n"),
    "tool-in-script": scripted("mcp__notes__save_note", { text: "buy eggs" }),
    killed: question("Which at the end?"),
  };
  for (let round = 0; round < rounds; round++) {
    calls[`race-${round}`] = question(`Which in round ${round}?`);
    calls[`touch-${round}`] = command(`touch in-round-${round}`);
  }
  const place = await createCodexPlace(calls, atEnd);
  const hub = await watchCodex(place.home, atEnd);
  const screen = await place.openScreen();

  test("is in the hub while Codex's dialog is open, and its answer closes the dialog", async () => {
    const turn = await screen.say("Go [one]", "plan");
    await screen.request(/requestUserInput/);
    const ask = await askOf(hub, "Which one?");
    expect(ask.agent).toMatchObject({ name: "Codex", session: screen.thread, cwd: place.project });
    await answer(hub, ask, "SQLite", "on disk");
    await screen.ended(turn);
    expect(JSON.parse(place.told("one") ?? "")).toEqual({
      answers: { db: { answers: ["SQLite", "user_note: on disk"] } },
    });
    await delivered(hub, ask.id, "taken");
  });

  test("that is answered in Codex's dialog ends by report, with what was chosen and noted", async () => {
    const turn = await screen.say("Go [there]", "plan");
    const { id } = await screen.request(/requestUserInput/);
    await askOf(hub, "Which there?");
    screen.reply(id, { answers: { db: { answers: ["PostgreSQL", "user_note: version 18"] } } });
    await screen.ended(turn);
    expect((await askOf(hub, "Which there?", "answered")).outcome).toMatchObject({
      answers: [{ selectedOptions: ["PostgreSQL"], notes: "version 18" }],
      by: { surface: "codex", act: "reported" },
    });
  });

  test("takes own words, as Codex's own dialog does", async () => {
    const turn = await screen.say("Go [words]", "plan");
    const ask = await askOf(hub, "Which words?");
    const answers = [{ question: "Which words?", selectedOptions: [], customInput: "DuckDB" }];
    await hub.client("human").answer(ask.id, { answers, surface: "web", act: "click" });
    await screen.ended(turn);
    expect(JSON.parse(place.told("words") ?? "")).toEqual({ answers: { db: { answers: ["user_note: DuckDB"] } } });
    await delivered(hub, ask.id, "taken");
  });

  test("that is declined in the hub is told as refused", async () => {
    const turn = await screen.say("Go [refused]", "plan");
    const ask = await askOf(hub, "Which refused?");
    await hub.client("human").decline(ask.id, { reason: "Ask Ana.", surface: "web" });
    await screen.ended(turn);
    expect(place.told("refused")).toMatch(/user_note: The user declined to answer.*Ask Ana/s);
    await delivered(hub, ask.id, "taken");
  });

  test("that is interrupted in Codex ends without an answer", async () => {
    const turn = await screen.say("Go [esc]", "plan");
    await askOf(hub, "Which escaped?");
    await screen.interrupt(turn);
    expect((await askOf(hub, "Which escaped?", "cancelled")).outcome).toMatchObject({
      reason: "Interrupted in Codex.",
    });
  });

  test("survives the hub, and an answer given after its restart reaches Codex", async () => {
    const turn = await screen.say("Go [late]", "plan");
    await askOf(hub, "Which late?");
    await hub.stop("SIGKILL");
    const next = await hub.restart({ until: atEnd });
    const ask = await askOf(next, "Which late?");
    await answer(next, ask, "SQLite");
    await screen.ended(turn);
    expect(place.told("late")).toContain("SQLite");
    await delivered(next, ask.id, "taken");
    Object.assign(hub, next);
  });

  test("and an approval: allowed once in the hub, the command runs", async () => {
    const turn = await screen.say("Go [touch]");
    const ask = await askOf(hub, "touch allowed");
    expect(ask.approval).toMatchObject({ tool: "Shell", input: { command: "touch allowed", cwd: place.project } });
    await answer(hub, ask, "Allow once");
    await screen.ended(turn);
    expect(existsSync(join(place.project, "allowed"))).toBe(true);
    await delivered(hub, ask.id, "taken");
  });

  test("and an approval: denied in the hub, the command does not run and the note reaches the model", async () => {
    const turn = await screen.say("Go [deny]");
    const ask = await askOf(hub, "touch denied");
    await answer(hub, ask, "Deny", "use mktemp");
    await screen.ended(turn);
    expect(existsSync(join(place.project, "denied"))).toBe(false);
    expect(place.told("deny")).toContain("rejected by user");
    expect(place.said().join("\n")).toContain("use mktemp");
    await delivered(hub, ask.id, "taken");
  });

  test("and an approval: allowed always in the hub, Codex asks no more", async () => {
    const turn = await screen.say("Go [always]");
    const ask = await askOf(hub, "touch always");
    const always = ask.approval?.options?.find(({ effect }) => effect === "allow-always");
    await answer(hub, ask, always?.label ?? "no such choice");
    await screen.ended(turn);
    expect(existsSync(join(place.project, "always"))).toBe(true);
    await delivered(hub, ask.id, "taken");
    rmSync(join(place.project, "always"));
    await screen.ended(await screen.say("Go [again]"));
    expect(existsSync(join(place.project, "always"))).toBe(true);
    const { asks } = await hub.client("human").list({ status: "all", limit: 100 });
    expect(asks.filter((one) => JSON.stringify(one.approval?.input)?.includes("touch always"))).toHaveLength(1);
  });

  test("and an approval: allowed in Codex's dialog, the ask ends while the command runs, with no choice that Codex did not name", async () => {
    const turn = await screen.say("Go [server]");
    const { id } = await screen.request(/commandExecution.requestApproval/);
    await askOf(hub, gate("server-started"));
    screen.reply(id, { decision: "accept" });
    const ended = await askOf(hub, gate("server-started"), "cancelled");
    expect(ended.outcome).toMatchObject({ reason: "Allowed in Codex." });
    expect(place.told("server")).toBeUndefined();
    writeFileSync(gate("server"), "");
    await screen.ended(turn);
  });

  test("and an approval: denied in Codex's dialog, the ask ends by report", async () => {
    const turn = await screen.say("Go [shown]");
    const { id } = await screen.request(/commandExecution.requestApproval/);
    await askOf(hub, "touch shown");
    screen.reply(id, { decision: "decline" });
    await screen.ended(turn);
    expect((await askOf(hub, "touch shown", "answered")).outcome).toMatchObject({
      answers: [{ selectedOptions: ["decline"] }],
      by: { act: "reported" },
    });
  });

  test("and an approval: interrupted in Codex, it ends without a decision", async () => {
    const turn = await screen.say("Go [esctouch]");
    await askOf(hub, "touch escaped");
    await screen.interrupt(turn);
    expect((await askOf(hub, "touch escaped", "cancelled")).outcome).toMatchObject({ reason: "Interrupted in Codex." });
    expect(existsSync(join(place.project, "escaped"))).toBe(false);
  });

  test("and a change of files: the card shows it, and allowed in the hub it is made", async () => {
    const turn = await screen.say("Go [patch]");
    const ask = await askOf(hub, "new line");
    expect(ask.approval).toMatchObject({
      tool: "Edit",
      input: { content: [{ type: "diff", path: join(place.project, "b.txt"), oldText: null, newText: "new line\n" }] },
    });
    await answer(hub, ask, "Allow once");
    await screen.ended(turn);
    expect(existsSync(join(place.project, "b.txt"))).toBe(true);
    await delivered(hub, ask.id, "taken");
  });

  test("and a tool of an MCP server: allowed or denied in the hub", async () => {
    const turn = await screen.say("Go [tool]");
    const ask = await askOf(hub, "buy milk");
    expect(ask.approval).toMatchObject({ tool: "mcp__notes__save_note", input: { text: "buy milk" } });
    await answer(hub, ask, "Allow once");
    await screen.ended(turn);
    expect(place.told("tool")).toContain("The note is saved.");
    await delivered(hub, ask.id, "taken");
    const next = await screen.say("Go [notool]");
    const denied = await askOf(hub, "buy wine");
    await answer(hub, denied, "Deny");
    await screen.ended(next);
    expect(place.told("notool")).toContain("user rejected");
    await delivered(hub, denied.id, "taken");
  });

  const restart = async () => {
    await hub.stop("SIGKILL");
    Object.assign(hub, await hub.restart({ until: atEnd }));
  };

  test.each([
    ["a change of files", "killpatch", "line over a kill", /fileChange.requestApproval/],
    ["a tool of an MCP server", "killtool", "buy bread", /elicitation/],
  ])("and %s: its approval survives the hub, as the same ask", async (_name, call, words, method) => {
    const turn = await screen.say(`Go [${call}]`);
    await screen.request(method);
    const before = await askOf(hub, words);
    await restart();
    const ask = await askOf(hub, words);
    expect(ask).toMatchObject({ id: before.id, approval: before.approval });
    await answer(hub, ask, "Allow once");
    await screen.ended(turn);
    expect(place.told(call)).toMatch(/Success|The note is saved/);
    await delivered(hub, ask.id, "taken");
    const { asks } = await hub.client("human").list({ status: "all", limit: 100 });
    expect(asks.filter(({ approval }) => JSON.stringify(approval?.input)?.includes(words))).toHaveLength(1);
  });

  test.each([
    ["a change of files", "latepatch", "line before the hub", /fileChange.requestApproval/],
    ["a tool of an MCP server", "latetool", "buy butter", /elicitation/],
  ])("and %s that was asked about before the hub was there", async (_name, call, words, method) => {
    await hub.stop("SIGKILL");
    const turn = await screen.say(`Go [${call}]`);
    await screen.request(method);
    Object.assign(hub, await hub.restart({ until: atEnd }));
    const ask = await askOf(hub, words);
    expect(ask.approval?.tool).toMatch(/^(Edit|mcp__notes__save_note)$/);
    await answer(hub, ask, "Allow once");
    await screen.ended(turn);
    expect(place.told(call)).toMatch(/Success|The note is saved/);
    await delivered(hub, ask.id, "taken");
  });

  test("and an approval: a command that the hub allowed is taken over a kill, while it still runs", async () => {
    const turn = await screen.say("Go [over]");
    const ask = await askOf(hub, gate("over-started"));
    await answer(hub, ask, "Allow once");
    await vi.waitUntil(() => existsSync(gate("over-started")), { timeout: 30_000, interval: 5 });
    await restart();
    await delivered(hub, ask.id, "taken");
    expect(place.told("over")).toBeUndefined();
    writeFileSync(gate("over"), "");
    await screen.ended(turn);
  });

  test("and approvals of calls inside a script of the newest models, also over a kill of the hub", async () => {
    const newest = await place.openScreen("gpt-6-sol");
    const turn = await newest.say("Go [in-script]");
    const allowed = await askOf(hub, "touch in-script");
    await answer(hub, allowed, "Allow once");
    await newest.ended(turn);
    expect(existsSync(join(place.project, "in-script"))).toBe(true);
    await delivered(hub, allowed.id, "taken");
    const second = await newest.say("Go [not-in-script]");
    const denied = await askOf(hub, "touch not-in-script");
    await answer(hub, denied, "Deny");
    await newest.ended(second);
    expect(place.told("not-in-script")).toContain("rejected by user");
    await delivered(hub, denied.id, "taken");
    for (const [call, words] of [
      ["patch-in-script", "in a script"],
      ["tool-in-script", "buy eggs"],
    ] as const) {
      const next = await newest.say(`Go [${call}]`);
      const before = await askOf(hub, words);
      await restart();
      const ask = await askOf(hub, words);
      expect(ask).toMatchObject({ id: before.id, approval: before.approval });
      await answer(hub, ask, "Allow once");
      await newest.ended(next);
      expect(place.told(call)).toContain("Script completed");
      await delivered(hub, ask.id, "taken");
    }
    newest.close();
  });

  async function race(run: (round: number, decide: ReturnType<typeof createRaces>["run"]) => Promise<Winner>) {
    const winners: Winner[] = [];
    const races = createRaces(10);
    for (let round = 0; round < rounds; round++) {
      const winner = await run(round, races.run);
      winners.push(winner);
      races.won(winner);
    }
    expect(new Set(winners)).toEqual(new Set(["hub", "window"]));
  }

  /** Resolves once it is recorded: ours as taken, or theirs, with ours as refused if there was one. */
  function isRecorded(id: string, isOurs: boolean, theirs: object): Promise<void> {
    const look = async () => {
      const found = await hub.client("human").get(id);
      const isLate = found.outcome?.status === "answered" && found.outcome.by.act !== "reported";
      const wanted = isLate ? { delivery: { state: isOurs ? "taken" : "refused" } } : theirs;
      expect(isLate || !isOurs).toBe(true);
      expect(found).toMatchObject(wanted);
    };
    return vi.waitFor(look, { timeout: 5000, interval: 50 });
  }

  test(`answered in both places at once is recorded as Codex told its model, ${rounds} times`, async () => {
    await race(async (round, decide) => {
      const turn = await screen.say(`Go [race-${round}]`, "plan");
      const { id } = await screen.request(/requestUserInput/);
      const ask = await askOf(hub, `Which in round ${round}?`);
      const inHub = () => answer(hub, ask, "SQLite").catch(() => {});
      await decide(inHub, () => screen.reply(id, { answers: { db: { answers: ["PostgreSQL"] } } }));
      await screen.ended(turn);
      const isOurs = place.told(`race-${round}`)?.includes("SQLite") === true;
      await isRecorded(ask.id, isOurs, {
        outcome: { by: { act: "reported" }, answers: [{ selectedOptions: ["PostgreSQL"] }] },
      });
      return isOurs ? "hub" : "window";
    });
  }, 180_000);

  test(`and an approval: decided in both places at once, it is recorded as Codex did, ${rounds} times`, async () => {
    await race(async (round, decide) => {
      const turn = await screen.say(`Go [touch-${round}]`);
      const { id } = await screen.request(/commandExecution.requestApproval/);
      const ask = await askOf(hub, `touch in-round-${round}`);
      const inHub = () => answer(hub, ask, "Deny").catch(() => {});
      await decide(inHub, () => screen.reply(id, { decision: "accept" }));
      await screen.ended(turn);
      const isOurs = !existsSync(join(place.project, `in-round-${round}`));
      expect(place.told(`touch-${round}`)?.includes("rejected by user")).toBe(isOurs);
      await isRecorded(ask.id, isOurs, { status: "cancelled", outcome: { reason: "Allowed in Codex." } });
      return isOurs ? "hub" : "window";
    });
  }, 180_000);

  test("and an approval: what was allowed until the end of the session ends when its conversation is archived", async () => {
    const other = await place.openScreen();
    const turn = await other.say("Go [session]");
    const { id, questions } = await askOf(hub, "touch in-session");
    const answers = [{ question: questions[0]?.question ?? "", selectedOptions: ["accept"] }];
    const grant = { covers: { kind: "input" }, where: "session" } as const;
    const person = hub.client("human");
    await person.answer(id, { answers, surface: "web", act: "click", grant });
    await other.ended(turn);
    expect(await person.listGrants()).toMatchObject([{ where: { kind: "session", session: other.thread } }]);
    await other.archive();
    await vi.waitFor(async () => expect(await person.listGrants()).toEqual([]), { timeout: 15_000 });
    // What is opened again is followed again.
    await other.unarchive();
    const next = await other.say("Go [reopened]");
    await answer(hub, await askOf(hub, "touch reopened"), "Allow once");
    await other.ended(next);
    expect(existsSync(join(place.project, "reopened"))).toBe(true);
  });

  test("is withdrawn if Codex is killed, which is then no longer connected", async () => {
    await screen.say("Go [killed]", "plan");
    await askOf(hub, "Which at the end?");
    expect(readSeen(hub.directory, "codex")).toMatchObject({ isConnected: true });
    await place.kill();
    expect((await askOf(hub, "Which at the end?", "cancelled")).outcome).toMatchObject({ reason: "Codex has ended." });
    expect(readSeen(hub.directory, "codex")).toMatchObject({ isConnected: false });
  }, 60_000);
});
