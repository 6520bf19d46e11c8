import { type Answering, isAnswered, openQuestions, toHeaderName } from "@yourcall/core";
import type { Glyphs } from "../screen/glyphs.ts";
import { type Line, type Span, span } from "../text/styled-line.ts";

/** Which question of how many, and a mark for each: done, here, to come. Nothing for one question alone. */
export function progress(state: Answering, glyphs: Glyphs): Line {
  const count = state.ask.questions.length;
  if (state.page === "decline") return [];
  const reviewing = state.page === "review";
  if (count === 1 && !reviewing) return [];
  const answered = count - openQuestions(state).length;
  const words = reviewing ? `${answered} of ${count} answered` : `Question ${state.at + 1} of ${count}`;
  const marks = state.ask.questions.map((question, index): Span => {
    const entry = state.entries[index];
    const name = toHeaderName(state.ask, index);
    if (!reviewing && index === state.at) return span(`   ${glyphs.current} ${name}`, "primary");
    const done = entry !== undefined && isAnswered(state.ask, question, entry);
    return done ? span(`   ${glyphs.check} ${name}`, "success") : span(`   ${glyphs.todo} ${name}`, "dim");
  });
  const review = reviewing ? span(`   ${glyphs.current} Review`, "primary") : span(`   ${glyphs.todo} Review`, "dim");
  return [span(`  ${words}`, "secondary"), span(" "), ...marks, review];
}
