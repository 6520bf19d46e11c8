import { toApprovalAsk } from "@yourcall/core";
import { database as databaseQuestion } from "./asks.ts";

const option = (label: string, description: string, preview?: string) => ({
  label,
  description,
  preview,
});

const about = {
  id: "ask_card",
  agent: { name: "claude", title: "fix login", cwd: "~/shop" },
  createdAt: new Date(Date.now() - 12 * 60_000).toISOString(),
  waiting: { count: 1, lastSeenAt: new Date().toISOString() },
};

export const database = { ...databaseQuestion, kind: "choice" };
/** A label of it has a comma. */
export const features = {
  question: "Which features should we enable?",
  header: "Features",
  kind: "choice",
  options: [
    option("TypeScript", "Type safety and better editor support"),
    option("Search, full-text", "Needs an index"),
    option("Tailwind CSS", "Utility-first CSS"),
  ],
  multiSelect: true,
};
const name = { question: "What is the service called?", header: "Name", kind: "text", options: [], multiSelect: false };
const port = {
  ...{ question: "How many workers?", header: "Workers", kind: "number", options: [], multiSelect: false },
  ...{ min: 1, max: 64, unit: "workers", placeholder: "4" },
};
const layout = {
  question: "Which layout do you prefer?",
  header: "Layout",
  kind: "choice",
  options: [
    option(
      "Sidebar",
      "Room for many sections",
      "+------+--------------+\n| nav  | main         |\n|      |              |\n+------+--------------+",
    ),
    option(
      "Topbar",
      "More width for content",
      "+---------------------+\n| nav                 |\n+---------------------+\n| main                |\n+---------------------+",
    ),
  ],
  multiSelect: false,
};

/** Asks as the hub would hand them to a card. */
export const singleAsk = {
  ...about,
  kind: "question",
  questions: [database],
  context:
    "I can move sessions out of memory now. The store has to survive a restart, and the team already runs one database for billing, which would be the least new thing to look after.",
};
export const multiAsk = { ...about, kind: "question", questions: [features] };
export const severalAsk = { ...about, kind: "question", questions: [database, features, name, port] };
export const textAsk = { ...about, kind: "question", questions: [name] };
export const numberAsk = { ...about, kind: "question", questions: [port] };
export const previewAsk = { ...about, kind: "question", questions: [layout] };
export const approvalAsk = {
  ...about,
  ...toApprovalAsk({ tool: "Bash", input: { command: "fly deploy --app shop", timeout: 120_000 } }),
};
