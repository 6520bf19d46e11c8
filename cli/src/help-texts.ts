// What `--help` prints, in paragraphs and rows of two columns; `toHelpPage` wraps them to the width of the terminal.
export * from "./help-texts/agents.ts";
export * from "./help-texts/answering.ts";
export * from "./help-texts/asking.ts";
export * from "./help-texts/hub.ts";
export * from "./help-texts/overview.ts";
export { printHelp } from "./print-help.ts";
