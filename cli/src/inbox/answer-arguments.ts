import type { answer } from "../commands/answer.ts";
import { type Given, UsageError } from "../run-command.ts";
import type { AnswerFlag } from "./choose-answers.ts";

/** The arguments of `yourcall answer`: which ask, and one way of answering it. */
interface AnswerArguments {
  json: boolean;
  id: string | undefined;
  /** Whether all asks that are the same are answered. */
  same: boolean;
  form: AnswerForm;
}

export type AnswerForm =
  | { type: "none" }
  | { type: "flags"; flags: AnswerFlag[]; edited?: string; comment?: string }
  | { type: "file"; file: string; comment?: string }
  | { type: "editor" }
  | { type: "decline"; reason?: string }
  | { type: "ask-back"; asked: string };

/** The parser has no optional values, so a reason or a header to skip is the word after the flag. */
export function splitOptional(args: string[]): string[] {
  return args.flatMap((arg) => {
    const [, flag = "", value = ""] = /^(--decline|--skip)=(.*)$/s.exec(arg) ?? [];
    return flag === "" ? [arg] : [flag, value];
  });
}

type GivenAnswer = Given<(typeof answer)["options"]>;

export function toAnswerArguments({ values, tokens }: Pick<GivenAnswer, "values" | "tokens">): AnswerArguments {
  const { id, reason, flags } = readTokens(tokens);
  const { comment, from, edit: edited } = values;
  const ways: (false | [flag: string, form: AnswerForm])[] = [
    (flags[0] !== undefined || edited !== undefined) && [
      `--${flags[0]?.name ?? "edit"}`,
      { type: "flags", flags, edited, comment },
    ],
    from !== undefined && ["--from", { type: "file", file: from, comment }],
    values.editor === true && ["--editor", { type: "editor" }],
    values.decline === true && ["--decline", { type: "decline", reason }],
    values["ask-back"] !== undefined && ["--ask-back", { type: "ask-back", asked: values["ask-back"] }],
  ];
  const used = ways.filter((way) => way !== false);
  if (used.length > 1) throw new UsageError(`Use only one of ${used.map(([flag]) => flag).join(" and ")}.`);
  const form = used[0]?.[1] ?? { type: "none" };
  if (comment !== undefined && form.type === "editor")
    throw new UsageError("Write the comment in the sheet instead of --comment.");
  if (comment !== undefined && form.type === "ask-back")
    throw new UsageError("A question to the agent takes no comment. Write it in --ask-back TEXT.");
  if (comment !== undefined && form.type === "decline")
    throw new UsageError("A decline takes a reason instead of a comment: --decline REASON.");
  return { json: values.json === true, id, same: values.same === true, form };
}

const isAnswerFlag = (name: string): name is AnswerFlag["name"] =>
  ["select", "other", "note", "skip", "attach"].includes(name);

/**
 * The first bare word is the id; a later one belongs to the flag right before it: a label to --select, a header to --skip, a reason
 * to --decline.
 */
function readTokens(tokens: GivenAnswer["tokens"]) {
  const flags: AnswerFlag[] = [];
  let id: string | undefined;
  let reason: string | undefined;
  let before: string | undefined;
  for (const token of tokens) {
    if (token.kind === "option") {
      const { name, value = "" } = token;
      before = name;
      if (isAnswerFlag(name)) flags.push({ name, value });
    } else if (token.kind === "positional") {
      const { value } = token;
      if (id === undefined) id = value;
      else if (before === "select") flags.push({ name: "select", value, further: true });
      else if (before === "skip" && flags.at(-1)?.value === "") flags.splice(-1, 1, { name: "skip", value });
      else if (before === "decline" && reason === undefined) reason = value;
      else throw new UsageError(`Unexpected argument "${value}". Put texts with spaces in quotes.`);
    }
  }
  return { id, reason, flags };
}
