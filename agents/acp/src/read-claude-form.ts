import { type Question, type QuestionAnswer, toAskLeniently } from "@yourcall/core";
import { noPreference, toFields, toList } from "@yourcall/core/internal";
import { type Fields, type PersonRequest, toNonBlank } from "./person-request.ts";

const previewKey = "_claude/askUserQuestionOption";

/**
 * Reads the form that claude-agent-acp makes of AskUserQuestion: `question_0`, `question_0_custom` for its Other, and so on.
 * Undefined for any other form.
 */
export function readClaudeForm(message: unknown, requestedSchema: unknown): PersonRequest | undefined {
  const properties = toFields(toFields(requestedSchema).properties);
  const names = Object.keys(properties).filter((name) => /^question_\d+$/.test(name));
  const isClaude = names.length > 0 && names.every((name) => toFields(properties[`${name}_custom`]).type === "string");
  if (!isClaude || Object.keys(properties).length !== names.length * 2) return undefined;
  const read = toAskLeniently({
    questions: names.map((name) => toQuestion(toFields(properties[name]), names.length === 1 ? message : undefined)),
  });
  if ("issues" in read) return undefined;
  const { ask } = read;
  return {
    cancelled: { action: "cancel" },
    async settle(put) {
      const outcome = await put(ask);
      if (outcome.status === "declined") return { action: "decline" };
      if (outcome.status !== "answered") return undefined;
      const { answers, comment } = outcome;
      const fields = names.flatMap((name, index) => {
        const [question, answer] = [ask.questions[index], answers[index]];
        if (question === undefined || answer === undefined) return [];
        return toValues(name, question, answer, index === names.length - 1 ? comment : undefined);
      });
      return { action: "accept", content: Object.fromEntries(fields) };
    },
    toReport(result) {
      const { action, content } = toFields(result);
      if (action === "decline") return { status: "declined" };
      const given = toFields(content);
      if (action !== "accept" || Object.keys(given).length === 0) return undefined;
      return {
        status: "answered",
        answers: ask.questions.map(({ question, multiSelect }, index) => {
          const name = names[index] ?? "";
          const picked = [given[name] ?? []].flat().map(String);
          const words = toNonBlank(given[`${name}_custom`]);
          if (picked.length === 0 && words === undefined) return { question, selectedOptions: [], skipped: true };
          const isNote = !multiSelect && picked.length > 0;
          return { question, selectedOptions: picked, [isNote ? "notes" : "customInput"]: words };
        }),
      };
    },
  };
}

function toQuestion(field: Fields, message: unknown): Fields {
  const many = field.type === "array";
  const { title, description } = field;
  const options = toList(many ? toFields(field.items).anyOf : field.oneOf).map((item) => {
    const { const: label, description: about, _meta } = toFields(item);
    return { label, description: about, preview: toFields(toFields(_meta)[previewKey]).preview };
  });
  return { question: message ?? description ?? title, header: title ?? "", multiSelect: many, options };
}

/** Claude takes the custom field as the answer, as one more choice, or, if an option of a single-select is chosen too, as its note. */
function toValues(
  name: string,
  { multiSelect }: Question,
  { selectedOptions, customInput, notes, skipped }: QuestionAnswer,
  comment: string | undefined,
): [string, unknown][] {
  const remarks = [notes, comment].flatMap((text) => toNonBlank(text) ?? []);
  if (skipped === true) return [[`${name}_custom`, [noPreference, ...remarks].join(" ")]];
  const words = [...(toNonBlank(customInput) === undefined ? [] : [customInput]), ...remarks].join("\n");
  const picked: [string, unknown][] =
    selectedOptions.length === 0 ? [] : [[name, multiSelect ? selectedOptions : selectedOptions[0]]];
  return words === "" ? picked : [...picked, [`${name}_custom`, words]];
}
