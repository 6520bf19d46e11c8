import { readdirSync, readFileSync } from "node:fs";
import { parseAsk } from "../ask.ts";
import type { QuestionAnswer } from "../outcome-schemas.ts";
import type { Ask } from "../schemas.ts";

/** A sheet, how a person edits it, and what the result means. The tests of the parser and of the editors share them. */
export interface ExampleSheet {
  /** The name of its folder in `sheets`. */
  name: string;
  ask: Ask;
  /** The sheet of `ask_1`, for a host that is not quit and shows the context itself. */
  sheet: string;
  /** The keys that edit it in Vim or Neovim, from its first line; those that end in Escape leave insert mode. */
  keys: string[];
  edited: string;
  /** What the edited sheet means: the progress of each question, and what is sent or why nothing is. */
  progress: string[];
  answers: Omit<QuestionAnswer, "question" | "header">[];
  comment?: string;
  declined?: { reason?: string };
  errors: { line: number; message: string }[];
}

export function readExampleSheets(): ExampleSheet[] {
  const folder = new URL("./sheets/", import.meta.url);
  return readdirSync(folder).map((name) => {
    const read = (file: string) => readFileSync(new URL(`${name}/${file}`, folder), "utf8");
    const { questions, ...rest } = JSON.parse(read("case.json"));
    return { name, ask: parseAsk({ questions }), sheet: read("sheet.md"), edited: read("edited.md"), ...rest };
  });
}
