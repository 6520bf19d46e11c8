import type { Ask } from "../schemas.ts";
import { packageManager } from "./sample-questions.ts";

/** The ask of the drawn sheet: a single-select, a multi-select with a comma in a label, a single-select. */
export const exampleAsk: Ask = {
  kind: "question",
  questions: [
    {
      question: "Which database should we use for this project?",
      header: "Database",
      kind: "choice",
      options: [
        { label: "PostgreSQL (Recommended)", description: "Robust relational DB, great for complex queries" },
        { label: "MongoDB", description: "Document DB, flexible schema" },
        { label: "SQLite", description: "Embedded DB, zero configuration" },
      ],
      multiSelect: false,
    },
    {
      question: "Which features should we enable?",
      header: "Features",
      kind: "choice",
      options: [
        { label: "TypeScript", description: "Type safety" },
        { label: "Search, full-text", description: "Needs an index" },
        { label: "Tailwind CSS", description: "Utility-first CSS" },
      ],
      multiSelect: true,
    },
    { ...packageManager, kind: "choice" },
  ],
};

/** The sheet of `exampleAsk` as it is drawn. */
export const exampleSheet = `<!-- yourcall ask_7Q2F · claude · ~/shop -->
<!-- Delete the options you do not want. What is left is your answer. -->
<!-- Own answer: write after Other. No preference: write skip. Not now: quit without saving. -->

## 1 Database · keep one
> Which database should we use for this project?

- PostgreSQL (Recommended) — Robust relational DB, great for complex queries
- MongoDB — Document DB, flexible schema
- SQLite — Embedded DB, zero configuration
- Other:

## 2 Features · keep any
> Which features should we enable?

- TypeScript — Type safety
- Search, full-text — Needs an index
- Tailwind CSS — Utility-first CSS
- Other:
- (keep all: delete this line)

## 3 Package Mgr · keep one
> Which package manager do you prefer?

- npm — Comes with Node.js
- pnpm (Recommended) — Fast, saves disk space
- Other:

## Comment

<!-- /yourcall -->
`;
