import { defineCommand } from "../command.ts";
import { queryOptions } from "./query-options.ts";

export const list = defineCommand({
  name: "list",
  file: "inbox/list.ts",
  usage: ["list"],
  summary: "the same for scripts",
  about: [
    'Lists pending asks, oldest first, one per line: id, agent, header, question, age, and how much time is left if there is a deadline. "draft" means that somebody has started to answer. "agent gone" means that no agent is waiting for the answer any more; it is kept in case the agent asks again.',
  ],
  examples: ['yourcall list --json --search "deploy"'],
  options: {
    status: {
      type: "string",
      value: "STATUS",
      values: ["pending", "answered", "declined", "cancelled", "expired", "ended", "all"],
      describe: "pending (default), answered, declined, cancelled, expired, ended or all",
    },
    ...queryOptions,
  },
});
