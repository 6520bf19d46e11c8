export const serveHelp = `yourcall serve

Runs the hub in the foreground. Asks wait in it until they are answered. Other commands start one in the background if
none is running.

  --port PORT     use only this port (default 2255, or the next free one)
  --host HOST     listen on an address other than loopback; needs an https publicUrl in config.json
  --store FILE    use a file other than yourcall.db in the state directory; also YOURCALL_STORE. The option takes the file as
                  it is; otherwise a hub refuses a file that is not the one it used there before
  --store postgres://USER:PASSWORD@HOST/DATABASE
                  share a PostgreSQL database with other hubs; better in YOURCALL_STORE, which other users cannot read
`;

export const statusHelp = `yourcall status [--json]
yourcall status --line

Says whether a hub is running, where, how many asks wait in it, and which notifications fail. Exit 1 if none is running.

  --json    the same as JSON
  --line    only "2 waiting", for a prompt or a status bar; prints nothing if nothing waits, and always exits with 0
`;

export const stopHelp = `yourcall stop

Stops the hub. Pending asks are kept, and agents that wait for an answer reconnect to the next hub.
`;

export const backupHelp = `yourcall backup FILE

Copies asks, answers, drafts and tokens into FILE, as they are at this moment, whether a hub is running or not. FILE must not exist
yet; only you can read it.
`;

export const moveHelp = `yourcall move --from FILE --to postgres://USER:PASSWORD@HOST/DATABASE
yourcall move --from FILE

Copies a hub's store from a file into an empty PostgreSQL database, for several hubs. Then every ask, token and notice is read from
both and compared. The file is not changed. Stop the hub first, with \`yourcall stop\`.

Without --to, reads a file of an earlier version, which hubs refuse, into the hub's store. The earlier file is kept.

  --from FILE     the hub's store, usually yourcall.db in the state directory
  --to URL        the address of the database; ?schema=NAME for a schema other than "yourcall". PGPASSWORD may hold the password, so
                  that no other user of this machine sees it
`;

export const restoreHelp = `yourcall restore FILE

Replaces the hub's store with a copy made by \`yourcall backup\`. The copy is checked first, and a damaged one is refused.
The previous store is kept next to it, as yourcall.db.before-restore-DATE. Stop the hub first, with \`yourcall stop\`.
`;

export const notifyHelp = `yourcall notify [--json]
yourcall notify --test [--channel NAME]

Shows your notification settings, and for each channel how many notifications were sent and whether they fail. The settings
are "notify" in config.json in the state directory; the hub reads them when it starts:

  {"notify": {
    "after": "5s",
    "quiet": {"from": "22:00", "to": "07:00"},
    "desktop": true,
    "webhooks": [{"url": "https://ntfy.sh/TOPIC", "form": "ntfy"}]
  }}

  --test            send a test through every channel; exit 1 if one fails
  --channel NAME    test only this one: desktop, or the number of a webhook
  --json            settings and channels as JSON
`;

export const doctorHelp = `yourcall doctor [--json]

Checks your setup and changes nothing. One line per check: ok, warn (works, but could be better) or fail (does not work), and
what to do. Exit 1 if a check fails.
`;
