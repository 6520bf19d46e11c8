// A small agent with its own screen, made with Ink. When it needs a decision, it shows <QuestionPrompt>.
import { QuestionPrompt } from "@yourcall/terminal/ink";
import { Box, render, Text, useApp, useInput } from "ink";
import { createElement as h, useState } from "react";

/** What a model would have passed to its question tool. */
const questions = [
  {
    question: "Which database should we use for this project?",
    header: "Database",
    options: [
      { label: "PostgreSQL (Recommended)", description: "Robust relational DB, great for complex queries" },
      { label: "MongoDB", description: "Document DB, flexible schema for rapid development" },
      { label: "SQLite", description: "Embedded DB, zero configuration, good for small apps" },
    ],
    multiSelect: false,
  },
];

function Agent() {
  const { exit } = useApp();
  const [said, setSaid] = useState(/** @type {string[]} */ ([]));
  const [typed, setTyped] = useState("");
  const [asks, setAsks] = useState(0);
  const asking = asks % 2 === 1;
  const say = (/** @type {string[]} */ ...lines) => setSaid((before) => [...before, ...lines]);

  // The app's own keys are paused while the question is shown.
  useInput(
    (input, key) => {
      if (key.return && typed === "exit") exit();
      else if (key.return) {
        say(`you › ${typed}`, "agent › Before I start, one question.");
        setTyped("");
        setAsks(asks + 1);
      } else if (key.backspace || key.delete) setTyped(typed.slice(0, -1));
      else setTyped(typed + input);
    },
    { isActive: !asking },
  );

  /** @param {string} line */
  function goOn(line) {
    say(line);
    setAsks(asks + 1);
  }

  return h(
    Box,
    { flexDirection: "column" },
    ...said.map((line, index) => h(Text, { key: index }, line)),
    asking
      ? h(QuestionPrompt, {
          key: `ask-${asks}`,
          questions,
          onComplete: ([answer]) =>
            goOn(`agent › ${answer?.customInput ?? answer?.selectedOptions.join(", ") ?? ""} then.`),
          onDecline: (reason) => goOn(`agent › You declined${reason === undefined ? "" : `: ${reason}`}. I stop here.`),
        })
      : h(Text, null, `you › ${typed}`, h(Text, { inverse: true }, " ")),
  );
}

render(h(Agent));
