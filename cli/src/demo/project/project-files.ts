import { quoteLines } from "@yourcall/core";
import type { Decisions } from "../decisions.ts";
import { templates } from "./templates.ts";

/** The files of the service, in reading order. Paths are relative to its root. */
export function projectFiles(decisions: Decisions, manager: string, version?: string) {
  const chosen = new Set(Object.values(decisions).flatMap(({ values }) => values));
  // Typed answers that this service does not implement are kept, never guessed at.
  const wishes = Object.values(decisions).flatMap(({ words = "", understood }) => (understood ? [] : [words]));
  const files = { "package.json": manifest(manager, version), "README.md": readme(manager, wishes), ...templates };
  return Object.entries(files)
    .map(([path, template]) => ({ path, content: forChoices(template, chosen) }))
    .filter(({ content }) => content !== "");
}

/** `npm test`, `bun run start`: runs a script without installing anything. */
export function commandOf(manager: string, script: "start" | "test"): string {
  return manager === "bun" ? `bun run ${script}` : `${manager} ${script}`;
}

function forChoices(template: string, chosen: ReadonlySet<string>): string {
  return template.replace(/^\[(!?)([\w-]+)\] (.*\n)/gm, (_, not: string, choice: string, line: string) =>
    chosen.has(choice) === (not === "") ? line : "",
  );
}

function manifest(manager: string, version = ""): string {
  return `{
  "name": "notes-service",
  "version": "0.1.0",
  "private": true,
  "type": "module",${version === "" ? "" : `\n  "packageManager": "${manager}@${version}",`}
  "engines": { "node": ">=22.13" },
  "scripts": {
[sqlite]     "start": "node --disable-warning=ExperimentalWarning src/main.js",
[sqlite]     "test": "node --disable-warning=ExperimentalWarning --test"
[!sqlite]     "start": "node src/main.js",
[!sqlite]     "test": "node --test"
  }
}
`;
}

function readme(manager: string, wishes: readonly string[]): string {
  return `# Notes

A small web service for notes. It needs Node 22.13 or newer and no other package.
[sqlite] The notes are kept in one SQLite file, \`data/notes.db\`.
[json] The notes are kept in one JSON file, \`data/notes.json\`.
[memory] The notes are kept in memory and gone when the service ends.

- \`${commandOf(manager, "start")}\`: the service on http://127.0.0.1:3000, or PORT.
- \`${commandOf(manager, "test")}\`: its tests.
- \`GET /\`: the page.
- \`GET /notes\`: all notes, newest first.
- \`POST /notes\` with \`{"text": "…"}\`: a new note.
[search] - \`GET /notes?q=words\`: the notes that contain all the words. The page has a search field.
[health] - \`GET /healthz\`: whether the service is up, and how many notes it has.
[rate-limit] - At most 30 new notes a minute per address; after that, status 429.
[dark] - The page follows the system's dark mode.

What was decided is in [DECISIONS.md](DECISIONS.md).
${wishes.length === 0 ? "" : "\n## Asked for, not built\n"}${wishes.map((wish) => `\n${quoteLines(wish).join("\n")}\n`).join("")}`;
}
