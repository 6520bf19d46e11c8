import { machineClock } from "@yourcall/core";
import { expect, test } from "vitest";
import { followEvents } from "./follow-events.ts";

test("a deleted session, and a host that ends, take back what was allowed until then in the sessions that asked", async () => {
  const ended: string[] = [];
  const created: string[] = [];
  const follow = followEvents({
    ...{ title: "OpenCode", name: "opencode", clock: machineClock, open: new Map() },
    api: { get: async () => ({ status: 404, data: undefined }), post: async () => ({ status: 200, data: undefined }) },
    hub: {
      async create({ agent }) {
        created.push(`${agent?.session}`);
        return { id: "ask_1" };
      },
      wait: (_, { signal } = {}) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal))),
      cancel: async () => ({}),
      report: async () => {},
      delivery: async () => {},
      endSession: async (session) => void ended.push(session),
    },
  });
  const ask = (id: string, sessionID: string) =>
    follow({
      type: "permission.asked",
      properties: { id, sessionID, permission: "bash", metadata: { command: "ls" } },
    });
  for (const [id, session] of [
    ["p1", "s1"],
    ["p2", "s2"],
    ["p3", "s3"],
  ] as const)
    ask(id, session);
  await expect.poll(() => created.sort()).toEqual(["s1", "s2", "s3"]);
  follow({ type: "session.deleted", properties: { info: { id: "s1" } } });
  follow({ type: "session.deleted", properties: { info: { id: "never asked" } } });
  expect(ended).toEqual(["s1"]);
  follow({ type: "server.instance.disposed", properties: {} });
  expect(ended).toEqual(["s1", "s2", "s3"]);
});
