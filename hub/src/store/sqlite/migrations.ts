/**
 * The schema, one step per version: `user_version` counts the steps a file has had. Released steps never
 * change; a new need is a new step at the end.
 *
 * `session` and `key` hold JSON texts ("null" for none), so that different values never share a column value.
 *
 * An agent's text never changes, so its row in `asks` is written once; what changes has narrow tables of its own. An ask's position
 * is the sequence of its creation, and its ending has its own, so neither needs an event row: only drafts and deliveries do.
 *
 * An index by session costs a page per ask on a busy hub; only the one over pending asks stays small. With the key as the first column
 * of `asks_key`, keys that begin with the time are next to each other.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value ANY
  ) STRICT;
  INSERT INTO meta (name, value) VALUES ('sequence', 0), ('events_from', 0), ('logs', 0);

  CREATE TABLE asks (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    token TEXT NOT NULL,
    session TEXT NOT NULL,
    key TEXT,
    agent TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    ask TEXT NOT NULL,
    search TEXT NOT NULL
  ) STRICT;
  CREATE INDEX asks_key ON asks (key, token, session, position) WHERE key IS NOT NULL;

  CREATE TABLE pending (
    position INTEGER PRIMARY KEY,
    token TEXT NOT NULL,
    session TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    draft_revision INTEGER NOT NULL DEFAULT 0,
    draft TEXT,
    bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX pending_session ON pending (session, position, token);
  CREATE INDEX pending_due ON pending (expires_at, position) WHERE expires_at IS NOT NULL;

  CREATE TABLE endings (
    sequence INTEGER PRIMARY KEY,
    position INTEGER NOT NULL UNIQUE,
    status TEXT NOT NULL,
    token TEXT NOT NULL,
    session TEXT NOT NULL,
    agent TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    expires_at INTEGER,
    draft_revision INTEGER NOT NULL,
    draft TEXT,
    outcome TEXT NOT NULL,
    search TEXT NOT NULL,
    revised INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX endings_agent ON endings (agent, created_at, status, ended_at);
  CREATE INDEX endings_revisable ON endings (session, sequence)
    WHERE revised = 0 AND (outcome LIKE '%"asked":%' OR outcome LIKE '%"review":%');

  CREATE TABLE sightings (
    position INTEGER PRIMARY KEY,
    last_seen_at INTEGER NOT NULL,
    delivery TEXT,
    delivered_at INTEGER,
    delivery_note TEXT
  ) STRICT;

  CREATE TABLE draft_events (
    sequence INTEGER PRIMARY KEY,
    position INTEGER NOT NULL,
    type TEXT NOT NULL
  ) STRICT;

  CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    ask TEXT REFERENCES asks (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    made_from TEXT,
    device TEXT,
    port INTEGER,
    rights TEXT,
    person TEXT
  ) STRICT;
  CREATE INDEX tokens_ask ON tokens (ask) WHERE ask IS NOT NULL;

  CREATE TABLE codes (
    hash TEXT PRIMARY KEY,
    made_from TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE notices (
    id INTEGER PRIMARY KEY,
    ask TEXT NOT NULL REFERENCES asks (id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    target TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL,
    at INTEGER NOT NULL,
    reason TEXT
  ) STRICT;
  CREATE INDEX notices_ask ON notices (ask);
  CREATE INDEX notices_due ON notices (due_at, id) WHERE state = 'waiting';
  CREATE INDEX notices_failed ON notices (at) WHERE state = 'failed';

  CREATE TABLE devices (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    person TEXT,
    level TEXT NOT NULL,
    approvals INTEGER NOT NULL,
    state TEXT NOT NULL,
    address TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ok_at INTEGER,
    failing_since INTEGER,
    reason TEXT
  ) STRICT;

  CREATE TABLE buttons (
    hash TEXT PRIMARY KEY,
    ask TEXT NOT NULL REFERENCES asks (id) ON DELETE CASCADE,
    device TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
    act TEXT NOT NULL
  ) STRICT;
  CREATE INDEX buttons_ask ON buttons (ask);
  CREATE INDEX buttons_device ON buttons (device);

  CREATE TABLE receipts (
    ask TEXT NOT NULL REFERENCES asks (id) ON DELETE CASCADE,
    device TEXT NOT NULL,
    what TEXT NOT NULL,
    at INTEGER NOT NULL,
    reason TEXT,
    handle TEXT,
    PRIMARY KEY (ask, device, what)
  ) STRICT;

  CREATE TABLE chain (
    sequence INTEGER PRIMARY KEY,
    ask TEXT NOT NULL,
    digest TEXT NOT NULL,
    hash TEXT NOT NULL,
    forgotten INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE grants (
    id TEXT PRIMARY KEY,
    made_at INTEGER NOT NULL,
    uses INTEGER NOT NULL DEFAULT 0,
    used_at INTEGER,
    data TEXT NOT NULL
  ) STRICT;

  CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE pictures (
    ask TEXT NOT NULL REFERENCES asks (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    at INTEGER NOT NULL,
    picture TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (ask, hash)
  ) STRICT;
  `,
];
