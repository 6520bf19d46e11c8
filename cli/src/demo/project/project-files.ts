import { escapeLine, quoteLines } from "@yourcall/core";
import type { Value } from "../questions.ts";
import { toPage } from "./page.ts";
import { toService, toServiceTest } from "./service.ts";
import { toStore, toStoreTest } from "./store.ts";

/** Every decision of the person, as the generator takes it. */
export interface Choices {
  database: Value<"database">;
  features: readonly Value<"features">[];
  packageManager: { name: Value<"packageManager">; version: string };
  layout: Value<"layout">;
  /** The rows of the README's table. */
  decided: readonly { what: string; answer: string; note?: string }[];
  /** Typed answers that this service does not implement. They are kept, never guessed at. */
  wishes: readonly string[];
}

/** The files of the service, in reading order. Paths are relative to its root. */
export function projectFiles(choices: Choices): { path: string; content: string }[] {
  return Object.entries({
    "package.json": manifest(choices),
    "README.md": readme(choices),
    ...(choices.database === "memory" ? {} : { ".gitignore": "data/\n" }),
    "src/main.js": main,
    "src/service.js": toService(choices),
    "src/store.js": toStore(choices.database),
    "src/page.js": toPage(choices),
    "tests/service.test.js": toServiceTest(choices),
    "tests/store.test.js": toStoreTest(choices.database),
  }).map(([path, content]) => ({ path, content }));
}

/** `npm test`, `bun run start`: runs a script without installing anything. */
export function commandOf(manager: Value<"packageManager">, script: "start" | "test"): string {
  return manager === "bun" ? `bun run ${script}` : `${manager} ${script}`;
}

function manifest({ database, packageManager: { name, version } }: Choices): string {
  // node:sqlite warns at each start that it is experimental.
  const node = database === "sqlite" ? "node --disable-warning=ExperimentalWarning" : "node";
  const fields = {
    name: "notes-service",
    version: "0.1.0",
    private: true,
    type: "module",
    packageManager: `${name}@${version}`,
    engines: { node: ">=22.13" },
    scripts: { start: `${node} src/main.js`, test: `${node} --test` },
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

const kept: Record<Choices["database"], string> = {
  sqlite: "They are kept in one SQLite file, `data/notes.db`.",
  json: "They are kept in one JSON file, `data/notes.json`.",
  memory: "They are kept in memory and gone when the service ends.",
};

const featureLines: Record<Value<"features">, string> = {
  search: "`GET /notes?q=words`: the notes that contain all the words. The page has a search field.",
  health: "`GET /healthz`: whether the service is up, and how many notes it has.",
  "rate-limit": "At most 30 new notes a minute per address; after that, status 429.",
  dark: "The page follows the system's dark mode, and has a switch.",
};

function readme({ database, features, packageManager: { name }, decided, wishes }: Choices): string {
  return [
    "# Notes",
    "",
    `A small web service for notes. ${kept[database]} It needs Node 22.13 or newer and no other package.`,
    "",
    "```sh",
    ...(name === "yarn" ? ["yarn install"] : []),
    `${commandOf(name, "start")}    # http://127.0.0.1:3000, or PORT`,
    commandOf(name, "test"),
    "```",
    "",
    "- `GET /`: the page.",
    "- `GET /notes`: all notes, newest first.",
    '- `POST /notes` with `{"text": "…"}`: a new note.',
    ...features.map((feature) => `- ${featureLines[feature]}`),
    "",
    "## Decided",
    "",
    "| what | answer | note |",
    "| --- | --- | --- |",
    ...decided.map(({ what, answer, note = "" }) => `| ${what} | ${escapeLine(answer)} | ${escapeLine(note)} |`),
    "",
    "The whole record is in [DECISIONS.md](DECISIONS.md).",
    ...(wishes.length === 0 ? [] : ["", "## Asked for, not built"]),
    ...wishes.flatMap((wish) => ["", ...quoteLines(wish)]),
    "",
  ].join("\n");
}

const main = `import { createService } from "./service.js";
import { openStore } from "./store.js";

const server = createService(openStore());
server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log("http://127.0.0.1:" + server.address().port);
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit());
`;
