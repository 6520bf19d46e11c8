import { parseAsk, toApprovalAsk } from "../ask.ts";
import type { Ask } from "../schemas.ts";
import * as questions from "./sample-questions.ts";

const options = (...labels: string[]) => labels.map((label) => ({ label }));

// Labels alone: what is described is tested where it is drawn.
const database = { ...questions.database, options: options(...questions.database.options.map(({ label }) => label)) };
const features = { ...questions.features, options: options("TypeScript", "ESLint", "Tailwind CSS") };
const layout = { ...questions.layout, options: options("Sidebar", "Topbar") };
const name = { question: "What is it called?", header: "Name", kind: "text", options: [], multiSelect: false };
const port = {
  question: "Which port?",
  header: "Port",
  kind: "number",
  options: [],
  multiSelect: false,
  min: 1,
  max: 65535,
};

/** One single-select question whose first option is recommended. */
export const singleAsk: Ask = parseAsk({ questions: [database] });
/** One multi-select question. */
export const multiAsk: Ask = parseAsk({ questions: [features] });
/** Database (single), Features (multi), Layout (single). */
export const threeAsk: Ask = parseAsk({ questions: [database, features, layout] });
/** One question of kind text. */
export const textAsk: Ask = parseAsk({ questions: [name] });
/** One question of kind number, 1 to 65535. */
export const numberAsk: Ask = parseAsk({ questions: [port] });
/** A text question before a single-select one. */
export const textFirstAsk: Ask = parseAsk({ questions: [name, layout] });
/** A permission: allow-once, allow-always, deny. */
export const approvalAsk: Ask = toApprovalAsk({ tool: "Bash", input: { command: "fly deploy" } });

/** A single-select question with these labels, alone. */
export function askOf(...labels: string[]): Ask {
  return parseAsk({ questions: [{ ...layout, options: options(...labels) }] });
}
