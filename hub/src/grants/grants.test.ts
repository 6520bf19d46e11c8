import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Approval, toApprovalAsk } from "@yourcall/core";
import type { GrantBody } from "@yourcall/core/internal/wire";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestClock, type TestClock } from "../../../core/src/testing/test-clock.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";

const minute = 60_000;
const npmTest = { tool: "Bash", input: { command: "npm test" } };
const agent = { name: "claude", session: "s1", cwd: "/shop" };

async function start() {
  const clock = createTestClock();
  const hub = await startTestHub({ clock });
  return { clock, hub };
}

const request = (hub: TestHub, approval: Approval, who: object = agent) =>
  hub.ask({ ...toApprovalAsk(approval), agent: who });

/** Asks, and allows with a grant. */
async function allow(hub: TestHub, clock: TestClock, grant: Partial<GrantBody> = {}, approval: Approval = npmTest) {
  const ask = await request(hub, approval);
  const until = new Date(clock.now() + 15 * minute).toISOString();
  const given = { covers: { kind: "input" }, where: "directory", until, ...grant };
  const answers = [{ question: ask.questions[0]?.question, selectedOptions: ["allow-once"] }];
  const body = { answers, surface: "web", act: "click", grant: given };
  return { ask, reply: await hub.human("POST", `/v1/asks/${ask.id}/answer`, body) };
}

const grants = async (hub: TestHub) => (await hub.human("GET", "/v1/grants")).body.grants;

