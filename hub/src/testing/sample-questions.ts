import { type Question, toApprovalAsk } from "@yourcall/core";

export const database: Question = {
  question: "Which database should we use for this project?",
  header: "Database",
  kind: "choice",
  options: [
    { label: "PostgreSQL (Recommended)", description: "Runs beside what we have" },
    { label: "SQLite", description: "One file, no server" },
  ],
  multiSelect: false,
};

export const features: Question = {
  question: "Which features should we enable?",
  header: "Features",
  kind: "choice",
  options: [{ label: "Search" }, { label: "Export" }],
  multiSelect: true,
};

/** The body of an approval. */
export const removal = toApprovalAsk({ tool: "Bash", input: { command: "rm -r build" } });

/** Answers to `database` alone. */
export function choose(label: string, question = database) {
  return { answers: [{ question: question.question, selectedOptions: [label] }], surface: "web", act: "click" };
}
