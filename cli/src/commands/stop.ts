import { defineCommand } from "../command.ts";

export const stop = defineCommand({
  name: "stop",
  file: "hub/stop.ts",
  usage: ["stop"],
  summary: "stop the hub; pending asks are kept",
  about: ["Stops the hub. Pending asks are kept, and agents that wait for an answer reconnect to the next hub."],
  examples: ["yourcall stop --quiet"],
  options: { json: { type: "boolean", describe: "print as JSON whether a hub was stopped" } },
});
