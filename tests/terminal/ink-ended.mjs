// An Ink app whose question ends elsewhere when it is sent SIGUSR2.
import { QuestionPrompt } from "@yourcall/terminal/ink";
import { render, Text } from "ink";
import { createElement as h, useEffect, useState } from "react";

const options = ["PostgreSQL", "SQLite"].map((label) => ({ label, description: label }));
const questions = [{ question: "Which database?", header: "Database", options, multiSelect: false }];
/** @type {import("@yourcall/core").Outcome} */
const declined = { status: "declined", by: { surface: "web", act: "click" }, at: new Date().toISOString() };

function App() {
  const [ended, end] = useState(/** @type {typeof declined | undefined} */ (undefined));
  const [said, say] = useState("");
  useEffect(() => void process.on("SIGUSR2", () => end(declined)), []);
  return said === ""
    ? h(QuestionPrompt, {
        questions,
        ended,
        onClosed: () => say("The prompt is closed."),
        onComplete: () => say("Answered here."),
        onDecline: () => say("Declined here."),
      })
    : h(Text, null, said);
}

const { waitUntilExit } = render(h(App));
await waitUntilExit();
