import { parse, type Word } from "unbash";

// Letters of a word that no shell reads as anything else. A tilde, a brace or a glob could become other words.
const plain = /^[A-Za-z0-9_./:=@%+,-]+$/;
// Control characters, and everything beyond ASCII: look-alikes, invisible letters and other blanks.
const doubtful = /[^\x20-\x7e]/;

/**
 * The words of a shell command, if it is one simple command whose words are written out: without assignments, redirections,
 * expansions, patterns, escapes, comments, or anything before or after it. Null if there is any doubt.
 */
export function toPlainWords(command: string): string[] | null {
  if (doubtful.test(command) || command.includes("#") || command.includes("\\")) return null;
  let words: Word[];
  try {
    const script = parse(command);
    const [statement, ...others] = script.commands;
    if (statement === undefined || others.length > 0 || (script.errors?.length ?? 0) > 0) return null;
    if (statement.background === true) return null;
    const simple = statement.command;
    if (simple.type !== "Command" || simple.name === undefined || simple.prefix.length > 0) return null;
    const suffix = simple.suffix.flatMap((part) => (part.type === "Word" ? [part] : []));
    if (suffix.length < simple.suffix.length) return null;
    words = [simple.name, ...suffix];
  } catch {
    return null;
  }
  const values = words.flatMap((word) => toPlainWord(word) ?? []);
  // What is between the words must be blanks and nothing else, whatever the parser made of it.
  const rest = words.reduceRight((text, { pos, end }) => text.slice(0, pos) + text.slice(end), command);
  return values.length === words.length && rest.trim() === "" && !keywords.has(values[0] ?? "") ? values : null;
}

// A shell would run something else for these, or change what a later word means.
const keywords = new Set(["time", "coproc", "function", "select", "let", "declare", "export", "alias", "eval", "exec"]);

function toPlainWord({ text, parts }: Word): string | null {
  if (parts === undefined) return plain.test(text) ? text : null;
  const values = parts.map((part) => {
    if (part.type === "SingleQuoted") return part.value;
    if (part.type === "Literal") return plain.test(part.value) ? part.value : null;
    if (part.type !== "DoubleQuoted") return null;
    const isPlain = part.parts.every((inner) => inner.type === "Literal") && !/[$`!]/.test(part.text);
    return isPlain ? part.text.slice(1, -1) : null;
  });
  return values.includes(null) ? null : values.join("");
}
