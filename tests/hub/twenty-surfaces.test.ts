import { AlreadyEndedError, type HubClient } from "@yourcall/client";
import type { Outcome } from "@yourcall/core";
import { expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { startHub } from "../support/hub.ts";

const last = "the last to ask";
const people = Array.from({ length: 20 }, (_, index) => `person ${index + 1}`);

test("of twenty surfaces that answer concurrently one wins, and all show the same outcome", async () => {
  const hub = await startHub();
  const agent = hub.start(["ask", askFile(database), "--no-input"]);
  await agent.says("waiting for an answer");
  const surfaces = people.map((user) => ({ user, client: hub.client("human") }));
  const id = (await hub.client("human").list()).asks[0]?.id ?? "";
  // Each has the ask on its screen and its connection open before any of them sends.
  const watching = surfaces.map(({ client }) => watch(client, id));
  await Promise.all(watching.map(({ open }) => open));

  const results = await Promise.allSettled(
    surfaces.map(({ user, client }) =>
      client.answer(id, {
        answers: [{ question: database.question, header: "Database", selectedOptions: [], customInput: user }],
        surface: "web",
        user,
      }),
    ),
  );

  const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.outcome] : []));
  const lost = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(won).toHaveLength(1);
  expect(lost).toHaveLength(19);
  const [outcome] = won as [Outcome];
  for (const error of lost) {
    expect(AlreadyEndedError.isInstance(error), String(error)).toBe(true);
    expect(error.outcome).toEqual(outcome);
  }
  // The last event on each stream.
  await hub.ask([database], { agent: { name: last } });
  for (const { endings } of watching) expect(await endings).toEqual([outcome]);
  expect((await hub.client("human").get(id)).outcome).toEqual(outcome);
  expect(JSON.parse((await agent.ended).stdout)).toEqual({ id, ...outcome });
});

test("of several concurrent answer commands one exits 0, and the others say who was first", async () => {
  const hub = await startHub();
  const { id } = await hub.ask([database]);
  const users = people.slice(0, 6);
  const results = await Promise.all(
    users.map((USER) => hub.run(["answer", id, "--other", `from ${USER}`], { env: { USER } })),
  );
  const winner = users[results.findIndex(({ code }) => code === 0)];
  expect(results.filter(({ code }) => code === 0)).toHaveLength(1);
  for (const { code, stderr } of results.filter((result) => result.code !== 0)) {
    expect(code).toBe(1);
    expect(stderr).toContain("Nothing was sent");
    expect(stderr).toContain(`✔ Database: "from ${winner}"\n`);
    expect(stderr).toMatch(new RegExp(`answered in terminal by ${winner} .*at \\d\\d:\\d\\d`));
  }
  expect(await hub.client("human").get(id)).toMatchObject({ outcome: { by: { user: winner } } });
});

/** `open`: the surface has the ask on its screen. `endings`: every end of the ask that its stream reports before the last ask. */
function watch(client: HubClient, id: string): { open: Promise<void>; endings: Promise<(Outcome | undefined)[]> } {
  const { promise: open, resolve: opened } = Promise.withResolvers<void>();
  const endings = (async () => {
    const seen: (Outcome | undefined)[] = [];
    for await (const event of client.events()) {
      if (event.type === "snapshot" && event.asks.some((ask) => ask.id === id)) opened();
      if (event.type === "ask-ended" && event.ask.id === id) seen.push(event.ask.outcome);
      if (event.type === "ask-created" && event.ask.agent.name === last) break;
    }
    return seen;
  })();
  return { open, endings };
}
