import { expect, test } from "vitest";
import { askFile, database, features } from "../support/asks.ts";
import { type RunningCommand, startHub, type TestHub } from "../support/hub.ts";

const answer = ["--select", "MongoDB"];

/** `yourcall ask` as an agent runs it, once its ask is pending. */
async function startAsking(hub: TestHub, ...args: string[]): Promise<{ agent: RunningCommand; id: string }> {
  const agent = hub.start(["ask", askFile(database), "--no-input", ...args]);
  await agent.says("yourcall answer ask_");
  return { agent, id: /ask_\w+/.exec(agent.stderr())?.[0] ?? "" };
}

async function killAgent({ agent }: { agent: RunningCommand }): Promise<void> {
  agent.kill("SIGKILL");
  await agent.ended;
}

test("a killed agent that calls again with its key gets the answer given since", async () => {
  const hub = await startHub();
  const first = await startAsking(hub, "--key", "call-1");
  await killAgent(first);
  expect(await hub.run(["answer", first.id, ...answer])).toMatchObject({ code: 0 });

  const again = await hub.run(["ask", askFile(database), "--no-input", "--key", "call-1"]);
  // The answer is already there, so it does not report that it waits.
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(again.stdout)).toMatchObject({
    id: first.id,
    status: "answered",
    answers: [{ selectedOptions: ["MongoDB"] }],
  });
});

test("a killed agent that calls again with its key waits for the same ask", async () => {
  const hub = await startHub();
  const first = await startAsking(hub, "--key", "call-1", "--session", "s");
  await killAgent(first);
  const again = await startAsking(hub, "--key", "call-1", "--session", "s");
  expect(again.id).toBe(first.id);
  expect((await hub.client("human").list()).asks).toHaveLength(1);
  await hub.run(["answer", first.id, ...answer]);

  const { code, stdout } = await again.agent.ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ id: first.id, answers: [{ selectedOptions: ["MongoDB"] }] });
});

test("the key finds the ask and its answer even if the hub was killed too", async () => {
  const hub = await startHub();
  const first = await startAsking(hub, "--key", "call-1");
  await killAgent(first);
  await hub.run(["answer", first.id, ...answer]);
  await hub.stop("SIGKILL");
  const next = await hub.restart();
  const again = await next.run(["ask", askFile(database), "--no-input", "--key", "call-1"]);
  expect(JSON.parse(again.stdout)).toMatchObject({ id: first.id, status: "answered" });
});

test("a new call with the same text is a new ask, and never receives an old call's answer", async () => {
  const hub = await startHub();
  const first = await startAsking(hub);
  await killAgent(first);
  await hub.run(["answer", first.id, ...answer]);
  const second = await startAsking(hub);
  const third = await startAsking(hub, "--key", "call-3");
  expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  const { asks } = await hub.client("human").list();
  expect(asks.map(({ id }) => id)).toEqual([second.id, third.id]);
});

test("the same key in another session is another call", async () => {
  const hub = await startHub();
  const one = await startAsking(hub, "--key", "call-1", "--session", "one");
  const other = await startAsking(hub, "--key", "call-1", "--session", "other");
  expect(other.id).not.toBe(one.id);
});

test("the same key with other questions is refused, and the first ask stays pending", async () => {
  const hub = await startHub();
  const first = await startAsking(hub, "--key", "call-1");
  const refused = await hub.run(["ask", askFile(features), "--no-input", "--key", "call-1"]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(`The key "call-1" belongs to another ask (${first.id}).`);
  expect(await hub.client("human").get(first.id)).toMatchObject({ status: "pending" });
});

test("Ctrl-C and SIGTERM withdraw the ask; a lost terminal leaves it waiting", async () => {
  const hub = await startHub();
  const human = hub.client("human");
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const { agent, id } = await startAsking(hub);
    agent.kill(signal);
    expect(await agent.ended).toMatchObject({ code: 130, stdout: "" });
    expect(await human.get(id)).toMatchObject({ status: "cancelled" });
  }
  const { agent, id } = await startAsking(hub);
  agent.kill("SIGHUP");
  expect(await agent.ended).toMatchObject({ code: 130, stdout: "" });
  // The hub notices the lost connection a moment after the agent is gone.
  await expect.poll(() => human.get(id)).toMatchObject({ status: "pending", waiting: { count: 0 } });
});
