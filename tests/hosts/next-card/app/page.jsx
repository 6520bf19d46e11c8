import { QuestionCard } from "@yourcall/react";
import { Card } from "./card.jsx";

const question = {
  question: "Where should we keep `sessions`?",
  header: "Sessions",
  kind: "choice",
  options: [{ label: "Redis" }, { label: "PostgreSQL" }],
  multiSelect: false,
};

async function take() {
  "use server";
}

/** A server component: it uses the card itself, and one of the app's own client components around it. */
export default function Page() {
  const ask = {
    id: "ask_server",
    kind: "question",
    agent: { name: "builder" },
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    questions: [question],
  };
  return (
    <>
      <Card />
      <QuestionCard ask={ask} onSubmit={take} onDecline={take} />
    </>
  );
}
