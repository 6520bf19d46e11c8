import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect } from "vitest";
import { createClaudePlace, testWithClaude } from "../../support/claude.ts";
import { childrenOf, startDesk, type TestDesk } from "../../support/desk.ts";
import { afterTests, startHub } from "../../support/hub.ts";
import { type MessagesApi, startMessagesApi } from "../../support/messages-api.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command, description: "x" } });

describe("faults of Claude under a desk", () => {
  const until = afterTests();
  let desk: TestDesk;
  let api: MessagesApi;

  beforeAll(async () => {
    api = await startMessagesApi({
      busy: [[bash("touch busy; sleep 60")], ["Again."], ["Again."]],
      asks: [[bash("touch allowed")], ["Then."], ["Then."], ["Then."]],
    });
    const place = createClaudePlace(api.url);
    for (const act of [place.remove, () => api.stop()]) until(act);
    desk = await startDesk(await startHub({ until }), { env: place.env, until });
  });

  testWithClaude("a question stays if Claude is killed meanwhile, and Claude continues with the answer", async () => {
    const { id } = await desk.start("claude", "[asks] Go.");
    const { asks } = await desk.until(id, { state: "waiting" });
    for (const pid of childrenOf(desk.process().pid, "claude")) process.kill(pid, "SIGKILL");
    await expect.poll(() => desk.read(id)).toContainEqual(expect.objectContaining({ tone: "failure" }));
    await desk.until(id, { state: "waiting" });
    await desk.choose(asks[0] ?? "", "allow-once");
    await desk.until(id, { state: "idle", lastLine: "Then." });
    const heard = api.requests.filter(({ scenario }) => scenario === "asks").at(-1);
    expect(JSON.stringify(heard?.messages)).toContain("The user has allowed this call");
  });

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
});
