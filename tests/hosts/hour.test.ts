import type { HubClient, WireAsk } from "@yourcall/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { database } from "../support/asks.ts";
import { askOf } from "../support/find-ask.ts";
import { startHub } from "../support/hub.ts";
import { openCopilot, setUpCopilot } from "./copilot-window.ts";
import { startOpencode } from "./opencode-server.ts";

// There is no way to shift the clock of these programs, so this runs only on request: YOURCALL_WAIT_MINUTES=60.
const waitMs = Number(process.env.YOURCALL_WAIT_MINUTES ?? 0) * 60_000;
// Only for what hangs: large programs on a busy machine.
const slowMs = 300_000;
const bash = (command: string) => ({ name: "bash", input: { command, description: "a command" } });

const approvalOf = (human: HubClient, command: string) =>
  vi.waitFor(
    async () => {
      const { asks } = await human.list({ status: "pending" });
      const ask = asks.find(({ approval }) => JSON.stringify(approval?.input)?.includes(command));
      if (ask === undefined) throw new Error(`No approval of ${command}.`);
      return ask;
    },
    { timeout: slowMs },
  );

/** Decides after the wait, and checks that the host took it. */
async function decideLate(human: HubClient, ask: WireAsk, label: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  expect(await human.get(ask.id)).toMatchObject({ status: "pending", waiting: { count: 1 } });
  const answers = [{ question: ask.questions[0]?.question ?? "", selectedOptions: [label] }];
  await human.answer(ask.id, { answers, surface: "web", act: "click" });
  await vi.waitFor(async () => expect(await human.get(ask.id)).toMatchObject({ delivery: { state: "taken" } }), {
    timeout: 60_000,
  });
}

async function waitWithOpencode(name: "opencode" | "kilo"): Promise<void> {
  const hub = await startHub();
  const human = hub.client("human");
  const host = await startOpencode(name, hub.directory, onTestFinished);
  const question = { ...database, question: `Which ${name}?`, multiSelect: undefined };
  await host.begin("question", [{ name: "question", input: { questions: [question] } }]);
  await host.begin("approval", [bash(`echo ${name}`)]);
  const asked = await askOf(human, `Which ${name}?`, "pending", slowMs);
  const approval = await approvalOf(human, `echo ${name}`);
  await Promise.all([decideLate(human, asked, "MongoDB"), decideLate(human, approval, "allow-once")]);
  expect((await host.model.told("question"))[0]).toContain(`"Which ${name}?"="MongoDB"`);
  expect((await host.model.told("approval"))[0]).toContain(name);
}

async function waitWithCopilot(): Promise<void> {
  const hub = await startHub();
  const human = hub.client("human");
  const place = await setUpCopilot(hub.directory, onTestFinished);
  const properties = { db: { type: "string", enum: ["SQLite", "MongoDB"] } };
  const form = { name: "ask_user", input: { message: "Which copilot?", requestedSchema: { properties } } };
  const windows = [await openCopilot(place), await openCopilot(place)];
  onTestFinished(() => {
    for (const window of windows) window.end();
  });
  await windows[0]?.begin("question", [form]);
  await windows[1]?.begin("approval", [bash("touch late")]);
  const asked = await askOf(human, "Which copilot?", "pending", slowMs);
  const approval = await approvalOf(human, "touch late");
  await Promise.all([decideLate(human, asked, "MongoDB"), decideLate(human, approval, "approve-once")]);
  expect(await place.model.told("question")).toEqual(["User responded: MongoDB"]);
  expect((await place.model.told("approval"))[0]).toContain("exit code 0");
}

test.runIf(waitMs > 0)(
  "OpenCode, Kilo and Copilot wait for as long as a person does",
  async () => {
    await Promise.all([waitWithOpencode("opencode"), waitWithOpencode("kilo"), waitWithCopilot()]);
  },
  waitMs + 600_000,
);
