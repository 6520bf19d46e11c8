import type { AskInput } from "@yourcall/core";

export const database: AskInput = {
  questions: [
    {
      question: "Which database should we use?",
      header: "Database",
      options: [
        { label: "PostgreSQL (Recommended)", description: "Relational, many features" },
        { label: "SQLite", description: "One file, nothing to run" },
      ],
      multiSelect: false,
    },
  ],
};

export const features: AskInput = {
  questions: [
    {
      question: "Which features should it start with?",
      header: "Features",
      options: [
        { label: "Linting", description: "One set of rules" },
        { label: "Tests", description: "A runner and a first test" },
      ],
      multiSelect: true,
    },
  ],
};
