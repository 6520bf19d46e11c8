import { DatabaseSync } from "node:sqlite";

/** Keeps asks and their outcomes; `done` is called once they are as durable as this store makes them. */
export interface FloorStore {
  add(id: string, ask: string, done: () => void): void;
  /** `done` gets true if this was the first outcome. */
  end(id: string, outcome: string, done: (first: boolean) => void): void;
}

export type FloorKind = "full" | "group";

// "full": every write is a commit of its own. "group": the writes of one turn of the event loop share one.
export function createFloorStore(kind: FloorKind, file: string): FloorStore {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE asks (id TEXT PRIMARY KEY, ask TEXT NOT NULL, outcome TEXT) STRICT`);
  const insert = database.prepare("INSERT INTO asks (id, ask) VALUES (?, ?)");
  const update = database.prepare("UPDATE asks SET outcome = ? WHERE id = ? AND outcome IS NULL");
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  let queue: (() => () => void)[] = [];

  function write(act: () => () => void): void {
    if (kind === "full") act()();
    else if (queue.push(act) === 1) setImmediate(flush);
  }
  function flush(): void {
    const batch = queue;
    queue = [];
    begin.run();
    const done = batch.map((act) => act());
    commit.run();
    for (const tell of done) tell();
  }
  return {
    add: (id, ask, done) =>
      write(() => {
        insert.run(id, ask);
        return done;
      }),
    end: (id, outcome, done) =>
      write(() => {
        const first = update.run(outcome, id).changes === 1;
        return () => done(first);
      }),
  };
}
