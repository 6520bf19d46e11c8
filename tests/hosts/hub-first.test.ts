import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HubClient, WireAsk } from "@yourcall/client";
import { describe, expect, test, vi } from "vitest";
import { step } from "../support/clocks.ts";
import { askOf } from "../support/find-ask.ts";
import { afterTests, readHubFile, startHub, type TestHub } from "../support/hub.ts";
import { readOf } from "../support/processes.ts";
import { type HubFirstWindow, openHubFirst, setUpHubFirst } from "./hub-first-place.ts";

let tags = 0;
const newTag = (what: string) => `${what}-${++tags}`;
const patience = { timeout: 60_000 };

const answer = (human: HubClient, ask: WireAsk, given: object) =>
  human.answer(ask.id, {
    answers: [{ question: ask.questions[0]?.question ?? "", selectedOptions: [], ...given }],
    surface: "web",
    act: "click",
  });
const choose = (human: HubClient, ask: WireAsk, ...selectedOptions: string[]) =>
  answer(human, ask, { selectedOptions });
const become = (human: HubClient, id: string, wanted: object) =>
  vi.waitFor(async () => expect(await human.get(id)).toMatchObject(wanted), patience);
/** The pending ask with this question, once its hook waits for the answer. */
const heldAsk = async (human: HubClient, question: string) => {
  const ask = await askOf(human, question, "pending", 60_000);
  await become(human, ask.id, { waiting: { count: 1 } });
  return ask;
};
/** The hook that asks. */
const hookOf = ({ key }: WireAsk) => Number(/^hook-(\d+)-/.exec(key ?? "")?.[1]);

