import { type Ask, checkAskInput } from "@yourcall/core";

/** The calls of the demo's asks, in their order. A call's id is how the transcript finds its answers again. */
export const askIds = ["ask_database", "ask_features", "ask_layout"] as const;
export type AskCallId = (typeof askIds)[number];

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

/** What the agent asks, in the shape in which a model calls the tool. */
export const askInputs = {
  ask_database: {
    questions: [
      {
        question: "Where should the service keep its notes?",
        header: "Database",
        options: [
          { label: "SQLite (Recommended)", description: "One file, no server, holds a great many notes" },
          { label: "JSON file", description: "Readable in any editor, fine for a few hundred notes" },
          { label: "In memory", description: "Nothing on disk, empty again after each restart" },
        ],
        multiSelect: false,
      },
    ],
  },
  ask_features: {
    questions: [
      {
        question: "What should it be able to do besides?",
        header: "Features",
        options: [
          { label: "Search (Recommended)", description: "Find notes by the words in them" },
          { label: "Health check", description: "A page that tells a monitor that all is well" },
          { label: "Rate limit", description: "Nobody adds more than 30 notes a minute" },
        ],
        multiSelect: true,
      },
      {
        question: "Which package manager do you use?",
        header: "Package Mgr",
        options: [
          { label: "npm (Recommended)", description: "Comes with Node.js" },
          { label: "pnpm", description: "Fast, saves disk space" },
          { label: "Bun", description: "Runtime and package manager in one" },
        ],
        multiSelect: false,
      },
    ],
  },
  ask_layout: {
    questions: [
      {
        question: "How should the page be laid out?",
        header: "Layout",
        options: [
          { label: "Sidebar (Recommended)", description: "Room for more on the left", preview: sidebar },
          { label: "Topbar", description: "The full width for the notes", preview: topbar },
        ],
        multiSelect: false,
      },
    ],
  },
};

/** The same as asks, to read the answers with. */
export function toDemoAsk(id: AskCallId): Ask {
  const checked = checkAskInput(askInputs[id]);
  if ("issues" in checked) throw new TypeError(`The demo's ask "${id}" is not valid.`);
  return checked.ask;
}
