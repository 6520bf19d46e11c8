import { escapeLine, quoteLines } from "@yourcall/core";
import type { Choices, Database, Feature, PackageManager } from "./choices.ts";
import type { ProjectFile } from "./project-file.ts";

/** package.json, README.md and what is not for a repository. */
export function aboutFiles(choices: Choices): ProjectFile[] {
  return [
    { path: "package.json", content: manifest(choices) },
    { path: "README.md", content: readme(choices) },
    ...(choices.database === "memory" ? [] : [{ path: ".gitignore", content: "data/\n" }]),
  ];
}

/** How the tests are run with each, all without installing anything. */
export const testCommands: Record<PackageManager, string> = {
  npm: "npm test",
  pnpm: "pnpm test",
  bun: "bun run test",
  yarn: "yarn test",
};

const startCommands: Record<PackageManager, string> = {
  npm: "npm start",
  pnpm: "pnpm start",
  bun: "bun run start",
  yarn: "yarn start",
};

function manifest({ database, packageManager }: Choices): string {
  // node:sqlite is still called experimental, and says so at each start.
  const node = database === "sqlite" ? "node --disable-warning=ExperimentalWarning" : "node";
  return `${JSON.stringify(
    {
      name: "notes-service",
      version: "0.1.0",
      private: true,
      type: "module",
      packageManager: `${packageManager.name}@${packageManager.version}`,
      engines: { node: ">=22.13" },
      scripts: { start: `${node} src/main.js`, test: `${node} --test` },
    },
    null,
    2,
  )}\n`;
}

const kept: Record<Database, string> = {
  sqlite: "They are kept in one SQLite file, `data/notes.db`.",
  json: "They are kept in one JSON file, `data/notes.json`.",
  memory: "They are kept in memory and gone when the service ends.",
};

const featureLines: Record<Feature, string> = {
  search: "`GET /notes?q=words`: the notes that hold all the words. The page has a field for it.",
  health: "`GET /healthz`: whether the service answers, and how many notes it has.",
  "rate-limit": "At most 30 new notes a minute from one address; after that, status 429.",
  dark: "The page follows a dark system, and has a switch.",
};

function readme({ database, features, packageManager, decided, wishes }: Choices): string {
  const { name } = packageManager;
  return [
    "# Notes",
    "",
    `A small web service for notes. ${kept[database]} It needs Node 22.13 or newer and no other package.`,
    "",
    "```sh",
    ...(name === "yarn" ? ["yarn install"] : []),
    `${startCommands[name]}    # http://127.0.0.1:3000, or PORT`,
    testCommands[name],
    "```",
    "",
    "- `GET /`: the page.",
    "- `GET /notes`: all notes, the newest first.",
    '- `POST /notes` with `{"text": "…"}`: a new note.',
    ...features.map((feature) => `- ${featureLines[feature]}`),
    "",
    "## Decided",
    "",
    "| what | answer | note |",
    "| --- | --- | --- |",
    ...decided.map(({ what, answer, note }) => `| ${what} | ${escapeLine(answer)} | ${escapeLine(note ?? "")} |`),
    "",
    "The whole record is in [DECISIONS.md](DECISIONS.md).",
    ...(wishes.length === 0
      ? []
      : ["", "## Asked for, not built", ...wishes.flatMap((wish) => ["", ...quoteLines(wish)])]),
    "",
  ].join("\n");
}
