import { parseAsk } from "@yourcall/core";
import { UsageError } from "../run-command.ts";
import { openTerminal, showOwnList } from "./show-prompt.ts";

/** Asks a yes-or-no question on the terminal. `otherwise` says what to do where there is none; `first` is the answer listed first. */
export async function confirmHere(
  header: string,
  question: string,
  [yes, no]: readonly [yes: string, no: string],
  otherwise: string,
  first: "yes" | "no" = "yes",
): Promise<boolean> {
  const terminal = openTerminal();
  if (terminal === null) throw new UsageError(`No terminal to confirm on. ${otherwise}`);
  terminal.output.write("\n");
  const options = (first === "yes" ? [yes, no] : [no, yes]).map((label) => ({ label }));
  const asked = { question, header, options, multiSelect: false, required: true };
  const prompt = await showOwnList(parseAsk({ kind: "question", questions: [asked] }), terminal);
  const end = await prompt.ended;
  prompt.stop();
  return end.type === "submitted" && end.answers[0]?.selectedOptions[0] === yes;
}
