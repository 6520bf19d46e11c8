import { checkAnswers } from "../answer.ts";
import { withHostOptions } from "../approval-options.ts";
import type { Ask, Question, QuestionAnswer } from "../schemas.ts";
import { readLabels } from "./label-list.ts";
import { fieldIndent, lineIndent, resultClosing, resultOpening, toHeading } from "./tool-result.ts";

/** Reads what `toToolResult` wrote for an answered ask. Undefined for any other text, also that of another outcome. */
export function fromToolResult(stored: Ask, text: string): { answers: QuestionAnswer[]; comment?: string } | undefined {
  const ask = withHostOptions(stored);
  const lines = text.trimEnd().split(/\r?\n/);
  if (lines.shift() !== resultOpening) return undefined;
  if (ask.kind !== "approval" && lines.pop() !== resultClosing) return undefined;
  const entries: Partial<QuestionAnswer>[] = [];
  let comment: string | undefined;
  while (lines.length > 0) {
    const line = lines.shift() ?? "";
    if (line === "") continue;
    const question = ask.questions[entries.length];
    if (line.startsWith("Comment: ") && comment === undefined) {
      comment = takeText(lines, line.slice("Comment: ".length), lineIndent);
    } else if (question !== undefined && line === toHeading(ask, entries.length)) {
      const fields = takeFields(lines, question);
      if (fields === undefined) return undefined;
      entries.push({ question: question.question, ...fields });
    } else {
      return undefined;
    }
  }
  const checked = checkAnswers(ask, entries, Number.POSITIVE_INFINITY);
  if ("issues" in checked) return undefined;
  return { answers: checked.answers, comment };
}

function takeFields(lines: string[], question: Question): Partial<QuestionAnswer> | undefined {
  const fields: Partial<QuestionAnswer> = {};
  for (;;) {
    const field = /^ {3}(Selected|Other|Answer|Note|Skipped): (.*)$/s.exec(lines[0] ?? "");
    if (field === null) return fields;
    lines.shift();
    const text = takeText(lines, field[2] ?? "", fieldIndent + lineIndent);
    switch (field[1]) {
      case "Selected": {
        const { labels, rest } = readLabels(question, text);
        if (rest !== "") return undefined;
        fields.selectedOptions = labels;
        break;
      }
      case "Note":
        fields.notes = text;
        break;
      case "Skipped":
        fields.skipped = true;
        break;
      default:
        fields.customInput = text;
    }
  }
}

// Blank lines belong to a text only if an indented line follows; otherwise they separate two blocks.
function takeText(lines: string[], first: string, indent: string): string {
  const text = [first];
  for (;;) {
    const next = lines.findIndex((line) => line !== "");
    const line = lines[next];
    if (line === undefined || !line.startsWith(indent)) return text.join("\n");
    text.push(...lines.splice(0, next), line.slice(indent.length));
    lines.shift();
  }
}
