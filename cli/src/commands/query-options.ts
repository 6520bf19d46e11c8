import type { Options } from "../command.ts";

/** The options that `list` and `log` share. */
export const queryOptions = {
  session: { type: "string", value: "NAME", describe: "only asks from this session" },
  search: {
    type: "string",
    value: "WORDS",
    describe: "only asks with these words in questions, options, answers or comments",
  },
  limit: { type: "string", value: "N", describe: "show at most N (default 100)" },
  json: { type: "boolean", describe: "print the asks as a JSON array" },
} as const satisfies Options;
