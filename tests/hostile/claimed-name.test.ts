import { createHubClient } from "@yourcall/client/node";
import { expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { startHub } from "../support/hub.ts";

test("a link's holder cannot answer in somebody else's name", async () => {
  const hub = await startHub();
  const ask = await hub.ask([database]);
  const human = hub.client("human");
  const link = await human.createToken({ scope: "link", name: "review for Bo", ask: ask.id });
  const waiting = hub.start(["wait", ask.id, "--json"]);
  const bo = createHubClient({ url: hub.url, token: link.token });
  await bo.answer(ask.id, {
    answers: [{ question: database.question, selectedOptions: ["SQLite"] }],
    ...{ surface: "terminal", user: "root", act: "submit", token: { id: "human", scope: "human" } },
  });
  bo.close();
  const by = { token: { id: link.id, scope: "link", name: "review for Bo" } };
  expect(JSON.parse((await waiting.ended).stdout)).toMatchObject({ status: "answered", by });
  for (const args of [["log"], ["log", "--markdown"], ["log", "--token", link.id]]) {
    const { code, stdout } = await hub.run(args);
    expect(code).toBe(0);
    expect(stdout).toContain('link "review for Bo"');
    expect(stdout).not.toContain("root");
  }
  expect((await hub.run(["log", "--token", "human"])).stdout).toBe("");
});
