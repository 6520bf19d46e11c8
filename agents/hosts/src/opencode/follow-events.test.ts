import { machineClock, type Outcome } from "@yourcall/core";
import { expect, test } from "vitest";
import { type Follower, followEvents, type HostApi } from "./follow-events.ts";

type Delivery = { state: string; note?: string | undefined };
type Reports = Parameters<Parameters<typeof followEvents>[0]["hub"]["report"]>[1][];

/** A host whose session `s1` is busy, and a hub that decides as given or not at all. */
function start({ decision, ...own }: { decision?: Outcome } & Partial<HostApi> = {}) {
  const ended: string[] = [];
  const created: string[] = [];
  const deliveries: Delivery[] = [];
  const reports: Reports = [];
  const reasons: (string | undefined)[] = [];
  const api: HostApi = {
    get: async (url) =>
      url === "/session/status" ? { status: 200, data: { s1: { type: "busy" } } } : { status: 404, data: undefined },
    post: async () => ({ status: 200, data: undefined }),
    ...own,
  };
  const follower = followEvents({
    ...{ title: "OpenCode", name: "opencode", clock: machineClock, open: new Map(), api },
    hub: {
      async create({ agent }) {
        created.push(`${agent?.session}`);
        return { id: "ask_1", outcome: decision };
      },
      wait: (_, { signal } = {}) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal))),
      cancel: async (_, reason) => {
        reasons.push(reason);
        return {};
      },
      report: async (_, report) => void reports.push(report),
      delivery: async (_, { state, note }) => void deliveries.push({ state, note }),
      endSession: async (session) => void ended.push(session),
    },
  });
  return { ...follower, ended, created, deliveries, reports, reasons };
}

const ask = ({ onEvent }: Pick<Follower, "onEvent">, id: string, sessionID: string) =>
  onEvent({
    type: "permission.asked",
    properties: {
      ...{ id, sessionID, permission: "bash", metadata: { command: "ls" }, patterns: ["ls"], always: ["ls"] },
      tool: { messageID: "m1", callID: "c1" },
    },
  });

test("a deleted session, and a host that ends, take back what was allowed until then in the sessions that asked", async () => {
  const { onEvent, created, ended } = start();
  for (const [id, session] of [
    ["p1", "s1"],
    ["p2", "s2"],
    ["p3", "s3"],
  ] as const)
    ask({ onEvent }, id, session);
  await expect.poll(() => created.sort()).toEqual(["s1", "s2", "s3"]);
  onEvent({ type: "session.deleted", properties: { info: { id: "s1" } } });
  onEvent({ type: "session.deleted", properties: { info: { id: "never asked" } } });
  expect(ended).toEqual(["s1"]);
  onEvent({ type: "server.instance.disposed", properties: {} });
  expect(ended).toEqual(["s1", "s2", "s3"]);
});

const allowed: Outcome = {
  status: "answered",
  answers: [
    { question: "May OpenCode use bash?", header: "Tool", selectedOptions: ["allow-once"], notes: "Only this time." },
  ],
  by: { surface: "web", act: "click" },
  at: "2026-01-01T00:00:00.000Z",
};
const said = "The user allowed this call and says: Only this time.";
const replied = { type: "permission.replied", properties: { sessionID: "s1", requestID: "p1", reply: "once" } };

/** A call that was allowed with a note in the hub, up to its confirmation by the host. */
async function allow(post?: () => ReturnType<HostApi["post"]>) {
  const host = start({ decision: allowed, ...(post && { post }) });
  ask(host, "p1", "s1");
  await expect.poll(() => host.created).toHaveLength(1);
  host.onEvent(replied);
  return host;
}

test("a note with Allow is added to the result of the call, and is taken only then", async () => {
  const host = await allow();
  const [other, result] = [{ output: "theirs" }, { output: "ours" }];
  await host.onResult({ sessionID: "s1", callID: "c2" }, other);
  expect([other, host.deliveries]).toEqual([{ output: "theirs" }, []]);
  await host.onResult({ sessionID: "s1", callID: "c1" }, result);
  expect(result.output).toBe(`ours\n\n${said}`);
  await expect.poll(() => host.deliveries).toEqual([{ state: "taken", note: undefined }]);
  await host.onResult({ sessionID: "s1", callID: "c1" }, result);
  expect(result.output).toBe(`ours\n\n${said}`);
});

test("the result of an MCP server's tool gets it as one more text", async () => {
  const host = await allow();
  const result = { content: [{ type: "text", text: "ours" }] };
  await host.onResult({ sessionID: "s1", callID: "c1" }, result);
  expect(result.content).toEqual([
    { type: "text", text: "ours" },
    { type: "text", text: said },
  ]);
});

test("the record says that a note got lost with a call that failed or was interrupted", async () => {
  for (const event of [
    {
      type: "message.part.updated",
      properties: { part: { sessionID: "s1", callID: "c1", state: { status: "error", error: "No such file." } } },
    },
    { type: "session.idle", properties: { sessionID: "s1" } },
  ]) {
    const host = await allow();
    host.onEvent(event);
    await expect.poll(() => host.deliveries).toEqual([{ state: "taken", note: "the note was not passed on" }]);
  }
});

test("a note is not added if the host's window was first", async () => {
  const host = await allow(async () => ({ status: 404, data: undefined }));
  const result = { output: "ours" };
  await host.onResult({ sessionID: "s1", callID: "c1" }, result);
  expect(result.output).toBe("ours");
  await expect.poll(() => host.deliveries).toEqual([{ state: "refused", note: "OpenCode was answered first" }]);
});

test("a decision is taken if its call ends, and the turn with it, while we look whether the turn was interrupted", async () => {
  let state = "running";
  const host = start({
    decision: { ...allowed, answers: [{ question: "", header: "", selectedOptions: ["allow-once"] }] },
    async get(url) {
      if (url !== "/session/status")
        return { status: 200, data: { parts: [{ callID: "c1", state: { status: state } }] } };
      state = "completed";
      return { status: 200, data: {} };
    },
  });
  ask(host, "p1", "s1");
  await expect.poll(() => host.deliveries).toEqual([{ state: "taken", note: undefined }]);
});

test("a decision that the host did not take is refused with what happened", async () => {
  for (const [post, note] of [
    [async () => ({ status: 500, data: undefined }), "OpenCode replied with status 500"],
    [() => Promise.reject(new Error("no connection")), "OpenCode did not reply: no connection"],
  ] as const) {
    const host = await allow(post);
    await expect.poll(() => host.deliveries).toEqual([{ state: "refused", note }]);
  }
});

test("a request that a rule seems to cover is recorded as the host says: by the rule, or as decided in its window", async () => {
  const host = start();
  for (const id of ["p1", "p2", "p3", "p4"]) ask(host, id, "s1");
  await expect.poll(() => host.created).toHaveLength(4);
  const reply = (requestID: string, reply: string) =>
    host.onEvent({ type: "permission.replied", properties: { sessionID: "s1", requestID, reply } });
  reply("p1", "always");
  reply("p2", "always");
  reply("p3", "once");
  reply("p4", "reject");
  await expect.poll(() => host.reasons).toEqual(["Allowed by a rule in OpenCode."]);
  await expect
    .poll(() => host.reports.map(({ outcome }) => outcome.status === "answered" && outcome.answers[0]?.selectedOptions))
    .toEqual([["allow-always"], ["allow-once"], ["deny"]]);
});
