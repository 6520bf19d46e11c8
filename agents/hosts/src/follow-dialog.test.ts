import { createHubClient } from "@yourcall/client";
import { createNodeTransport } from "@yourcall/client/node";
import { type Clock, machineClock, YourcallError } from "@yourcall/core";
import type { WireAsk } from "@yourcall/core/internal/wire";
import { expect, onTestFinished, test, vi } from "vitest";
import { choose, database } from "../../../hub/src/testing/sample-questions.ts";
import { startTestHub } from "../../../hub/src/testing/test-hub.ts";
import { type Decision, type DialogOptions, followDialog, type HostDialog, type OpenDialog } from "./follow-dialog.ts";

/** A dialog of a host, and the hub in which it is too. */
async function openDialog(send: HostDialog["send"], delayMs?: number) {
  const hub = await startTestHub();
  const client = createHubClient({ transport: createNodeTransport({ url: hub.url, token: hub.tokens.agent }) });
  onTestFinished(() => client.close());
  const agent = { name: "Codex", session: "thread-1" };
  const request = { kind: "question" as const, questions: [database], agent, key: "call_1" };
  const dialog = { host: "Codex", surface: "codex", request, send };
  const opened = followDialog(dialog, { hub: client, clock: machineClock, delayMs });
  const list = async () => (await hub.human("GET", "/v1/asks?status=all")).body.asks as WireAsk[];
  return {
    opened,
    list,
    async answer(label: string) {
      const [ask] = await vi.waitUntil(async () => {
        const asks = await list();
        return asks.length > 0 && asks;
      });
      await hub.human("POST", `/v1/asks/${ask?.id}/answer`, choose(label));
    },
    see: (wanted: unknown) => vi.waitFor(async () => expect(await list()).toMatchObject([wanted])),
  };
}

test("a decision in the hub is given to the host, and is taken once the host confirms it", async () => {
  const given: Decision[] = [];
  const { answer, see } = await openDialog(async (decision) => {
    given.push(decision);
    return "taken";
  });
  await answer("SQLite");
  await see({ status: "answered", delivery: { state: "taken" } });
  expect(given).toMatchObject([{ status: "answered", answers: [{ selectedOptions: ["SQLite"] }] }]);
});

test("a decision is not taken before the host confirms it", async () => {
  const { answer, see } = await openDialog(() => new Promise(() => {}));
  await answer("SQLite");
  await see({ status: "answered", delivery: { state: "waiting" } });
});

test("a decision that came after the host's is marked as refused", async () => {
  const { answer, see } = await openDialog(async () => "late");
  await answer("SQLite");
  await see({ status: "answered", delivery: { state: "refused", note: "Codex was answered first" } });
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
