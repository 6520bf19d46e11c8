import { parseArgs } from "node:util";
import { outcomeStatuses, toShowableJson } from "@yourcall/core";
import { listHelp } from "../help-texts.ts";
import { connect } from "../hub/connect.ts";
import { print } from "../print.ts";
import { say } from "../say.ts";
import { withUsage } from "../with-usage.ts";
import { toShortIds } from "./ask-ids.ts";
import { listColumns, toListRow } from "./list-row.ts";
import { queryAsks, queryOptions } from "./query-asks.ts";
import { outputWidth, toOutput, toTable } from "./table-text.ts";

const statuses = ["pending", ...outcomeStatuses, "ended", "all"] as const;

/** `yourcall list`: what waits, oldest first. */
export function run(args: string[]): Promise<number> {
  return withUsage(async () => {
    const { values } = parseArgs({ args, options: queryOptions });
    if (values.help === true) {
      process.stdout.write(listHelp);
      return 0;
    }
    const client = await connect("human", { start: "again" });
    try {
      const asks = await queryAsks(client, values, statuses);
      if (values.json === true) {
        await print(`${toShowableJson(asks)}\n`);
        return 0;
      }
      if (asks.length === 0) say(isPlain(values) ? "Nothing waits for you." : "Nothing found.");
      const short = toShortIds(asks.map(({ id }) => id));
      const rows = asks.map((ask) => toListRow(ask, short.get(ask.id) ?? ask.id, Date.now(), process.env.HOME));
      await print(toOutput(toTable(rows, listColumns, outputWidth())), { partly: true });
      return 0;
    } finally {
      client.close();
    }
  });
}

function isPlain({ status = "pending", session, search }: { status?: string; session?: string; search?: string }) {
  return status === "pending" && session === undefined && search === undefined;
}
