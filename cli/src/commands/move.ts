import { defineCommand } from "../command.ts";

export const move = defineCommand({
  name: "move",
  file: "hub/move.ts",
  usage: ["move --from FILE --to postgres://USER:PASSWORD@HOST/DATABASE", "move --from FILE"],
  summary: "move everything to a PostgreSQL database",
  about: [
    "Copies a hub's store from a file into an empty PostgreSQL database, for several hubs. Then every ask, token and notice is read from both and compared. The file is not changed. Stop the hub first, with `yourcall stop`.",
    "Without --to, reads a file of an earlier version, which hubs refuse, into the hub's store. The earlier file is kept.",
  ],
  options: {
    from: { type: "string", value: "FILE", describe: "the hub's store, usually yourcall.db in the state directory" },
    to: {
      type: "string",
      value: "URL",
      describe:
        'the address of the database; ?schema=NAME for a schema other than "yourcall". PGPASSWORD may hold the password, so that no other user of this machine sees it',
    },
  },
});
