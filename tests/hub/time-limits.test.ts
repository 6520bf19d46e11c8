import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { keepStepping, step, steppingClock } from "../support/clocks.ts";
import { startCommand, startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { draftElsewhere } from "../support/inbox.ts";

const answers = [{ question: database.question, header: "Database", selectedOptions: ["SQLite"] }];

async function untilSomebodyWaits({ client }: TestHub, id: string): Promise<void> {
  const human = client("human");
  await expect.poll(async () => (await human.get(id)).waiting.count).toBe(1);
}

/** An ask from the command, once it is pending. */
async function startAsk(hub: TestHub, limit: string[], env: Record<string, string> = {}) {
  const command = hub.start(["ask", askFile(database), "--no-input", ...limit], { env });
  await command.says("waiting for an answer");
  const id = /`yourcall answer (ask_\w+)`/.exec(command.stderr())?.[1] ?? "";
  await untilSomebodyWaits(hub, id);
  return { command, id };
}

test("an ask that no hub accepts within its time limit fails, and exists nowhere", async () => {
  const env = { YOURCALL_URL: "http://127.0.0.1:1", YOURCALL_TOKEN: "x" };
  const args = ["ask", askFile(database), "--no-input", "--timeout", "1s"];
  for (const { code, stdout, stderr } of await Promise.all(
    [args, [...args, "--no-wait"]].map((each) => startCommand(each, { env }).ended),
  )) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("Trying again.");
    expect(stderr).toContain("No hub accepted the ask within 1 second, so nobody was asked.");
    expect(stderr).toContain("Start one with `yourcall serve`.");
  }
});

test.each([
  ["set by --timeout", ["--timeout", "1h"], {}],
  ["set in config.json", [], { timeout: "1h" }],
])("after a stop an ask with a limit %s is not reported as expired, but by the next hub", async (_, limit, config) => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "config.json"), JSON.stringify(config));
  const hub = await startHub({ directory });
  const hourPasses = steppingClock(61 * 60_000);
  const { command, id } = await startAsk(hub, limit, hourPasses);
  expect(await hub.run(["stop"])).toMatchObject({ code: 0 });
  await command.says("Trying again.");
  keepStepping(command.pid);
  const { code, stdout, stderr } = await command.ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(
    `The time is up and the hub does not respond. Nothing was answered here; \`yourcall wait ${id}\` will say how it ended.`,
  );
  const again = await hub.restart({ env: hourPasses });
  step(again.pid);
  const told = await again.run(["wait", id]);
  expect(told.code).toBe(4);
  expect(JSON.parse(told.stdout)).toMatchObject({ id, status: "expired" });
});

test("as long as the hub responds its deadline counts, even if a person has extended it", async () => {
  const hub = await startHub();
  const human = hub.client("human");
  const { command, id } = await startAsk(hub, ["--timeout", "3s"]);
  const { expiresAt = "" } = await human.get(id);
  const overdue = Date.parse(expiresAt) + 2000;
  await draftElsewhere(hub, id);
  // The hub counts waiting askers; this one still counts when its own time is up.
  await expect.poll(async () => Date.parse((await human.get(id)).waiting.lastSeenAt) > overdue).toBe(true);
  await human.answer(id, { answers });
  expect((await command.ended).code).toBe(0);
});

test("a paused hub delays neither an asker past its time limit nor other callers for long", async () => {
  const hub = await startHub();
  const { id, url } = await hub.ask([database]);
  const clock = steppingClock(1000);
  const run = (args: string[], env: Record<string, string> = {}) => {
    const command = hub.start(args, { env: { ...clock, ...env } });
    keepStepping(command.pid);
    return command.ended;
  };
  const waiting = hub.start(["wait", id, "--timeout", "8s"], { env: clock });
  const [asked] = await Promise.all([startAsk(hub, ["--timeout", "8s"], clock), untilSomebodyWaits(hub, id)]);
  process.kill(hub.pid, "SIGSTOP");
  for (const { pid } of [waiting, asked.command]) keepStepping(pid);

  const there = { YOURCALL_URL: hub.url, YOURCALL_TOKEN: hub.tokens.agent };
  const late = ["ask", askFile(database), "--no-input", "--timeout", "1s"];
  const silent = [
    run(["list"]),
    run(["answer", id, "--select", "SQLite"]),
    run(["wait", id, "--timeout", "1s"]),
    run(["wait", id.slice(-4), "--timeout", "1s"]),
    run(late, there),
  ];
  const refused = await hub.run(late);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("so nobody was asked. Run `yourcall doctor`.");

  const pending = await waiting.ended;
  expect(pending.code).toBe(6);
  expect(JSON.parse(pending.stdout)).toEqual({ id, status: "pending", url });
  expect(pending.stderr).toContain(
    "The time is up and the hub does not respond. The ask was pending when it last did.",
  );
  const overdue = await asked.command.ended;
  expect(overdue).toMatchObject({ code: 1, stdout: "" });
  expect(overdue.stderr).toContain(`\`yourcall wait ${asked.id}\` will say how it ended.`);

  for (const { code, stdout, stderr } of await Promise.all(silent)) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /The hub (did not respond within \d+ s\. It|does not answer; it) may be paused or stuck.*`yourcall doctor`/,
    );
  }
  expect((await silent.at(-1))?.stderr).toContain("If the ask reached the hub, `yourcall list` shows it");
});

test("a paused hub keeps `wait --timeout` hardly longer than its time", async () => {
  const hub = await startHub();
  const { id } = await hub.ask([database]);
  process.kill(hub.pid, "SIGSTOP");
  const there = { YOURCALL_URL: hub.url, YOURCALL_TOKEN: hub.tokens.agent };
  const since = Date.now();
  const ends = await Promise.all([
    hub.run(["wait", id, "--timeout", "1s"]),
    hub.run(["wait", id.slice(-4), "--timeout", "1s"]),
    hub.run(["wait", id, "--timeout", "1s"], { env: there }),
  ]);
  // Without a time limit a silent hub is given 15 seconds.
  expect(Date.now() - since).toBeLessThan(12_000);
  for (const end of ends)
    expect(end).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("may be paused or stuck") });
});
