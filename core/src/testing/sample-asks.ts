import { parseAsk, toApprovalAsk } from "../ask.ts";
import type { Ask } from "../schemas.ts";

const options = (...labels: string[]) => labels.map((label) => ({ label }));

const database = {
  question: "Which database should we use for this project?",
  header: "Database",
  options: options("PostgreSQL (Recommended)", "MongoDB", "SQLite"),
  multiSelect: false,
};
const features = {
  question: "Which features should we enable?",
  header: "Features",
  options: options("TypeScript", "ESLint", "Tailwind CSS"),
  multiSelect: true,
};
const layout = {
  question: "Which layout do you prefer?",
  header: "Layout",
  options: options("Sidebar", "Topbar"),
  multiSelect: false,
};
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
