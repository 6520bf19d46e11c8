import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { choose } from "./testing/sample-questions.ts";
import { startTestHub, type TestHub } from "./testing/test-hub.ts";

/** A hub with three decisions, all of them in the chain. */
async function decided(): Promise<{ hub: TestHub; ids: string[] }> {
  const hub = await startTestHub();
  const ids: string[] = [];
  for (const label of ["SQLite", "PostgreSQL (Recommended)", "SQLite"]) {
    const { id } = await hub.ask();
    await hub.human("POST", `/v1/asks/${id}/answer`, choose(label));
    ids.push(id);
  }
  expect((await hub.human("GET", "/v1/log/check")).body).toMatchObject({ records: 3, forgotten: 0 });
  return { hub, ids };
}

/** Changes the file as somebody could who has access to it. */
function tamper({ directory }: TestHub, sql: string, ...values: string[]): void {
  const database = new DatabaseSync(join(directory, "yourcall.db"));
  database.prepare(sql).run(...values);
  database.close();
}

const changes: [string, string, RegExp][] = [
  [
    "an answer was changed",
    "UPDATE endings SET outcome = replace(outcome, 'PostgreSQL (R', 'SQLite (R') WHERE position = (SELECT position FROM asks WHERE id = ?)",
    /changed after it had ended/,
  ],
  [
    "a question was changed",
    "UPDATE asks SET ask = replace(ask, 'database', 'server') WHERE id = ?",
    /changed after it had ended/,
  ],
  ["a record was removed", "DELETE FROM asks WHERE id = ?", /removed, and not by the hub/],
  ["an entry was removed", "DELETE FROM chain WHERE ask = ?", /does not continue the chain/],
  ["an entry was changed", "UPDATE chain SET digest = 'x' WHERE ask = ?", /does not continue the chain/],
];

test.each(changes)("the chain breaks if %s, and the check says where", async (what, sql, why) => {
  const { hub, ids } = await decided();
  tamper(hub, sql, ids[1] ?? "");
  const again = await hub.restart();
  const { body } = await again.human("GET", "/v1/log/check");
  const at = what === "an entry was removed" ? ids[2] : ids[1];
  expect(body).toMatchObject({ records: 1, fault: { ask: at, why: expect.stringMatching(why) } });
});

test("what was decided before a restart and after it is one chain", async () => {
  const { hub } = await decided();
  const { body: before } = await hub.human("GET", "/v1/log/check");
  const again = await hub.restart();
  expect((await again.human("GET", "/v1/log/check")).body).toEqual(before);
  const { id } = await again.ask();
  await again.human("POST", `/v1/asks/${id}/decline`, {});
  expect((await again.human("GET", "/v1/log/check")).body).toMatchObject({ records: 4 });
});
