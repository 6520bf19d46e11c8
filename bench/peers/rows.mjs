import ask from "../fixtures/ask.json" with { type: "json" };

const [first] = ask.questions;

/** The question every peer puts, and its rows: the options of the ask and Other, as yourcall adds it. */
export const question = first.question;
export const rows = [...first.options, { label: "Other", description: "Type something else…" }];
