import { type CardAsk, QuestionCard } from "@yourcall/react";
import "@yourcall/react/style.css";
import { createRoot } from "react-dom/client";

const ask: CardAsk = {
  id: "ask_example",
  kind: "question",
  agent: { name: "builder", title: "new service" },
  context: "I can move sessions out of memory now.",
  questions: [
    {
      question: "Where should we keep login sessions?",
      header: "Sessions",
      kind: "choice",
      options: [
        { label: "Redis (Recommended)", description: "Shared by all servers, one more service to run" },
        { label: "PostgreSQL", description: "Already there, a little slower" },
        { label: "Signed cookie", description: "Nothing to run, cannot be revoked early" },
      ],
      multiSelect: false,
    },
  ],
};

async function post(path: string, body: unknown): Promise<void> {
  const response = await fetch(path, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The server said ${response.status}.`);
}

createRoot(document.body.appendChild(document.createElement("main"))).render(
  <QuestionCard
    ask={ask}
    onSubmit={(reply) => post("/answer", reply)}
    onDecline={(decline) => post("/decline", decline)}
  />,
);
