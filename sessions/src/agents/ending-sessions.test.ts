import type { Asker } from "@yourcall/core";
import { expect, test } from "vitest";
import type { Agent, AgentSettings } from "./agent.ts";
import { endingSessions } from "./ending-sessions.ts";

test("an agent that is closed says that the sessions have ended in which it asked", async () => {
  const ended: string[] = [];
  const asker: Asker = {
    ask: async () => ({ status: "cancelled", at: "" }),
    endSession: async (session) => void ended.push(session),
  };
  let used: Asker | undefined;
  let isClosed = false;
  const open = endingSessions(async (settings) => {
    used = settings.asker;
    const close = async () => {
      isClosed = true;
    };
    return { name: "x", close } as unknown as Agent;
  });
  const agent = await open({ asker, cwd: "/", runs: "/", mode: () => "default" } satisfies AgentSettings);
  await used?.ask({ questions: [], agent: { name: "x", session: "run_1" } });
  await agent.close?.();
  expect([isClosed, ended]).toEqual([true, ["run_1"]]);
});
