import { type Ask, checkAskInput } from "@yourcall/core";

/**
 * What the agent says about something it can build, and the option that offers it. Without an option, only a typed answer can
 * name it.
 */
type Buildable = [said: string, label?: string, description?: string, preview?: string];

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

function topic(question: string, header: string, buildable: Record<string, Buildable>, multiSelect = false) {
  const options = Object.values(buildable).flatMap(([, label, description = "", preview]) =>
    label === undefined ? [] : [{ label, description, preview }],
  );
  return { buildable, question: { question, header, options, multiSelect } };
}

const features: Record<string, Buildable> = {
  search: ["search", "Search (Recommended)", "Find notes by the words in them"],
  health: ["a health check", "Health check", "A page that tells a monitor the service is up"],
  "rate-limit": ["a rate limit", "Rate limit", "At most 30 new notes a minute per address"],
  dark: ["dark mode"],
};

export const topics = {
  database: topic("Where should the service keep its notes?", "Database", {
    sqlite: ["SQLite then, one file, no server.", "SQLite (Recommended)", "One file, no server, room for many notes"],
    json: ["A JSON file then, readable in any editor.", "JSON file", "Readable in any editor, for a few hundred notes"],
    memory: ["In memory then, nothing on disk.", "In memory", "Nothing on disk, empty after each restart"],
  }),
  features: topic("What else should it do?", "Features", features, true),
  packageManager: topic("Which package manager do you use?", "Package Mgr", {
    npm: ["npm", "npm (Recommended)", "Comes with Node.js"],
    pnpm: ["pnpm", "pnpm", "Fast, saves disk space"],
    bun: ["Bun", "Bun", "Runtime and package manager in one"],
  }),
  layout: topic("How should the page be laid out?", "Layout", {
    sidebar: ["A sidebar it is.", "Sidebar (Recommended)", "Room for more on the left", sidebar],
    topbar: ["A topbar it is.", "Topbar", "The full width for the notes", topbar],
  }),
};
export type Topic = keyof typeof topics;

/** The demo's calls of the ask tool, in order. The transcript finds answers by these ids. */
export const asks = {
  ask_database: ["database"],
  ask_features: ["features", "packageManager"],
  ask_layout: ["layout"],
} as const satisfies Record<string, readonly Topic[]>;
export type AskId = keyof typeof asks;
export const askIds = Object.keys(asks) as AskId[];
/** The ids of the demo's calls that write the log and run the project's tests. */
export const [logId, testsId] = ["log", "tests"];

/** The questions on these topics, as a model passes them to the tool. */
export function toAskInput(topicNames: readonly Topic[]) {
  return { questions: topicNames.map((name) => topics[name].question) };
}

export function toDemoAsk(id: AskId, topicNames: readonly Topic[] = asks[id]): Ask {
  const checked = checkAskInput(toAskInput(topicNames));
  if ("issues" in checked) throw new TypeError(`The demo's ask "${id}" is not valid.`);
  return checked.ask;
}