describe("a grant", () => {
  test("allows the same call at once, recorded as covered by the act that made it", async () => {
    const { hub, clock } = await start();
    const { ask, reply } = await allow(hub, clock);
    expect(reply.status).toBe(200);
    const covered = await request(hub, npmTest, { ...agent, session: "s2" });
    const [grant] = (await grants(hub)) ?? [];
    expect(covered).toMatchObject({ status: "answered" });
    const { outcome } = (await hub.human("GET", `/v1/asks/${covered.id}`)).body;
    expect(outcome).toMatchObject({
      answers: [{ selectedOptions: ["allow-once"] }],
      by: { act: "covered", surface: "web", grant: grant?.id, grantedWith: ask.id },
    });
    expect(grant).toMatchObject({ ask: ask.id, uses: 1, subject: "npm test", by: { act: "click" } });
    expect((await hub.human("GET", "/v1/asks")).body.asks).toEqual([]);
  });

  test.each<[string, Approval, object]>([
    ["one more byte of input", { tool: "Bash", input: { command: "npm test " } }, agent],
    ["another tool", { tool: "Shell", input: { command: "npm test" } }, agent],
    ["another field", { tool: "Bash", input: { command: "npm test", run_in_background: true } }, agent],
    ["another directory", npmTest, { ...agent, cwd: "/shop/x" }],
    ["no directory", npmTest, { name: "claude" }],
  ])("does not cover %s", async (_, approval, who) => {
    const { hub, clock } = await start();
    await allow(hub, clock);
    expect(await request(hub, approval, who)).toMatchObject({ status: "pending" });
  });

  test("covers neither a question nor a plan nor what is addressed to somebody", async () => {
    const { hub, clock } = await start();
    await allow(hub, clock, { where: "everywhere" });
    const plan = { tool: "ExitPlanMode", input: { plan: "# Plan" } };
    expect((await allow(hub, clock, {}, plan)).reply.status).toBe(403);
    expect(await hub.ask({ agent })).toMatchObject({ status: "pending" });
    expect(await hub.ask({ ...toApprovalAsk(npmTest), agent, to: ["ana"] })).toMatchObject({ status: "pending" });
  });

  test("of a prefix covers the same words with others after them, and no other command", async () => {
    const { hub, clock } = await start();
    await allow(hub, clock, { covers: { kind: "prefix", words: ["npm", "test"] } });
    const status = async (command: unknown) => (await request(hub, { tool: "Bash", input: { command } })).status;
    expect(await status("npm test -- --watch")).toBe("answered");
    expect(await status(["bash", "-lc", "npm test a"])).toBe("answered");
    for (const command of ["npm tests", "npm run test", "npm test; rm x", "npm test $(rm x)", "npm test\nrm x"])
      expect(await status(command), command).toBe("pending");
    expect(await status(["bash", "-lc", "npm test", "x"])).toBe("pending");
  });

  test("of a prefix that runs anything is not offered, and refused", async () => {
    const { hub, clock } = await start();
    for (const command of ["bash script.sh", "sudo rm x", "node -e 1", "git push"]) {
      const ask = await request(hub, { tool: "Bash", input: { command } });
      const { covers } = (await hub.human("GET", `/v1/asks/${ask.id}/grants`)).body;
      const first = command.split(" ").slice(0, 1);
      expect(covers, command).not.toContainEqual({ kind: "prefix", words: first });
      const { reply } = await allow(
        hub,
        clock,
        { covers: { kind: "prefix", words: first } },
        { tool: "Bash", input: { command } },
      );
      expect(reply.status, command).toBe(403);
    }
  });

  test.each(["timeout 5 npm test", "env A=1 ls", "sudo rm x", "xargs rm", "ssh host ls", "find . -name x", "nohup ls"])(
    "is not offered for the first words of `%s`, since a later word names what runs",
    async (command) => {
      const { hub } = await start();
      const ask = await request(hub, { tool: "Bash", input: { command } });
      const { covers } = (await hub.human("GET", `/v1/asks/${ask.id}/grants`)).body;
      expect(covers).toEqual([{ kind: "input" }]);
    },
  );

  test("of files covers what is below the directory, after following links", async () => {
    const root = mkdtempSync(join(tmpdir(), "yourcall-grant-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const shop = join(root, "shop");
    for (const name of ["shop/src", "other"]) mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, "other/a"), "");
    symlinkSync(join(root, "other"), join(shop, "out"));
    symlinkSync(join(root, "other/a"), join(shop, "link"));
    symlinkSync(join(root, "other/new"), join(shop, "dangling"));
    symlinkSync(join(shop, "src"), join(shop, "in"));
    const { hub, clock } = await start();
    const who = { ...agent, cwd: shop };
    const write = (file_path: string, more: object = {}) => ({
      tool: "Write",
      input: { file_path, content: "", ...more },
    });
    const ask = await request(hub, write("src/a.ts"), who);
    const answers = [{ question: ask.questions[0]?.question, selectedOptions: ["allow-once"] }];
    const until = new Date(clock.now() + minute).toISOString();
    const grant = { covers: { kind: "files", directory: shop }, where: "directory", until };
    expect((await hub.human("POST", `/v1/asks/${ask.id}/answer`, { answers, grant, act: "click" })).status).toBe(200);
    const status = async (path: string, more?: object) => (await request(hub, write(path, more), who)).status;
    for (const path of ["src/b.ts", join(shop, "c"), "in/d", "src/../e"])
      expect(await status(path), path).toBe("answered");
    for (const path of [
      "../other/a",
      "/etc/x",
      "out/a",
      "out/new",
      "link",
      "dangling",
      "src/../../other/a",
      "nowhere/x",
      "",
    ])
      expect(await status(path), path).toBe("pending");
    expect(await status("src/b.ts", { target: "/etc/x" })).toBe("pending");
  });

  test("ends at its time, when the clock goes back, and when the hub starts again", async () => {
    const { hub, clock } = await start();
    await allow(hub, clock);
    clock.advance(15 * minute);
    expect(await request(hub, npmTest)).toMatchObject({ status: "pending" });
    await allow(hub, clock);
    clock.advance(-minute);
    expect(await request(hub, npmTest)).toMatchObject({ status: "pending" });
    clock.advance(2 * minute);
    expect(await request(hub, npmTest)).toMatchObject({ status: "pending" });
    await allow(hub, clock);
    const again = await hub.restart();
    expect(await grants(again)).toEqual([]);
    expect(await request(again, npmTest)).toMatchObject({ status: "pending" });
  });

  test("for a session ends with it", async () => {
    const { hub, clock } = await start();
    await allow(hub, clock, { where: "session", until: undefined });
    expect(await request(hub, npmTest)).toMatchObject({ status: "answered" });
    expect(await request(hub, npmTest, { ...agent, session: "s2" })).toMatchObject({ status: "pending" });
    expect((await hub.agent("POST", "/v1/session-ended", { session: "s1" })).status).toBe(204);
    expect(await request(hub, npmTest)).toMatchObject({ status: "pending" });
  });

  test("cannot be made, widened or read by an agent, nor be longer than a day, nor come with a refusal", async () => {
    const { hub, clock } = await start();
    const { ask } = await allow(hub, clock);
    for (const path of ["/v1/grants", `/v1/asks/${ask.id}/grants`])
      expect((await hub.agent("GET", path)).status).toBe(403);
    expect((await hub.agent("DELETE", "/v1/grants")).status).toBe(403);
    const open = await request(hub, { tool: "Bash", input: { command: "ls" } });
    const answers = (label: string) => [{ question: open.questions[0]?.question, selectedOptions: [label] }];
    const at = (ms: number) => new Date(clock.now() + ms).toISOString();
    const grant = { covers: { kind: "input" }, where: "directory", until: at(minute) };
    const path = `/v1/asks/${open.id}/answer`;
    expect((await hub.agent("POST", path, { answers: answers("allow-once"), grant })).status).toBe(403);
    for (const until of [at(25 * 60 * minute), at(-1), undefined, "soon"])
      expect(
        (await hub.human("POST", path, { answers: answers("allow-once"), grant: { ...grant, until }, act: "click" }))
          .status,
      ).toBe(403);
    expect((await hub.human("POST", path, { answers: answers("allow-once"), grant })).status).toBe(403);
    for (const label of ["deny", "allow-always"])
      expect((await hub.human("POST", path, { answers: answers(label), grant, act: "click" })).status).toBe(422);
    expect((await hub.human("GET", `/v1/asks/${open.id}`)).body.status).toBe("pending");
    expect(await grants(hub)).toHaveLength(1);
  });

  test("that was taken back covers nothing, 100 times in a race", async () => {
    const { hub, clock } = await start();
    let covered = 0;
    for (let round = 0; round < 100; round++) {
      await allow(hub, clock);
      const [grant] = (await grants(hub)) ?? [];
      const racing = request(hub, npmTest);
      const revoked = hub.human("DELETE", `/v1/grants/${grant?.id}`);
      const after = revoked.then(() => request(hub, npmTest));
      const [race, late] = await Promise.all([racing, after]);
      expect(late.status, `round ${round}`).toBe("pending");
      if (race.status === "answered") covered += 1;
      for (const { id, status } of [race, late])
        if (status === "pending") await hub.agent("POST", `/v1/asks/${id}/cancel`);
    }
    // Both orders happened.
    expect(covered).toBeGreaterThan(0);
  });
});
