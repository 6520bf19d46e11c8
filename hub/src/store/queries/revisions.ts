import type { Store } from "../store.ts";
import { toRecord } from "../stored-ask.ts";
import { askColumns } from "./ask-columns.ts";
import type { Queries } from "./query.ts";

// The condition is that of the index `endings_revisable`, word for word.
const revisable = `endings.revised = 0 AND (endings.outcome LIKE '%"asked":%' OR endings.outcome LIKE '%"review":%')`;
const setRevised = `UPDATE yourcall.endings SET revised = 1
  WHERE position = (SELECT position FROM yourcall.asks WHERE id = $1)`;

export function revisionQueries({ read, write, askTables }: Queries): Pick<Store, "listRevisable" | "markRevised"> {
  const selectRevisable = `SELECT ${askColumns} FROM ${askTables}
    WHERE endings.session = $1 AND endings.token = $2 AND ${revisable} ORDER BY endings.sequence DESC LIMIT $3`;
  return {
    async listRevisable({ token, session, limit }) {
      return (await read(selectRevisable, JSON.stringify(session), token, limit)).map(toRecord);
    },
    async markRevised(id) {
      await write(setRevised, id);
    },
  };
}
