import { parseAsk } from "@yourcall/core";
import { UsageError } from "../run-command.ts";
import { openTerminal, showOwnList } from "./show-prompt.ts";

/** Asks a yes-or-no question on the terminal. `otherwise` says what to do where there is none. */
export async function confirmHere(
  header: string,
  question: string,
  [yes, no]: readonly [yes: string, no: string],
  otherwise: string,
): Promise<boolean> {
  const terminal = openTerminal();
  if (terminal === null) throw new UsageError(`No terminal to confirm on. ${otherwise}`);
  terminal.output.write("\n");
  const asked = { question, header, options: [{ label: yes }, { label: no }], multiSelect: false, required: true };
  const prompt = await showOwnList(parseAsk({ kind: "question", questions: [asked] }), terminal);
  const end = await prompt.ended;
  prompt.stop();
  return end.type === "submitted" && end.answers[0]?.selectedOptions[0] === yes;
}
