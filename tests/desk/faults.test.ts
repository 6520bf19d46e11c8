import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { steppingClock, stepUntil } from "../support/clocks.ts";
import { childrenOf, startDesk, type TestDesk } from "../support/desk.ts";
import { afterTests, startHub, temporaryDirectory } from "../support/hub.ts";
import { root } from "../support/terminal.ts";

describe("faults under a desk", () => {
  const until = afterTests();
  let desk: TestDesk;

  beforeAll(async () => {
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
    desk = await startDesk(await startHub({ directory, until }), { env: steppingClock(1000), until });
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
    const ended = [
      desk.until(deaf.id, { state: "idle", lastLine: "Stopped." }),
      desk.until(hang, { state: "idle", lastLine: "Interrupted." }),
    ];
    await stepUntil(desk.process().pid, Promise.all(ended));

    for (const id of [die, hang]) {
      await desk.sessions.send(id, "Hello again");
      await desk.until(id, { state: "idle", lastLine: "You said: Hello again" });
    }
  });

  test("a question stays if its ACP agent is killed meanwhile, and the agent gets the answer as a message", async () => {
    const { id } = await desk.start("scripted", "permission");
    const { asks } = await desk.until(id, { state: "waiting" });
    const [published = ""] = asks;
    for (const pid of childrenOf(desk.process().pid, "acp-scripted.mjs")) process.kill(pid, "SIGKILL");
    await expect.poll(() => desk.read(id)).toContainEqual(expect.objectContaining({ tone: "failure" }));
    await desk.until(id, { state: "waiting" });
    await desk.choose(published, "ok");
    await desk.until(id, { state: "failed", failure: expect.stringContaining("Resume to send it") });
    await expect.poll(() => desk.human.get(published)).toMatchObject({ delivery: { state: "refused" } });
    await desk.sessions.resume(id);
    await desk.until(id, { state: "idle" });
    expect((await desk.read(id)).at(-1)).toMatchObject({ text: expect.stringContaining("has allowed this call") });
  });
});
