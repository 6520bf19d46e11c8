"use client";

import { QuestionCard } from "@yourcall/react";

const ask = {
  id: "ask_next",
  kind: "question",
  questions: [
    {
      question: "Where should we keep login sessions?",
      header: "Sessions",
      kind: "choice",
      options: [
        { label: "Redis", description: "Shared by all servers" },
        { label: "PostgreSQL", description: "Already there" },
      ],
      multiSelect: false,
    },
  ],
};

export function Card() {
  return <QuestionCard ask={ask} onSubmit={async () => {}} onDecline={async () => {}} />;
}
