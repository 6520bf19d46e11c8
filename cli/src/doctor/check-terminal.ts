import { detectColorDepth, detectUnicode } from "@yourcall/terminal/internal";
import { findProgram } from "../find-program.ts";
import { findAgentVariable } from "../who-acts.ts";
import { type Finding, ok, warn } from "./finding.ts";

type Environment = NodeJS.ProcessEnv;

interface Screen {
  isTTY: boolean;
  columns: number;
  rows: number;
}

/** Checks the terminal on which a question would appear. */
export function checkTerminal(screen: Screen, env: Environment): Finding[] {
  return [
    checkLocale(env),
    ...(screen.isTTY
      ? [checkColours(env), checkSize(screen)]
      : [ok("terminal", "No terminal here; questions go to the hub")]),
    ...checkAgent(env),
  ];
}

function checkLocale(env: Environment): Finding {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
  if (detectUnicode(env)) return ok("locale", `Locale ${locale === "" ? "set by Windows Terminal" : locale}`);
  return warn(
    "locale",
    locale === "" ? "No locale is set" : `The locale ${locale} is not UTF-8`,
    "Screens are drawn in ASCII. Run export LANG=C.UTF-8 to see all characters.",
  );
}

function checkColours(env: Environment): Finding {
  const depth = detectColorDepth(env, true);
  const words = { none: "none", "16": "16", "256": "256", true: "all" }[depth];
  const why = depth === "none" && (env.NO_COLOR ?? "") !== "" ? " (NO_COLOR)" : "";
  return ok("colours", `Colours: ${words}${why}`);
}

function checkSize({ columns, rows }: Screen): Finding {
  if (columns >= 60 && rows >= 16) return ok("size", `Terminal of ${columns} × ${rows}`);
  return warn(
    "size",
    `The terminal is small: ${columns} × ${rows}`,
    "Use at least 60 × 16 to see the descriptions of options.",
  );
}

function checkAgent(env: Environment): Finding[] {
  const variable = findAgentVariable(env);
  if (variable === null) return [];
  const what = `${variable} is set, so this is an agent's environment, where \`inbox\`, \`open\` and \`answer\` refuse to run`;
  return [warn("agent", what, "Answer in your own terminal; if this is one, unset the variable.")];
}

/** Checks the editor that opens a sheet. */
export function checkEditor(env: Environment): Finding {
  const check = "editor";
  const set = env.VISUAL || env.EDITOR;
  const command = set || "vi";
  // An editor with arguments or quotes is for the shell to read; only its plain first word can be looked up here.
  const program = /^[\w./+-]+/.exec(command)?.[0];
  const found = program === undefined || findProgram(program, env) !== null;
  if (set && found) return ok(check, `Editor: ${set}`);
  if (set)
    return warn(check, `The editor "${program}" was not found`, "Set VISUAL or EDITOR to one that is installed.");
  return ok(check, found ? "Editor: vi, since EDITOR is not set" : "No editor: EDITOR is not set");
}
