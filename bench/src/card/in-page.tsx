import { QuestionCard } from "@yourcall/react";
import "@yourcall/react/style.css";
import { createElement, type ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import ask from "../../fixtures/ask.json" with { type: "json" };
import { ByHand } from "./by-hand.tsx";

const [first] = ask.questions;
const questions = ask.questions.map((question) => ({ ...question, kind: "choice" as const }));
const subjects: Record<string, () => ReactElement> = {
  card: () =>
    createElement(QuestionCard, {
      ask: { id: "ask_bench", kind: "question", agent: { name: "bench" }, questions },
      onSubmit: async () => {},
      onDecline: async () => {},
    }),
  byHand: () => createElement(ByHand, { question: first as NonNullable<typeof first>, onSubmit: () => {} }),
};

/** Shows each subject in turn and presses two of its options. Milliseconds until the layout is done, without the painting. */
function measure(rounds: number): Record<string, { mount: number[]; press: number[] }> {
  const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, { mount: [], press: [] }])) as Record<
    string,
    { mount: number[]; press: number[] }
  >;
  const timed = (act: () => void) => {
    const begun = performance.now();
    act();
    document.body.getBoundingClientRect();
    return performance.now() - begun;
  };
  const press = (input: HTMLInputElement | undefined) =>
    timed(() => {
      input?.click();
      flushSync(() => {});
    });
  for (let round = 0; round < rounds; round++)
    for (const [name, create] of round % 2 === 0 ? Object.entries(subjects) : Object.entries(subjects).reverse()) {
      const place = document.body.appendChild(document.createElement("main"));
      const root = createRoot(place);
      times[name]?.mount.push(timed(() => flushSync(() => root.render(create()))));
      const inputs = place.querySelectorAll<HTMLInputElement>("input[type=radio]");
      for (const input of [inputs[1], inputs[0]]) times[name]?.press.push(press(input));
      if (inputs[0]?.checked !== true) throw new Error(`${name}: the press was not taken: ${place.innerHTML}`);
      root.unmount();
      place.remove();
    }
  return times;
}

Object.assign(globalThis, { measure });
