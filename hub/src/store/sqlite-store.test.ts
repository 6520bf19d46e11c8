import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { describeStoreConformance } from "./conformance.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import type { Store } from "./store.ts";

const directory = mkdtempSync(join(tmpdir(), "yourcall-store-"));
afterAll(() => rmSync(directory, { recursive: true }));
const files = new WeakMap<Store, string>();
let count = 0;

async function open(file: string, options: Parameters<typeof openSqliteStore>[1]): Promise<Store> {
  const store = await openSqliteStore(file, options);
  files.set(store, file);
  return store;
}

describeStoreConformance(
  "SQLite",
  (options) => {
    count += 1;
    return open(join(directory, `${count}.db`), options);
  },
  {
    async reopen(store) {
      await store.close();
      return open(files.get(store) ?? "", {});
    },
  },
);
