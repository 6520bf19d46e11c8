import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createClaudePlace, testWithClaude } from "../support/claude.ts";
import { childrenOf, startDesk, type TestDesk } from "../support/desk.ts";
import { afterTests, startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { type MessagesApi, startMessagesApi } from "../support/messages-api.ts";
import { root } from "../support/terminal.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command, description: "x" } });

describe("faults under a desk", () => {
  const until = afterTests();
  let hub: TestHub;
  let desk: TestDesk;
  let api: MessagesApi;

  beforeAll(async () => {
    api = await startMessagesApi({
      busy: [[bash("touch busy; sleep 60")], ["Again."], ["Again."]],
      asks: [[bash("touch allowed")], ["Then."], ["Then."], ["Then."]],
    });
    const place = createClaudePlace(api.url);
    for (const act of [place.remove, () => api.stop()]) until(act);
    const directory = temporaryDirectory("hub", until);
    const agents = {
      // A process that it started keeps its output open, so that the exit is noticed before the connection ends.
      scripted: ["/bin/sh", "-c", `sleep 3 & exec ${process.execPath} ${join(root, "tests/agents/acp-scripted.mjs")}`],
      hostile: [process.execPath, join(root, "tests/desk/hostile-agent.mjs")],
      missing: ["no-such-program"],
      // It never answers, not even to `initialize`.
      deaf: ["/bin/sleep", "600"],
    };
    writeFileSync(join(directory, "config.json"), JSON.stringify({ agents }));
    hub = await startHub({ directory, until });
    desk = await startDesk(hub, { env: place.env, until });
  });

  test("an agent that dies, hangs, floods or sends nonsense fails alone, says so, and can be resumed", async () => {
    const started = await Promise.all(
      ["die", "hang", "flood", "malformed", "Hello"].map((act) => desk.start("hostile", act)),
    );
    const [die = "", hang = "", flood = "", malformed = "", well = ""] = started.map(({ id }) => id);
    const [missing, deaf] = [await desk.start("missing", "Hello"), await desk.start("deaf", "Hello")];

    await desk.until(well, { state: "idle", lastLine: "You said: Hello" });
    await desk.until(malformed, { state: "idle", lastLine: "Still here" });
    const failed = await desk.until(die, { state: "failed" });
    expect(failed.failure).toContain("The agent ended by SIGKILL.");
    expect(await desk.read(die)).toMatchObject([{}, { text: "About to go" }, { type: "note", tone: "failure" }]);
    expect((await desk.until(missing.id, { state: "failed" })).failure).toContain('no program "no-such-program"');

    await desk.until(flood, { state: "idle" });
    const words = (await desk.read(flood)).flatMap((entry) => (entry.type === "text" ? [entry.text] : []));
    expect(words.join("")).toBe(Array.from({ length: 20_000 }, (_, at) => `word ${at} of many, `).join(""));

    // Both ignore the request to stop, so they are killed.
    await desk.until(hang, { state: "working" });
    await Promise.all([desk.sessions.interrupt(hang), desk.sessions.stop(deaf.id)]);
    await desk.until(deaf.id, { state: "idle", lastLine: "Stopped." });
    await desk.until(hang, { state: "idle", lastLine: "Interrupted." });

    for (const id of [die, hang]) {
      await desk.sessions.send(id, "Hello again");
      await desk.until(id, { state: "idle", lastLine: "You said: Hello again" });
    }
  });

  testWithClaude(
    "a question stays if its agent is killed meanwhile: Claude continues with the answer, an ACP agent gets it as a message",
    async () => {
      const [{ id: claude }, { id: acp }] = await Promise.all([
        desk.start("claude", "[asks] Go."),
        desk.start("scripted", "permission"),
      ]);
      const [allowed, published] = [await asked(claude), await asked(acp)];
      for (const name of ["claude", "acp-scripted.mjs"])
        for (const pid of childrenOf(desk.process().pid, name)) process.kill(pid, "SIGKILL");
      for (const id of [claude, acp]) {
        await expect.poll(() => desk.read(id)).toContainEqual(expect.objectContaining({ tone: "failure" }));
        await desk.until(id, { state: "waiting" });
      }
      await desk.choose(allowed, "allow-once");
      await desk.choose(published, "ok");
      await desk.until(claude, { state: "idle", lastLine: "Then." });
      const heard = api.requests.filter(({ scenario }) => scenario === "asks").at(-1);
      expect(JSON.stringify(heard?.messages)).toContain("The user has allowed this call");

      await desk.until(acp, { state: "failed", failure: expect.stringContaining("Resume to send it") });
      await expect.poll(() => desk.human.get(published)).toMatchObject({ delivery: { state: "refused" } });
      await desk.sessions.resume(acp);
      await desk.until(acp, { state: "idle" });
      expect((await desk.read(acp)).at(-1)).toMatchObject({ text: expect.stringContaining("has allowed this call") });
    },
  );

  testWithClaude(
    "a Claude that hangs and ignores the interrupt is ended by force, and continues when it is resumed",
    async () => {
      const { id } = await desk.start("claude", "[busy] Go.");
      await desk.answer(id);
      await expect.poll(() => existsSync(join(desk.cwd, "busy"))).toBe(true);
      for (const pid of childrenOf(desk.process().pid, "claude")) process.kill(pid, "SIGSTOP");
      await desk.sessions.interrupt(id);
      await desk.until(id, { state: "idle", lastLine: "Interrupted." });
      await desk.sessions.send(id, "Go on");
      await desk.until(id, { state: "idle", lastLine: "Again." });
    },
  );

  async function asked(id: string): Promise<string> {
    const { asks } = await desk.until(id, { state: "waiting" });
    return asks[0] ?? "";
  }
});
