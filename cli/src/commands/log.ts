import { defineCommand } from "../command.ts";
import { queryOptions } from "./query-options.ts";

const { search, session, limit, json } = queryOptions;

export const log = defineCommand({
  name: "log",
  file: "log/log.ts",
  usage: ["log", "log --verify [FILE]", "log --export"],
  summary: "past decisions",
  about: [
    "Lists past decisions, newest first, one per line: when, id, agent, question and answer, who decided. `yourcall show ID` prints one whole.",
    "Ended asks form a chain: each one's hash includes the one before. --verify checks it and says where it breaks; --export writes it as JSON lines, the last of which has the chain's head. A copy kept elsewhere, or only the head, shows later that nothing before it was changed. What was deleted because of `keep` stays in the chain without its content.",
  ],
  takes: "files",
  options: {
    search,
    status: {
      type: "string",
      value: "STATUS",
      values: ["ended", "answered", "declined", "cancelled", "expired"],
      describe: "ended (default: all of them), answered, declined, cancelled or expired",
    },
    session,
    agent: { type: "string", value: "NAME", describe: "only asks of this agent" },
    project: { type: "string", value: "NAME", describe: "only asks from this directory: its name or its path" },
    since: { type: "string", value: "TIME", describe: "only since a day (2026-11-14) or for a time (90m, 2h, 3d)" },
    token: {
      type: "string",
      value: "ID",
      describe: "only what was asked, answered or declined with this token; --json shows ids, as by.token",
    },
    limit,
    json,
    verify: { type: "boolean", value: "[FILE]", describe: "check the chain of the hub, or of a file made by --export" },
    export: { type: "boolean", describe: "every ended ask as JSON lines, with the chain" },
    markdown: {
      type: "boolean",
      describe: "a decision record to keep with the code: yourcall log --markdown > DECISIONS.md",
    },
  },
});
