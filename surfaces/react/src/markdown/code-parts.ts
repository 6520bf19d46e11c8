import { maxMarkdownLength } from "@yourcall/core/internal";

/** A piece of code and its kind; plain code has none. */
export interface CodePart {
  text: string;
  /** `value`: a number or a variable. `flag`: an option of a command. */
  kind?: "keyword" | "string" | "comment" | "value" | "flag" | "added" | "removed";
}

const script =
  "as async await break case catch class const continue default delete do else enum export extends false finally for from function if implements import in instanceof interface let new null of private public return static super switch this throw true try type typeof undefined var void while yield";
const words: Record<string, string> = {
  script,
  c: "auto bool break case char class const continue default defer do double else enum extern false final float fn for func go if impl import int interface let long map match mod mut namespace new nil null package private pub public range return self short static struct super switch template this throw true try type typedef union unsigned use using var virtual void where while",
  python:
    "and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield",
  // Only where a command may begin, as the names of programs.
  shell: "",
  ruby: "and begin class def do else elsif end ensure false for if in module next nil not or require rescue return self super then true unless until when while yield",
  sql: "add alter and as asc begin by column commit create delete desc drop exists foreign from group having in index inner insert into is join key left like limit not null on or order outer primary references right rollback select set table union unique update values where",
  data: "true false null yes no on off",
  style: "!important and not",
  markup: "",
};

const number = /(?<![\w$.])\d[\w.]*/;
// Part of every pattern, also where there is nothing to find.
const nothing = /(?!)/;

// For each language, comments, strings, then what else stands out. Every match ends, at the latest with the line or the text.
const slashed = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/;
const hashed = /(?<![^\s;(])#.*/;
const quoted = /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/;
const marks = {
  script: [slashed, /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?/, number, nothing],
  c: [slashed, /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])'|`[^`]*`?/, number, nothing],
  python: [
    hashed,
    /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/,
    number,
    nothing,
  ],
  shell: [hashed, quoted, /\$(?:\w+|\{[^}\n]{0,80}\}|[#?@*!$])/, /(?<=\s)--?[A-Za-z][\w-]*/],
  ruby: [hashed, quoted, number, nothing],
  sql: [/--.*|\/\*[\s\S]*?(?:\*\/|$)/, /'(?:''|[^'])*'?/, number, nothing],
  data: [hashed, quoted, number, nothing],
  style: [/\/\*[\s\S]*?(?:\*\/|$)/, quoted, /#[\da-fA-F]{3,8}(?!\w)|(?<![\w$.#-])-?\d[\w.]*%?/, /@[\w-]+|--[\w-]+/],
  markup: [/<!--[\s\S]*?(?:-->|$)/, /(?<==)(?:"[^"\n]*"?|'[^'\n]*'?)/, /&#?\w{1,20};/, /<\/?[A-Za-z][\w.:-]*|\/?>/],
} as const;

const languages: Record<keyof typeof marks, string> = {
  script: "js jsx ts tsx mjs cjs mts cts javascript typescript",
  c: "c h cc cpp c++ cs csharp go golang java kotlin kt rs rust scala swift php",
  python: "py python",
  shell: "sh bash zsh shell console",
  ruby: "rb ruby",
  sql: "sql",
  data: "json jsonc json5 yaml yml toml ini dockerfile makefile make",
  style: "css scss less",
  markup: "html htm xml svg vue svelte",
};

const patterns = new Map<string, RegExp>();

/** What finds everything that has a colour in a language of this family. */
function toPattern(family: keyof typeof marks): RegExp {
  const known = patterns.get(family);
  if (known !== undefined) return known;
  const [comments, strings, values, flags] = marks[family];
  const names = `${words[family]?.replaceAll(" ", "|") || "(?!)"}${family === "shell" ? `|${command}` : ""}`;
  const all = new RegExp(
    `(${comments.source})|(${strings.source})|(?<![\\w$.@-])(${names})(?![\\w$-])|(${values.source})|(${flags.source})`,
    family === "sql" ? "gi" : "g",
  );
  patterns.set(family, all);
  return all;
}

// The first word of a command: after it begins, or after what joins it to another.
const command = String.raw`(?<=(?:^|[\n;&|({]|(?<![\w.-])(?:do|then|else|if|elif|while|until|sudo|time|exec|xargs))[ \t]{0,20})[\w./~][\w./~-]{0,80}(?!=)`;

const kinds = ["comment", "string", "keyword", "value", "flag"] as const;

/** Splits code into pieces for colouring. Code in an unknown language, or very long code, is one plain piece. */
export function toCodeParts(code: string, language: string): CodePart[] {
  const name = language.toLowerCase();
  if (code.length > maxMarkdownLength) return [{ text: code }];
  if (name === "diff" || name === "patch") return toDiff(code);
  const family = (Object.keys(languages) as (keyof typeof marks)[]).find((known) =>
    languages[known].split(" ").includes(name),
  );
  if (family === undefined) return [{ text: code }];
  const parts: CodePart[] = [];
  let end = 0;
  for (const found of code.matchAll(toPattern(family))) {
    const [text, ...groups] = found;
    const { index } = found;
    if (index > end) parts.push({ text: code.slice(end, index) });
    parts.push({ text, kind: kinds[groups.findIndex((group) => group !== undefined)] });
    end = index + text.length;
  }
  if (end < code.length) parts.push({ text: code.slice(end) });
  return parts;
}

function toDiff(code: string): CodePart[] {
  return code.split(/(?<=\n)/).map((text) => ({
    text,
    kind: /^\+(?!\+\+ )/.test(text) ? "added" : /^-(?!-- )/.test(text) ? "removed" : undefined,
  }));
}
