import { defineCommand } from "../command.ts";

export const grants = defineCommand({
  name: "grants",
  file: "grants/grants.ts",
  usage: ["grants", "grants revoke ID...", "grants revoke --all"],
  summary: "what you allowed for a while; take it back",
  takes: "text",
  about: [
    "Lists what you have allowed for a while: what it covers, where, how long it still lasts, and how often it was used. A grant is made with an approval that you allow, on the page or in the terminal. It ends at its time, when the hub starts again, or when you take it back.",
    "`revoke` takes grants back. Once it has returned, nothing is covered by them any more. The command refuses to run in an agent's environment.",
  ],
  examples: ["yourcall grants", "yourcall grants revoke --all"],
  options: {
    all: { type: "boolean", describe: "with revoke: all of them" },
    json: { type: "boolean", describe: "print the grants, or the ids of those taken back" },
  },
});
