import { parseArgs } from "node:util";
import { outcomeStatuses, toJsonLog, toMarkdownLog } from "@yourcall/core";
import { logHelp } from "../help-texts.ts";
import { connect } from "../hub/connect.ts";
import { queryAsks, queryOptions } from "../inbox/query-asks.ts";
import { outputWidth, toOutput, toTable } from "../inbox/table-text.ts";
import { print } from "../print.ts";
import { say } from "../say.ts";
import { UsageError } from "../usage-error.ts";
import { withUsage } from "../with-usage.ts";
import { logColumns, toLogRow } from "./log-row.ts";

const statuses = ["ended", ...outcomeStatuses] as const;

/** `yourcall log`: what was decided, newest first. */
export function run(args: string[]): Promise<number> {
  return withUsage(async () => {
    const { values } = parseArgs({ args, options: { ...queryOptions, markdown: { type: "boolean" } } });
    if (values.help === true) {
      process.stdout.write(logHelp);
      return 0;
    }
    if (values.json === true && values.markdown === true)
      throw new UsageError("One form at a time: --json or --markdown.");
    const client = await connect("human", { start: "again" });
    try {
      const asks = await queryAsks(client, values, statuses);
      if (values.json === true) await print(toJsonLog(asks));
      else if (values.markdown === true) await print(toMarkdownLog(asks), { partly: true });
      else {
        if (asks.length === 0) say("Nothing found.");
        const rows = asks.flatMap((ask) =>
          ask.outcome === undefined ? [] : [toLogRow(ask, ask.outcome, process.env.HOME)],
        );
        await print(toOutput(toTable(rows, logColumns, outputWidth())), { partly: true });
      }
      return 0;
    } finally {
      client.close();
    }
  });
}
