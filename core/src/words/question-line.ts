import { cleanLine } from "../clean-text.ts";

/**
 * A question on one line, as rows of lists show it. The code of a fenced block stays, its fences and the name of its language go: on
 * one line they would read as a command that nobody wrote.
 */
export function toQuestionLine(question: string): string {
  let fence = "";
  const lines = question.split("\n").flatMap((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})([^`]*)$/.exec(line);
    const [, run = "", info = ""] = mark ?? [];
    if (fence === "" && run !== "") {
      fence = run;
      return [];
    }
    if (fence === "" || !(run.startsWith(fence) && info.trim() === "")) return [line];
    fence = "";
    return [];
  });
  return cleanLine(lines.join("\n"));
}
