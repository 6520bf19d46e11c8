import { defineCommand } from "../command.ts";

export const config = defineCommand({
  name: "config",
  file: "config/config.ts",
  usage: ["config get [NAME]", "config set NAME [VALUE]", "config edit"],
  summary: "your settings: get, set, edit",
  takes: ["get", "set", "edit"],
  about: [
    "Reads and changes your settings, which are in $XDG_CONFIG_HOME/yourcall/config.json (~/.config by default), or in $YOURCALL_HOME if that is set. A running hub reads port and host when it starts, and notifications when they change.",
    [
      ["get", "print one setting, or all of them as JSON; exit 1 if it is not set"],
      ["set", "change one setting, or without a value remove it; the value is text or JSON, and is checked first"],
      ["edit", "open the file in your editor ($VISUAL or $EDITOR), and check it afterwards"],
    ],
  ],
  examples: ["yourcall config set keep 90d", "yourcall config set keys.letters false", "yourcall config get"],
  options: { json: { type: "boolean", describe: "with get: also print a text as JSON" } },
});
