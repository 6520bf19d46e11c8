import { type Ask, checkAskInput } from "@yourcall/core";

/** The demo's calls of the ask tool, in order. The transcript finds answers by these ids. */
export const askIds = ["ask_database", "ask_features", "ask_layout"] as const;
export type AskId = (typeof askIds)[number];

/** What can be built for each question: one value per option, in order, then what only a typed answer can name. */
export const buildable = {
  database: { sqlite: /\bsqlite/i, json: /\bjson\b|\bplain file\b/i, memory: /\bmemory\b/i },
  features: { search: /\bsearch/i, health: /\bhealth/i, "rate-limit": /\brate.?limit/i, dark: /\bdark\b/i },
  packageManager: { npm: /\bnpm\b/i, pnpm: /\bpnpm\b/i, bun: /\bbun\b/i, yarn: /\byarn\b/i },
  layout: { sidebar: /\bside|\bleft\b|\bright\b/i, topbar: /\btop|\bheader\b|\bacross\b/i },
};
export type Topic = keyof typeof buildable;
export type Value<T extends Topic> = T extends Topic ? Extract<keyof (typeof buildable)[T], string> : never;

/** The topic of each question. */
export const topics = {
  ask_database: ["database"],
  ask_features: ["features", "packageManager"],
  ask_layout: ["layout"],
} as const satisfies Record<AskId, readonly Topic[]>;

const sidebar = `+---------+---------------------------+
| Notes   |  A new note         [Add] |
|         |                           |
| Search  |  - bread                  |
|         |  - milk                   |
+---------+---------------------------+`;

const topbar = `+-------------------------------------+
| Notes   Search                      |
+-------------------------------------+
|  A new note                   [Add] |
|  - bread                            |
|  - milk                             |
+-------------------------------------+`;

function question(question: string, header: string, options: [string, string, string?][], multiSelect = false) {
  const toOption = ([label, description, preview]: [string, string, string?]) => ({ label, description, preview });
  return { question, header, options: options.map(toOption), multiSelect };
}

/** The questions as a model passes them to the tool. */
export const askInputs: Record<AskId, { questions: ReturnType<typeof question>[] }> = {
  ask_database: {
    questions: [
      question("Where should the service keep its notes?", "Database", [
        ["SQLite (Recommended)", "One file, no server, room for many notes"],
        ["JSON file", "Readable in any editor, fine for a few hundred notes"],
        ["In memory", "Nothing on disk, empty after each restart"],
      ]),
    ],
  },
  ask_features: {
    questions: [
      question(
        "What else should it do?",
        "Features",
        [
          ["Search (Recommended)", "Find notes by the words in them"],
          ["Health check", "A page that tells a monitor the service is up"],
          ["Rate limit", "At most 30 new notes a minute per address"],
        ],
        true,
      ),
      question("Which package manager do you use?", "Package Mgr", [
        ["npm (Recommended)", "Comes with Node.js"],
        ["pnpm", "Fast, saves disk space"],
        ["Bun", "Runtime and package manager in one"],
      ]),
    ],
  },
  ask_layout: {
    questions: [
      question("How should the page be laid out?", "Layout", [
        ["Sidebar (Recommended)", "Room for more on the left", sidebar],
        ["Topbar", "The full width for the notes", topbar],
      ]),
    ],
  },
};

export function toDemoAsk(id: AskId): Ask {
  const checked = checkAskInput(askInputs[id]);
  if ("issues" in checked) throw new TypeError(`The demo's ask "${id}" is not valid.`);
  return checked.ask;
}
