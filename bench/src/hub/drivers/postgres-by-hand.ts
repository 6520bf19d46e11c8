import postgres from "postgres";
import requests from "../../../fixtures/requests.json" with { type: "json" };
import { type Driver, drive } from "../drive.ts";

// Each commit is synced; the notification after it need not be. Both are sent together.
const insert = "INSERT INTO asks (id, ask) VALUES ($1, $2)";
const update = "UPDATE asks SET answer = $2 WHERE id = $1 AND answer IS NULL";
const notify = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)";

/** The minimum: two synced commits and two notifications, of agent and person in one process. Nothing is read back. */
async function start({ url }: { url: string }): Promise<Driver> {
  const connect = () => postgres(url, { max: 1, fetch_types: false, onnotice() {} });
  const [agent, person] = [connect(), connect()];
  const waiting = new Map<string, () => void>();
  await agent.unsafe("CREATE TABLE asks (id text PRIMARY KEY, ask text NOT NULL, answer text)");
  const write = (sql: postgres.Sql, text: string, values: string[], channel: string) =>
    Promise.all([
      sql.unsafe(text, values, { prepare: true }),
      sql.unsafe(notify, [channel, values[0] ?? ""], { prepare: true }),
    ]);
  await person.listen("asked", (id) => void write(person, update, [id, JSON.stringify(requests.answer)], "answered"));
  await agent.listen("answered", (id) => waiting.get(id)?.());
  let calls = 0;
  return {
    async roundTrip() {
      const id = `ask ${++calls}`;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(id, resolve);
      await write(agent, insert, [id, JSON.stringify(requests.ask)], "asked");
      await promise;
      waiting.delete(id);
    },
    async stop() {
      await Promise.all([agent.end({ timeout: 1 }), person.end({ timeout: 1 })]);
    },
  };
}

await drive(start);
