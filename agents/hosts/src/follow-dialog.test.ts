import { createHubClient } from "@yourcall/client";
import { createNodeTransport } from "@yourcall/client/node";
import { type Clock, machineClock, YourcallError } from "@yourcall/core";
import type { WireAsk } from "@yourcall/core/internal/wire";
import { expect, onTestFinished, test, vi } from "vitest";
import { choose, database } from "../../../hub/src/testing/sample-questions.ts";
import { startTestHub } from "../../../hub/src/testing/test-hub.ts";
import { type Decision, type DialogOptions, followDialog, type HostDialog, type OpenDialog } from "./follow-dialog.ts";

// Only for what hangs, on a busy machine.
const patience = { timeout: 30_000 };

/** A dialog of a host, and the hub in which it is too. */
async function openDialog(send: HostDialog["send"], { isWaiting = true } = {}) {
  const hub = await startTestHub();
  const connect = (token: string) => {
    const client = createHubClient({ transport: createNodeTransport({ url: hub.url, token }) });
    onTestFinished(() => client.close());
    return client;
  };
  const client = connect(hub.tokens.agent);
  const person = connect(hub.tokens.human);
  const deliveries: (string | undefined)[] = [];
  async function collect(): Promise<void> {
    for await (const event of person.events({ signal: finished.signal })) {
      if (event.type === "ask-ended") deliveries.push(event.ask.delivery?.state);
      if (event.type === "ask-delivered") deliveries.push(event.delivery.state);
    }
  }
  const finished = new AbortController();
  onTestFinished(() => finished.abort());
  void collect();
  const agent = { name: "Codex", session: "thread-1" };
  const request = { kind: "question" as const, questions: [database], agent, key: "call_1" };
  const dialog = { host: "Codex", surface: "codex", request, send };
  // As if the outcome were still on its way.
  const asker = isWaiting ? client : { ...client, wait: () => new Promise<null>(() => {}) };
  const opened = followDialog(dialog, { hub: asker, clock: machineClock });
  const list = async () => (await hub.human("GET", "/v1/asks?status=all")).body.asks as WireAsk[];
  return {
    opened,
    list,
    /** What the person was told of the delivery, from the decision on. */
    seeDeliveries: (...wanted: string[]) => vi.waitFor(() => expect(deliveries).toEqual(wanted), patience),
    async answer(label: string) {
      const [ask] = await vi.waitUntil(async () => {
        const asks = await list();
        return asks.length > 0 && asks;
      }, patience);
      await hub.human("POST", `/v1/asks/${ask?.id}/answer`, choose(label));
    },
    see: (wanted: unknown) => vi.waitFor(async () => expect(await list()).toMatchObject([wanted]), patience),
  };
}

test("a decision in the hub is given to the host, and is sent until the host confirms it", async () => {
  const given: Decision[] = [];
  const { answer, see, seeDeliveries } = await openDialog(async (decision) => {
    given.push(decision);
    return "taken";
  });
  await answer("SQLite");
  await see({ status: "answered", delivery: { state: "taken" } });
  expect(given).toMatchObject([{ status: "answered", answers: [{ selectedOptions: ["SQLite"] }] }]);
  await seeDeliveries("waiting", "taken");
});

test("a decision that the host never confirms stays sent", async () => {
  const sent = Promise.withResolvers<void>();
  const { answer, see, seeDeliveries } = await openDialog(() => {
    sent.resolve();
    return new Promise(() => {});
  });
  await answer("SQLite");
  await sent.promise;
  await see({ status: "answered", delivery: { state: "waiting" } });
  await seeDeliveries("waiting");
});

test("a decision that came after the host's is marked as refused, and was never taken", async () => {
  const { answer, see, seeDeliveries } = await openDialog(async () => "late");
  await answer("SQLite");
  await see({ status: "answered", delivery: { state: "refused", note: "Codex was answered first" } });
  await seeDeliveries("waiting", "refused");
});

test("a decision at the moment at which the dialog ends without one is refused, and was never taken", async () => {
  const { opened, answer, see, seeDeliveries } = await openDialog(() => new Promise(() => {}), { isWaiting: false });
  await answer("SQLite");
  await opened.end({ reason: "Interrupted in Codex." });
  await see({ status: "answered", delivery: { state: "refused", note: "interrupted in Codex" } });
  await seeDeliveries("waiting", "refused");
});

test("a decision that the host takes without what the person wrote with it says so", async () => {
  const { answer, see } = await openDialog(async () => "taken-without-note");
  await answer("SQLite");
  await see({ delivery: { state: "taken", note: "the note was not passed on" } });
});

