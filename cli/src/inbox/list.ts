import type { WireAsk } from "@yourcall/client";
import { toAge, toHeadline, toMarks, toProjectText, toShowableJson, toTimeLeft } from "@yourcall/core/internal";
import { list } from "../commands/list.ts";
import { info, print } from "../print.ts";
import { runCommand } from "../run-command.ts";
import { toShortIds } from "./find-ask.ts";
import { queryAsks } from "./query-asks.ts";
import { type Column, outputWidth, toOutput, toTable } from "./table-text.ts";

/** `yourcall list`: pending asks, oldest first. */
export function run(args: string[]): Promise<number> {
  return runCommand(list, args, async ({ values }) => {
    const asks = await queryAsks(values, values.status ?? "pending");
    if (values.json === true) {
      await print(`${toShowableJson(asks)}\n`);
      return 0;
    }
    if (asks.length === 0) info(isPlain(values) ? "Nothing is waiting for you." : "Nothing found.");
    const short = toShortIds(asks.map(({ id }) => id));
    const rows = asks.map((ask) => toListRow(ask, short.get(ask.id) ?? ask.id, Date.now()));
    await print(toOutput(toTable(rows, listColumns, outputWidth())), { partly: true });
    return 0;
  });
}

function isPlain({ status = "pending", session, search }: { status?: string; session?: string; search?: string }) {
  return status === "pending" && session === undefined && search === undefined;
}

/** The columns of `toListRow`. */
export const listColumns: Column[] = [
  {},
  { max: 24, min: 0 },
  { max: 14, min: 8 },
  { rest: true },
  { right: true },
  // As wide as "59 min left…".
  { min: 12 },
];

/** An ask in one line: id, who asks for which project, header, question, age, deadline and marks. */
export function toListRow(ask: WireAsk, shortId: string, now: number): string[] {
  const more = ask.questions.length - 1;
  const { name, text } = toHeadline(ask);
  const isApproval = ask.kind === "approval";
  return [
    shortId,
    toProjectText(ask),
    isApproval ? "approval" : name,
    `${isApproval ? `${name}  ` : ""}${text}${more > 0 ? `  +${more}` : ""}`,
    toAge(now - Date.parse(ask.createdAt)),
    [...toDeadline(ask, now), ...toMarks(ask, now).filter((mark) => mark !== "approval")].join(", "),
  ];
}

/** `5 min left`, if the ask will expire. */
function toDeadline({ status, expiresAt }: WireAsk, now: number): string[] {
  return status !== "pending" || expiresAt === undefined ? [] : [`${toTimeLeft(Date.parse(expiresAt) - now)} left`];
}
