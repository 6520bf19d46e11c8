import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../testing/temporary-directory.ts";
import type { TokenRecord } from "../store.ts";
import { backupStore, restoreStore } from "./backup.ts";
import { openSqliteStore } from "./open-store.ts";

const token = (id: string): TokenRecord => ({ id, hash: id, scope: "human", name: id, ask: null, createdAt: 0 });

test("a token that was revoked since the backup stays revoked, unless the store that knows it is gone", async () => {
  const directory = temporaryDirectory();
  const [file, backup] = [join(directory, "asks.db"), join(directory, "backup.db")];
  const store = await openSqliteStore(file);
  for (const id of ["tok_kept", "tok_stolen"]) await store.addToken(token(id));
  backupStore(file, backup);
  await store.removeToken("tok_stolen");
  await store.addToken(token("tok_newer"));
  await store.close();
  async function restored(): Promise<string[]> {
    restoreStore(backup, file);
    const opened = await openSqliteStore(file);
    const tokens = await opened.listTokens();
    await opened.close();
    return tokens.map(({ id }) => id);
  }
  expect(await restored()).toEqual(["tok_kept"]);
  rmSync(file);
  expect(await restored()).toEqual(["tok_kept", "tok_stolen"]);
});
