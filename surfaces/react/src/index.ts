"use client";

export type * from "./card-props.ts";
export { InlineMarkdown } from "./markdown/inline-markdown.tsx";
export { QuestionCard } from "./question-card.tsx";
export { type AnsweringCard, type Sent, useAnswering } from "./use-answering.ts";
