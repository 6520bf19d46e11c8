import { type Approval, type QuestionAnswer, toAskLeniently } from "@yourcall/core";
import { noPreference, toFields } from "@yourcall/core/internal";
import { cancelled, type Fields, type PersonRequest } from "./person-request.ts";

/** Qwen Code puts its questions into a permission request. An allow without answers is not an answer. */
export function readQwenQuestions(call: Fields, options: NonNullable<Approval["options"]>): PersonRequest | undefined {
  const { qwenInteractionKind, qwenQuestions } = toFields(call._meta);
  if (qwenInteractionKind !== "user_question") return undefined;
  const read = toAskLeniently({ questions: qwenQuestions });
  const go = options.find(({ effect }) => effect === "allow-once");
  if ("issues" in read || go === undefined) return undefined;
  const { ask } = read;
  return {
    cancelled,
    async settle(put) {
      const outcome = await put(ask);
      if (outcome.status === "declined") return cancelled;
      if (outcome.status !== "answered") return undefined;
      const answers = Object.fromEntries(outcome.answers.map((answer, index) => [String(index), toAnswerText(answer)]));
      return { outcome: { outcome: "selected", optionId: go.id }, answers };
    },
    toReport(result) {
      const { outcome, answers } = toFields(result);
      const given = toFields(answers);
      if (toFields(outcome).outcome !== "selected" || Object.keys(given).length === 0) return undefined;
      return {
        status: "answered",
        answers: ask.questions.map(({ question, options }, index) => {
          const words = String(given[index] ?? "");
          if (words === "") return { question, selectedOptions: [], skipped: true };
          const labels = words.split(", ").filter((label) => options.some((option) => option.label === label));
          const isWhole = labels.join(", ") === words;
          return isWhole
            ? { question, selectedOptions: labels }
            : { question, selectedOptions: [], customInput: words };
        }),
      };
    },
  };
}

function toAnswerText({ selectedOptions, customInput, notes, skipped }: QuestionAnswer): string {
  if (skipped === true) return [noPreference, notes].filter(Boolean).join(" ");
  const words = [...selectedOptions, ...(customInput === undefined ? [] : [customInput])].join(", ");
  return notes === undefined ? words : `${words} (${notes})`;
}
