import type { Options } from "../command.ts";

/** The options that `ask` and `confirm` share. */
export const askOptions = {
  accessible: { type: "boolean", describe: "plain lines for screen readers; also ACCESSIBLE=1 or TERM=dumb" },
  "no-input": { type: "boolean", describe: "do not prompt here" },
  to: {
    type: "string",
    multiple: true,
    value: "NAME",
    describe: "who should answer, by the name of their token; repeat it for several. Does not prompt here",
  },
  key: { type: "string", value: "TEXT", describe: "names this call: the same key again finds the same ask" },
  session: { type: "string", value: "TEXT", describe: "the session it belongs to" },
  title: { type: "string", value: "TEXT", describe: "the title of that session" },
} as const satisfies Options;
