import type { Block, Command, Definition } from "./command.ts";
import { toBlocks } from "./help-page.ts";

/** The manual page of the command, in the language of `man`. */
export function toManPage(groups: readonly (readonly Command[])[], version: string): string {
  const commands = groups.flat();
  const lines = [
    `.TH YOURCALL 1 "" "yourcall ${clean(version)}" "User Commands"`,
    ".SH NAME",
    "yourcall \\- agents ask, people decide",
    ".SH SYNOPSIS",
    ".B yourcall",
    ".RI [ COMMAND ]",
    ".SH DESCRIPTION",
    "Puts the questions of coding agents to a person, on any screen, and gives the answer back.",
    "Without a command, on a terminal, it opens the inbox.",
    ".SH COMMANDS",
    ...commands.flatMap((command) => [command, ...wordsOf(command)].flatMap(toSection)),
  ];
  return `${lines.join("\n")}\n`;
}

/** The words of a command that have a page of their own, each once. */
export function wordsOf({ words = {} }: Command): Definition[] {
  return [...new Set(Object.values(words))];
}

function toSection(definition: Definition): string[] {
  const usage = definition.usage.map((line, at) => `${at === 0 ? ".SS" : ".br\n.B"} "${quote(`yourcall ${line}`)}"`);
  return [...usage, ...toBlocks(definition).flatMap(toParagraph)];
}

function toParagraph(block: Block): string[] {
  if (typeof block !== "string")
    return block.flatMap(([term, words]) => [".TP", `.B "${quote(term)}"`, ...toManText(words)]);
  if (!block.startsWith(" ")) return [".PP", ...toManText(block)];
  return [".PP", ".nf", ...block.split("\n").flatMap(toManText), ".fi"];
}

/** A line of text; one that begins with a dot or a quote would be a request. */
function toManText(text: string): string[] {
  return [clean(text).replace(/^(?=[.'])/, "\\&")];
}

function clean(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("`", "\\`").replaceAll("'", "\\(aq");
}

function quote(text: string): string {
  return clean(text).replaceAll('"', '""');
}
