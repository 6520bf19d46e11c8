import { readFileSync } from "node:fs";
import type { HubClient } from "@yourcall/client";
import { expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { openTerminal } from "../support/terminal.ts";

const answers = [{ question: database.question, header: "Database", selectedOptions: ["SQLite"] }];
const question = { ...database, kind: "choice" as const };

function pause({ pid }: TestHub): () => void {
  process.kill(pid, "SIGSTOP");
  // If the test fails, its cleanup resumes the hub.
  return () => void process.kill(pid, "SIGCONT");
}

const openPrompt = (hub: TestHub) =>
  openTerminal(["ask", askFile(database)], { columns: 160, env: { YOURCALL_HOME: hub.directory } });

const onlyAsk = async (human: HubClient) => (await human.list()).asks[0]?.id ?? "";

test("clients wait for a paused hub and continue when it resumes; nothing is lost", async () => {
  const hub = await startHub();
  const human = hub.client("human");
  const agent = hub.client("agent");
  const before = agent.ask({ questions: [question], key: "before" });
  await expect.poll(() => onlyAsk(human)).not.toBe("");
  const id = await onlyAsk(human);
  const command = hub.start(["ask", askFile(database), "--no-input", "--key", "command"]);
  await command.says("waiting for an answer");

  const resume = pause(hub);
  const given = hub.client("human").answer(id, { answers });
  const during = agent.ask({ questions: [question], key: "during" });
  const started = hub.start(["ask", askFile(database), "--no-input", "--key", "started"]);

  // A second hub is refused and names the first, which does not count as gone.
  const second = await hub.run(["serve", "--port", "0"]);
  expect(second).toMatchObject({ code: 1, stdout: "" });
  expect(second.stderr).toContain(
    `a hub is already running for ${hub.directory}: ${hub.url}, pid ${hub.pid}, version `,
  );
  const status = await hub.run(["status"]);
  expect(status.code).toBe(1);
  expect(status.stdout).toContain(`A hub runs on ${hub.url}, pid ${hub.pid}`);
  expect(status.stdout).toContain("It does not answer; it may be paused or stuck.");
  const pressed = Date.now();
  expect(await hub.run(["completion", "--words", "--", "wait", ""])).toMatchObject({ code: 0, stdout: "" });
  // The reply to a request is awaited for 15 s.
  expect(Date.now() - pressed).toBeLessThan(10_000);

  resume();
  expect(await given).toMatchObject({ id, status: "answered" });
  expect(await before).toMatchObject({ status: "answered", answers });
  await started.says("waiting for an answer");
  await expect.poll(async () => (await human.list()).asks.length).toBe(3);
  for (const ask of (await human.list()).asks) await human.answer(ask.id, { answers });
  expect(await during).toMatchObject({ status: "answered" });
  expect((await command.ended).code).toBe(0);
  expect((await started.ended).code).toBe(0);
  expect((await human.list({ status: "all" })).asks).toHaveLength(4);
});

test("stop waits for a paused hub, and ends it when it resumes", async () => {
  const hub = await startHub();
  const resume = pause(hub);
  const stopping = hub.start(["stop"]);
  // It got no reply from the hub and has signalled it; the signal is still pending.
  await expect.poll(() => pendingSignals(hub.pid)).toContain("SIGTERM");
  resume();
  expect(await stopping.ended).toMatchObject({ code: 0 });
  expect(stopping.stderr()).toContain("The hub has stopped.");
});

test("Ctrl-C leaves a paused hub, and says that the ask may still be pending", async () => {
  const hub = await startHub();
  const human = hub.client("human");
  const prompt = openPrompt(hub);
  await prompt.ready();
  await expect.poll(() => onlyAsk(human)).not.toBe("");
  const id = await onlyAsk(human);
  prompt.press("o");
  prompt.type("DuckDB");
  await prompt.see("DuckDB");
  const command = hub.start(["ask", askFile(database), "--no-input"]);
  await command.says("waiting for an answer");
  const resume = pause(hub);
  const late = openPrompt(hub);
  await late.ready();

  prompt.press("ctrl+c");
  late.press("ctrl+c");
  command.kill("SIGINT");
  expect(await prompt.exited).toEqual({ code: 130, stdout: "" });
  expect(await late.exited).toEqual({ code: 130, stdout: "" });
  expect(await command.ended).toMatchObject({ code: 130, stdout: "" });

  const mayWait = "Interrupted. The hub does not answer, so the ask may still be pending: yourcall cancel ask_";
  expect(prompt.everything()).toContain(mayWait);
  expect(prompt.everything()).toContain('Not sent: Other "DuckDB"');
  expect(command.stderr()).toContain(mayWait);
  // It was still looking for a hub that answers, so nothing was sent.
  expect(late.everything()).toContain("Interrupted. The ask was withdrawn and nothing was answered.");
  // The hub reads the request when it resumes.
  resume();
  await expect.poll(async () => (await human.get(id)).status).toBe("cancelled");
});

test("an answer given on a terminal while the hub is paused arrives when it resumes", async () => {
  const hub = await startHub();
  const human = hub.client("human");
  const resume = pause(hub);
  const terminal = openPrompt(hub);
  await terminal.ready();
  terminal.press("3");
  await terminal.see("Sending");
  resume();
  const { code, stdout } = await terminal.exited;
  expect(code).toBe(0);
  const { id, ...outcome } = JSON.parse(stdout);
  expect(outcome).toMatchObject({ status: "answered", answers, by: { surface: "terminal", act: "submit" } });
  expect((await human.get(id)).outcome).toEqual(outcome);
});

function pendingSignals(pid: number): string[] {
  const shared = /^ShdPnd:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
  return (BigInt(`0x${shared}`) >> 14n) % 2n === 1n ? ["SIGTERM"] : [];
}
