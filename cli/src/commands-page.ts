import type { Block, Command, Definition } from "./command.ts";
import { toBlocks, toOverview } from "./help-page.ts";
import { wordsOf } from "./man-page.ts";

/** `docs/commands.md`: every command, as `--help` describes it. */
export function toCommandsPage(groups: readonly (readonly Command[])[]): string {
  const sections = groups.flat().flatMap((command) => [command, ...wordsOf(command)].map(toSection));
  const top = `# Commands

Every command, as \`yourcall COMMAND --help\` and the manual page describe it. This page is made from \`cli/src/commands\`; a test
compares them.

\`\`\`
${toOverview(groups, 80).trimEnd()}
\`\`\``;
  return `${[top, ...sections].join("\n\n")}\n`;
}

function toSection(definition: Definition): string {
  const usage = toCode(definition.usage.map((line) => `yourcall ${line}`));
  return [`## ${definition.name}`, usage, ...toBlocks(definition).map(toMarkdown)].join("\n\n");
}

function toMarkdown(block: Block): string {
  if (typeof block !== "string") return block.map(([term, words]) => `- \`${term}\`: ${toPlain(words)}`).join("\n");
  return block.startsWith(" ") ? toCode(block.split("\n").map((line) => line.replace(/^ {2}/, ""))) : toPlain(block);
}

function toCode(lines: readonly string[]): string {
  return `\`\`\`\n${lines.join("\n")}\n\`\`\``;
}

/** Outside of code, `<` and `*` would be markup. */
function toPlain(text: string): string {
  return text.replace(/`[^`]*`|[<*_]/g, (found) => (found.length > 1 ? found : `\\${found}`));
}
