import { defineCommand } from "../command.ts";

export const serve = defineCommand({
  name: "serve",
  file: "hub/serve.ts",
  usage: ["serve"],
  summary: "run the hub, where asks wait, in the foreground",
  about: [
    "Runs the hub in the foreground. Asks wait in it until they are answered. Other commands start one in the background if none is running.",
  ],
  options: {
    port: { type: "string", value: "PORT", describe: "use only this port (default 2255, or the next free one)" },
    host: {
      type: "string",
      value: "HOST",
      describe: "listen on an address other than loopback; needs an https publicUrl in config.json",
    },
    store: {
      type: "string",
      value: "FILE|URL",
      describe:
        "use a file other than yourcall.db in the state directory; also YOURCALL_STORE. The option takes the file as it is; otherwise a hub refuses a file that is not the one it used there before. postgres://USER:PASSWORD@HOST/DATABASE shares a PostgreSQL database with other hubs; better in YOURCALL_STORE, which other users cannot read",
    },
    background: { type: "boolean", hidden: true, describe: "write to hub.log instead of the terminal" },
  },
});
