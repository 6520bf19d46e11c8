import { defineCommand } from "../command.ts";

export const open = defineCommand({
  name: "open",
  file: "hub/open.ts",
  usage: ["open [ID]"],
  summary: "the same in your browser",
  takes: "ids",
  about: [
    "Opens the web inbox in your browser, and starts a hub if none is running. With an ID it shows that ask. The link works for one login within one minute; the browser then stays logged in until you revoke its token. If no browser can be opened, the link is printed. The browser gets the link in a file that only you can read, deleted after a minute: other users of the machine can read command lines.",
  ],
  examples: ["yourcall open 7Q2F --print"],
  options: { print: { type: "boolean", describe: "only print the link" } },
});