describe.each(["gemini", "qwen"] as const)("%s", (name) => {
  const until = afterTests();
  type Place = Awaited<ReturnType<typeof setUpHubFirst>>;
  let running: Promise<{ hub: TestHub; place: Place; window: HubFirstWindow }> | undefined;

  async function start() {
    running ??= (async () => {
      const hub = await startHub({ until });
      const place = await setUpHubFirst(name, hub.directory, until);
      const window = await openHubFirst(place);
      until(() => window.end());
      return { hub, place, window };
    })();
    const { hub, place, window } = await running;
    return { ...place, hub, window, human: hub.client("human") };
  }

  test("the model is told what was answered or declined in the hub, with several choices and own words", async () => {
    const { human, model, project, window, question } = await start();
    const tag = newTag("hub");
    const [one, many, own, none] = ["One", "Many", "Own", "None"].map((word) => `${word} ${tag}?`) as string[];
    const texts = [one, many, own, none].map((text) => text ?? "");
    await window.begin(
      tag,
      texts.map((text, at) => question(text, at === 1)),
    );
    const asks: WireAsk[] = [];
    for (const [at, text] of texts.entries()) {
      const ask = await heldAsk(human, text);
      asks.push(ask);
      if (at === 0) await choose(human, ask, "MongoDB");
      if (at === 1) await choose(human, ask, "MongoDB", "SQLite");
      if (at === 2) await answer(human, ask, { customInput: "a text file", notes: "for now" });
      if (at === 3) await human.decline(ask.id, { surface: "web", act: "click", reason: "Ask me tomorrow." });
    }
    expect(asks[0]).toMatchObject({ agent: { name, cwd: project } });
    expect(asks[1]).toMatchObject({ questions: [{ multiSelect: true }] });
    const told = await model.told(tag);
    expect(told[0]).toContain("Selected: MongoDB");
    expect(told[1]).toMatch(/Selected: MongoDB\W+SQLite/);
    expect(told[2]).toContain("a text file");
    expect(told[2]).toContain("for now");
    expect(told[3]).toContain("The user declined to answer.");
    expect(told[3]).toContain("Ask me tomorrow.");
    for (const { id } of asks) await become(human, id, { delivery: { state: "taken" } });
  });

  test.runIf(name === "qwen")(
    "an approval, on request, is in the hub first: allowed it runs, denied it does not",
    async () => {
      const { human, model, project, window } = await start();
      const tag = newTag("approval");
      const shell = (command: string) => ({
        name: "run_shell_command",
        input: { command, description: "a command", is_background: false },
      });
      const approvalOf = (command: string) =>
        vi.waitFor(async () => {
          const { asks } = await human.list({ status: "pending" });
          const ask = asks.find(({ approval }) => JSON.stringify(approval?.input)?.includes(command));
          if (ask?.waiting.count !== 1) throw new Error(`No approval of ${command}.`);
          return ask;
        }, patience);
      await window.begin(tag, [shell(`touch ${tag}-a`), shell(`touch ${tag}-b`)]);
      const first = await approvalOf(`touch ${tag}-a`);
      expect(first).toMatchObject({ agent: { name, cwd: project }, approval: { tool: "Shell" } });
      await choose(human, first, "allow");
      const second = await approvalOf(`touch ${tag}-b`);
      await answer(human, second, { selectedOptions: ["deny"], notes: "use mktemp" });
      const told = await model.told(tag);
      expect(told[1]).toContain("use mktemp");
      expect([`${tag}-a`, `${tag}-b`].map((file) => existsSync(join(project, file)))).toEqual([true, false]);
      for (const { id } of [first, second]) await become(human, id, { delivery: { state: "taken" } });
    },
  );

  test("Esc while the hub waits ends the ask as interrupted", async () => {
    const { human, window, question, title } = await start();
    const tag = newTag("esc");
    await window.begin(tag, [question(`Which ${tag}?`)]);
    const ask = await heldAsk(human, `Which ${tag}?`);
    window.press("Escape");
    await become(human, ask.id, { status: "cancelled", outcome: { reason: `Interrupted in ${title}.` } });
  });

  test("a hub that is killed before, during and after a question is started again, and nothing is lost", async () => {
    const { human, hub, model, window, question } = await start();
    const kill = () => {
      const { pid } = readHubFile(hub.directory) ?? {};
      if (pid !== undefined) process.kill(pid, "SIGKILL");
    };
    const tag = newTag("killed");
    kill();
    await window.begin(tag, [question(`Which ${tag}?`)]);
    const ask = await heldAsk(human, `Which ${tag}?`);
    kill();
    await become(human, ask.id, { status: "pending", waiting: { count: 1 } });
    await choose(human, ask, "MongoDB");
    kill();
    expect((await model.told(tag))[0]).toContain("Selected: MongoDB");
    const after = newTag("after");
    await window.begin(after, [question(`Which ${after}?`)]);
    await choose(human, await heldAsk(human, `Which ${after}?`), "SQLite");
    await become(human, ask.id, { status: "answered", delivery: { state: "taken" } });
  });

  test("after five minutes the ask is withdrawn, and its own window asks", async () => {
    const { human, model, window, question, title } = await start();
    const tag = newTag("late");
    await window.begin(tag, [question(`Which ${tag}?`)]);
    const ask = await heldAsk(human, `Which ${tag}?`);
    expect(window.screen()).not.toContain(`Which ${tag}?`);
    step(hookOf(ask));
    await become(human, ask.id, { status: "cancelled", outcome: { reason: `Now in ${title}'s own window.` } });
    await window.see(`Which ${tag}?`);
    await window.see(/1\.\s+PostgreSQL/);
    window.press("Enter");
    expect((await model.told(tag))[0]).toContain("PostgreSQL");
  });

  test("if it is killed, the ask ends with those words", async () => {
    const { human, window, question, title } = await start();
    const tag = newTag("gone");
    await window.begin(tag, [question(`Which ${tag}?`)]);
    const ask = await heldAsk(human, `Which ${tag}?`);
    const parent = Number(/\) \S (\d+)/.exec(readOf(hookOf(ask), "stat"))?.[1]);
    process.kill(parent, "SIGKILL");
    await become(human, ask.id, { status: "cancelled", outcome: { reason: `Interrupted in ${title}.` } });
  });
});
