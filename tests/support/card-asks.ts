import { toApprovalAsk } from "@yourcall/core";
import * as asks from "./asks.ts";

const about = {
  id: "ask_card",
  agent: { name: "claude", title: "fix login", cwd: "~/shop" },
  createdAt: new Date(Date.now() - 12 * 60_000).toISOString(),
  waiting: { count: 1, lastSeenAt: new Date().toISOString() },
};

export const database = { ...asks.database, kind: "choice" };
/** A label of it has a comma. */
export const features = {
  ...asks.features,
  kind: "choice",
  options: asks.features.options.map((option, index) =>
    index === 1 ? { label: "Search, full-text", description: "Needs an index" } : option,
  ),
};
const name = { question: "What is the service called?", header: "Name", kind: "text", options: [], multiSelect: false };
const port = {
  ...{ question: "How many workers?", header: "Workers", kind: "number", options: [], multiSelect: false },
  ...{ min: 1, max: 64, unit: "workers", placeholder: "4" },
};
const previews = [
  "+------+--------------+\n| nav  | main         |\n|      |              |\n+------+--------------+",
  "+---------------------+\n| nav                 |\n+---------------------+\n| main                |\n+---------------------+",
];
const layout = {
  ...asks.layout,
  kind: "choice",
  options: asks.layout.options.map((option, index) => ({ ...option, preview: previews[index] })),
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
