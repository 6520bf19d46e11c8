import type { Outcome } from "@yourcall/core";
import { ask } from "../commands/ask.ts";
import { confirm } from "../commands/confirm.ts";
import { exitCodes, parseCommand, runCommand, UsageError } from "../run-command.ts";
import { askPerson } from "./ask.ts";
import { toAskArguments } from "./read-ask.ts";

const yes = "Yes";
/** Exit code 1 means that a person said no, so every failure is 2. */
const failure = exitCodes.usage;

/** `yourcall confirm TEXT`: yes or no. Only a person's yes exits with 0. */
export async function run(args: string[]): Promise<number> {
  let ended: Outcome | undefined;
  const code = await runCommand(
    confirm,
    args,
    async ({ values: { header = "Confirm", default: preset = "no", ...values }, positionals }) => {
      const [question, ...more] = positionals;
      if (question === undefined) throw new UsageError('Give a question: yourcall confirm "Deploy?"');
      if (more.length > 0)
        throw new UsageError(`Put the question in quotes: yourcall confirm "${positionals.join(" ")}"`);
      const flags = Object.entries(values).flatMap(([name, value]) =>
        value === true ? [`--${name}`] : [value].flat().map((each) => `--${name}=${each}`),
      );
      // The first one is the default.
      const labels = preset === "yes" ? [yes, "No"] : ["No", yes];
      const asked = [`--question=${question}`, `--header=${header}`, ...labels.map((label) => `--option=${label}`)];
      const format = values.json === true ? ("json" as const) : ("none" as const);
      const given = { ...toAskArguments(parseCommand(ask, [...asked, ...flags])), format };
      const result = await askPerson(given, failure, "confirm");
      if (typeof result === "number") return result;
      ended = result;
      return exitCodes[ended.status];
    },
  );
  if (ended?.status === "answered") return isYes(ended) ? 0 : 1;
  return code === exitCodes.failure ? failure : code;
}

function isYes({ answers }: Extract<Outcome, { status: "answered" }>): boolean {
  return answers.every(({ selectedOptions, skipped }) => selectedOptions.join() === yes && skipped !== true);
}
