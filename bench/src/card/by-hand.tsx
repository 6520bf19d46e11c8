import { type FormEvent, useState } from "react";

interface Question {
  question: string;
  header: string;
  options: { label: string; description: string }[];
}

/** What an app writes in ten minutes: one question, radio buttons, a field for something else, a button. */
export function ByHand({ question, onSubmit }: { question: Question; onSubmit: (answer: string) => void }) {
  const [chosen, choose] = useState("");
  const [other, setOther] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(chosen === "other" ? other : chosen);
  };
  return (
    <form onSubmit={send}>
      <fieldset>
        <legend>{question.question}</legend>
        {question.options.map(({ label, description }) => (
          <label key={label}>
            <input type="radio" name="choice" checked={chosen === label} onChange={() => choose(label)} /> {label}{" "}
            <small>{description}</small>
          </label>
        ))}
        <label>
          <input type="radio" name="choice" checked={chosen === "other"} onChange={() => choose("other")} />
          <input value={other} onChange={(event) => setOther(event.target.value)} aria-label="Other" />
        </label>
      </fieldset>
      <button type="submit" disabled={chosen === ""}>
        Send
      </button>
    </form>
  );
}
