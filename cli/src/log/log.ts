import type { WireAsk } from "@yourcall/client";
import { type Outcome, toByText, toHeaderName } from "@yourcall/core";
import {
  toDay,
  toDecisionLine,
  toJsonLog,
  toMarkdownLog,
  toProjectText,
  toQuestionLine,
} from "@yourcall/core/internal";
import { unicodeGlyphs } from "@yourcall/terminal/internal";
import { log } from "../commands/log.ts";
import { toShortIds } from "../inbox/find-ask.ts";
import { queryAsks } from "../inbox/query-asks.ts";
import { type Cell, type Column, outputGlyphs, outputWidth, toOutput, toTable } from "../inbox/table-text.ts";
import { info, print } from "../print.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { currentUser } from "../who-acts.ts";

/** `yourcall log`: past decisions, newest first. */
export function run(args: string[]): Promise<number> {
  return runCommand(log, args, async ({ values, positionals }) => {
    if (values.verify === true || values.export === true) {
      const { checkLog, exportLog } = await import("./record-chain.ts");
      return values.verify === true ? checkLog(positionals) : exportLog(positionals);
    }
    if (positionals.length > 0) throw new UsageError("A file belongs to --verify: yourcall log --verify FILE.");
    if (values.json === true && values.markdown === true)
      throw new UsageError("Use only one of --json and --markdown.");
    const asks = await queryAsks(values, values.status ?? "ended");
    if (values.json === true) await print(toJsonLog(asks));
    else if (values.markdown === true) await print(toMarkdownLog(asks), { partly: true });
    else {
      if (asks.length === 0) info(isPlain(values) ? "No decisions yet." : "Nothing found.");
      const [now, me] = [Date.now(), currentUser().user];
      const { arrow } = outputGlyphs();
      const short = toShortIds(asks.map(({ id }) => id));
      const rows = asks.flatMap((ask) =>
        ask.outcome === undefined
          ? []
          : [toLogRow(ask, ask.outcome, { id: short.get(ask.id) ?? ask.id, now, me, arrow })],
      );
      await print(toOutput(toTable(rows, logColumns, outputWidth())), { partly: true });
    }
    return 0;
  });
}

function isPlain({ json, markdown, limit, ...filters }: Record<string, unknown>): boolean {
  return Object.keys(filters).length === 0;
}

/** The columns of `toLogRow`. Who decided is as much a part of it as the answer, so that column does not shrink. */
export const logColumns: Column[] = [{}, {}, { max: 24, min: 0 }, { rest: true }, { max: 28, right: true }];

/** A decision in one line: when, its id, who asked for which project, the question and the answer, who decided it and where. */
export function toLogRow(
  ask: WireAsk,
  outcome: Outcome,
  { id, now, me, arrow = unicodeGlyphs.arrow }: { id: string; now: number; me?: string; arrow?: string },
): Cell[] {
  const line = toDecisionLine(ask, outcome, now);
  const header = `${toHeaderName(ask, 0)}: `;
  const isOne = ask.kind !== "approval" && ask.questions.length === 1 && line.startsWith(header);
  const decided = isOne
    ? { start: toQuestionLine(ask.questions[0]?.question ?? ""), end: ` ${arrow} ${line.slice(header.length)}` }
    : { start: "", end: line };
  const by = outcome.status === "answered" || outcome.status === "declined" ? toByText(outcome.by) : "";
  return [toDay(outcome.at, now), id, toProjectText(ask), decided, toBrief(by, me)];
}

/** `web by ana` → `web · you`, if the reader is ana; `terminal by ana (a script)` → `terminal · you, script`. */
function toBrief(by: string, me: string | undefined): string {
  const [, where = by, script = "", batch = ""] = /^(.*?)( \(a script\))?( \(batch\))?$/.exec(by) ?? [];
  const brief = where.replace(/ by (.+)$/, (_, user) => ` · ${user === me ? "you" : user}`);
  return `${brief}${script === "" ? "" : ", script"}${batch === "" ? "" : ", batch"}`;
}
