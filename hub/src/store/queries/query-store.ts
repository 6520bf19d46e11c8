import type { Store } from "../store.ts";
import { deviceQueries } from "./devices.ts";
import { grantQueries } from "./grants.ts";
import { noticeQueries } from "./notices.ts";
import { pictureQueries } from "./pictures.ts";
import type { Queries } from "./query.ts";
import { chainQueries } from "./record-chain.ts";
import { revisionQueries } from "./revisions.ts";
import { tokenQueries } from "./tokens.ts";

const setNote = `INSERT INTO yourcall.meta (name, value) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** The part of a store whose statements are the same for every database. */
export function createQueryStore(queries: Queries) {
  return {
    ...tokenQueries(queries),
    ...noticeQueries(queries),
    ...deviceQueries(queries),
    ...grantQueries(queries),
    ...pictureQueries(queries),
    ...revisionQueries(queries),
    ...chainQueries(queries),
    async remember(name, value) {
      await queries.write(setNote, `note:${name}`, value);
    },
    async recall(name) {
      const [row] = await queries.read("SELECT value FROM yourcall.meta WHERE name = $1", `note:${name}`);
      return row === undefined ? null : String(row.value);
    },
  } satisfies Partial<Store>;
}
