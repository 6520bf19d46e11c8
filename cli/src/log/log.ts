import type { WireAsk } from "@yourcall/client";
import {
  type Outcome,
  outcomeStatuses,
  toAgentText,
  toByText,
  toDecisionLine,
  toJsonLog,
  toMarkdownLog,
} from "@yourcall/core";
import { logHelp } from "../help-texts.ts";
import { withAsks } from "../hub/with-asks.ts";
import { queryAsks, queryOptions } from "../inbox/query-asks.ts";
import { type Column, outputWidth, toOutput, toTable } from "../inbox/table-text.ts";
import { print } from "../print.ts";
import { runCommand } from "../run-command.ts";
import { tell } from "../say.ts";
import { toLocalDate } from "../times.ts";
import { UsageError } from "../usage-error.ts";

const options = { ...queryOptions, token: { type: "string" }, markdown: { type: "boolean" } } as const;
const statuses = ["ended", ...outcomeStatuses] as const;

/** `yourcall log`: past decisions, newest first. */
export function run(args: string[]): Promise<number> {
  return runCommand(args, { options, help: logHelp }, async ({ values }) => {
    if (values.json === true && values.markdown === true)
      throw new UsageError("Use only one of --json and --markdown.");
    return withAsks(async (client) => {
      const asks = await queryAsks(client, values, statuses);
      if (values.json === true) await print(toJsonLog(asks));
      else if (values.markdown === true) await print(toMarkdownLog(asks), { partly: true });
      else {
        if (asks.length === 0) tell("Nothing found.");
        const rows = asks.flatMap((ask) =>
          ask.outcome === undefined ? [] : [toLogRow(ask, ask.outcome, process.env.HOME)],
        );
        await print(toOutput(toTable(rows, logColumns, outputWidth())), { partly: true });
      }
      return 0;
    });
  });
}

/** The columns of `toLogRow`. */
export const logColumns: Column[] = [{}, { max: 28, min: 0 }, { rest: true }, { max: 28, min: 0 }];

/** A decision in one line: when, who asked, what was decided, who decided it and where. */
export function toLogRow(ask: WireAsk, outcome: Outcome, home?: string): string[] {
  return [
    toLocalDate(outcome.at),
    toAgentText(ask, home),
    toDecisionLine(ask, outcome, Date.now()),
    outcome.status === "answered" || outcome.status === "declined" ? toByText(outcome.by) : "",
  ];
}
