import { defineCommand } from "../command.ts";

export const demo = defineCommand({
  name: "demo",
  file: "demo/demo.ts",
  usage: ["demo"],
  summary: "a small web service, as you decide; no API key",
  about: [
    "An agent sets up a small web service and asks you how: four questions, answered here or in the browser. It follows a script, so it needs no API key and no network; the project it writes and tests is real. It waits for you as long as it takes.",
  ],
  options: {
    dir: {
      type: "string",
      value: "DIR",
      describe: "a new or empty directory for the project (default: a new temporary directory)",
    },
    hub: { type: "boolean", hidden: true, describe: "run the demo's hub; for the demo itself" },
  },
  notes: ["Its hub has its own state and ends with the demo."],
  exits: [
    [0, "ended, even if you declined"],
    [1, "failure"],
    [2, "wrong usage"],
    [130, "interrupted"],
  ],
});
