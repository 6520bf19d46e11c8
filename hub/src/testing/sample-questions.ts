import { type Question, toApprovalAsk } from "@yourcall/core";
import * as questions from "../../../core/src/testing/sample-questions.ts";

export const database: Question = { ...questions.database, kind: "choice" };
export const features: Question = { ...questions.features, kind: "choice" };

/** The body of an approval. */
export const removal = toApprovalAsk({ tool: "Bash", input: { command: "rm -r build" } });

/** Answers to `database` alone. */
export function choose(label: string, question = database) {
  return { answers: [{ question: question.question, selectedOptions: [label] }], surface: "web", act: "click" };
}
