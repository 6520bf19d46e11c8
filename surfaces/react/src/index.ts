"use client";

export type { AnsweringOptions, CardAsk, CardPart, CardProps, Reply } from "./card-props.ts";
export { QuestionCard } from "./question-card.tsx";
export { type AnsweringCard, type Sent, useAnswering } from "./use-answering.ts";