test("a decision in the host's window ends the ask by report", async () => {
  const { opened, see } = await openDialog(async () => "taken");
  await see({ status: "pending" });
  const answers = [{ question: database.question, selectedOptions: ["SQLite"] }];
  await opened.end({ report: { status: "answered", answers } });
  await see({ status: "answered", outcome: { by: { surface: "codex", act: "reported" } } });
});

test("an end without a decision withdraws the ask with its reason", async () => {
  const { opened, see } = await openDialog(async () => "taken");
  await see({ status: "pending" });
  await opened.end({ reason: "Interrupted in Codex." });
  await see({ status: "cancelled", outcome: { reason: "Interrupted in Codex." } });
});

test("a decision that the host does not confirm is refused with what happened there", async () => {
  let opened: OpenDialog | undefined;
  const dialog = await openDialog(async () => {
    setTimeout(() => opened?.end({ reason: "Interrupted in Codex." }));
    return "sent";
  });
  opened = dialog.opened;
  await dialog.answer("SQLite");
  await dialog.see({ status: "answered", delivery: { state: "refused", note: "interrupted in Codex" } });
});

test("a decision that the host could not be given is refused with what happened", async () => {
  const failed = await openDialog(async () => ({ failed: "Codex replied with status 500" }));
  await failed.answer("SQLite");
  await failed.see({ status: "answered", delivery: { state: "refused", note: "Codex replied with status 500" } });
  const broken = await openDialog(() => Promise.reject(new Error("no connection")));
  await broken.answer("SQLite");
  await broken.see({ status: "answered", delivery: { state: "refused", note: "Codex did not reply: no connection" } });
});

test("a host whose process runs on reports what its window decided, however long the hub was stopped", async () => {
  const pauses: number[] = [];
  const after: Clock["after"] = (ms, act) => {
    pauses.push(ms);
    return machineClock.after(0, act);
  };
  const reports: unknown[] = [];
  const hub = {
    create: async () => ({ id: "ask_1" }),
    wait: (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    async report(_: string, { outcome }: { outcome: unknown }) {
      if (pauses.length < 100) throw new YourcallError("hub-unreachable", "The hub is stopped.");
      reports.push(outcome);
    },
  } as unknown as DialogOptions["hub"];
  const request = { kind: "question" as const, questions: [database], key: "call_1" };
  const dialog = { host: "OpenCode", surface: "opencode", request, send: async () => "taken" as const };
  const clock = { ...machineClock, after };
  const opened = followDialog(dialog, { hub, clock, keepsReporting: true });
  const report = { status: "answered" as const, answers: [] };
  await new Promise(setImmediate);
  await opened.end({ report });
  expect(reports).toEqual([report]);
  expect(pauses[0]).toBe(1000);
  expect(pauses.at(-1)).toBe(30_000);
});

test("what the host settles by itself at once is never asked", async () => {
  const timers: (() => void)[] = [];
  const after = (_ms: number, act: () => void) => {
    timers.push(act);
    return () => {};
  };
  const clock = { ...machineClock, after };
  let asked = 0;
  const hub = new Proxy({} as DialogOptions["hub"], {
    get: () => async () => {
      asked += 1;
      return { id: "ask_1" };
    },
  });
  const request = { kind: "question" as const, questions: [database], key: "call_1" };
  const dialog = { host: "Codex", surface: "codex", request, send: async () => "taken" as const };
  const opened = followDialog(dialog, { hub, clock, delayMs: 150 });
  await vi.waitUntil(() => timers.length > 0);
  await opened.end({ reason: "Allowed by a rule in Codex." });
  for (const act of timers) act();
  await new Promise(setImmediate);
  expect(asked).toBe(0);
});

test("an answer reaches the host although waiting for it failed before, as after a machine's sleep", async () => {
  const given: Decision[] = [];
  const tries = [Promise.reject(new YourcallError("hub-unreachable", "The connection broke.")), Promise.resolve(null)];
  const by = { surface: "web", act: "click", at: "2026-11-18T09:00:00.000Z" } as const;
  const answers = [{ question: database.question, header: "", selectedOptions: ["SQLite"] }];
  const hub = {
    create: async () => ({ id: "ask_1" }),
    wait: () => tries.shift() ?? Promise.resolve({ status: "answered", answers, by }),
    delivery: async () => undefined,
  } as unknown as DialogOptions["hub"];
  const request = { kind: "question" as const, questions: [database], key: "call_1" };
  const send = async (decision: Decision) => {
    given.push(decision);
    return "taken" as const;
  };
  const after: Clock["after"] = (_ms, act) => machineClock.after(0, act);
  followDialog({ host: "Codex", surface: "codex", request, send }, { hub, clock: { ...machineClock, after } });
  await vi.waitFor(() => expect(given).toMatchObject([{ answers: [{ selectedOptions: ["SQLite"] }] }]));
});
