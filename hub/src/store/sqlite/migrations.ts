/**
 * The schema, one step per version: `user_version` counts the steps a file has had. Released steps never
 * change; a new need is a new step at the end.
 *
 * `session` and `key` hold JSON texts ("null" for none), so that different values never share a column value and the unique
 * index treats "no session" as a scope of its own.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value ANY
  ) STRICT;

  CREATE TABLE asks (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    token TEXT NOT NULL,
    session TEXT NOT NULL,
    key TEXT,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_seen_at INTEGER NOT NULL,
    delivered_at INTEGER,
    ended_at INTEGER,
    ended_sequence INTEGER,
    draft_revision INTEGER NOT NULL DEFAULT 0,
    draft TEXT,
    outcome TEXT,
    ask TEXT NOT NULL,
    search TEXT NOT NULL
  ) STRICT;

  CREATE INDEX asks_pending ON asks (position, token) WHERE status = 'pending';
  CREATE INDEX asks_due ON asks (expires_at) WHERE status = 'pending' AND expires_at IS NOT NULL;
  CREATE INDEX asks_ended ON asks (ended_sequence, status, ended_at, token) WHERE ended_sequence IS NOT NULL;
  CREATE INDEX asks_session ON asks (session, position, token);
  CREATE INDEX asks_session_pending ON asks (session, position, token) WHERE status = 'pending';
  CREATE INDEX asks_session_ended ON asks (session, ended_sequence, token, status) WHERE ended_sequence IS NOT NULL;
  CREATE UNIQUE INDEX asks_key_taken ON asks (token, session, key)
    WHERE key IS NOT NULL AND status IN ('pending', 'answered', 'declined');
  CREATE INDEX asks_key_freed ON asks (token, session, key, position)
    WHERE key IS NOT NULL AND status IN ('cancelled', 'expired');

  CREATE TABLE events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL,
    position INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    ask TEXT REFERENCES asks (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE INDEX tokens_ask ON tokens (ask) WHERE ask IS NOT NULL;
  `,
  // An index by session is written in as many places as there are sessions, which made it the most expensive part of a write; only
  // the one over pending asks stays small. The last event is never deleted, so that the next number is always known.
  `
  DROP INDEX asks_session;
  DROP INDEX asks_session_ended;
  DROP INDEX asks_ended;
  CREATE INDEX asks_ended ON asks (ended_sequence, status, ended_at, token, session) WHERE ended_sequence IS NOT NULL;

  CREATE TABLE numbered_events (
    sequence INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    position INTEGER NOT NULL
  ) STRICT;
  INSERT INTO numbered_events SELECT sequence, type, position FROM events;
  DROP TABLE events;
  ALTER TABLE numbered_events RENAME TO events;
  `,
  // For filtering the log and counting days. An ask enters these indexes when it ends, so asking costs no more; for
  // pending asks, an existing index already has the time.
  `
  ALTER TABLE asks ADD COLUMN agent TEXT NOT NULL DEFAULT '';
  UPDATE asks SET agent = json_extract(ask, '$.agent.name');

  DROP INDEX asks_pending;
  CREATE INDEX asks_pending ON asks (position, token, created_at) WHERE status = 'pending';
  CREATE INDEX asks_agent_ended ON asks (agent, ended_sequence, token, status) WHERE ended_sequence IS NOT NULL;
  CREATE INDEX asks_days ON asks (created_at, status, ended_at) WHERE ended_sequence IS NOT NULL;
  `,
  // An agent's text never changes, so its row is written once: an ending that made it longer split its page and wrote all of it
  // again, and so did the record of delivery. Each state has its own narrow table. An ask's position is the sequence of its
  // creation, and its ending has its own, so neither needs an event row: only drafts do.
  // Events from before this step are lost.
  `
  CREATE TABLE new_asks (
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

  CREATE TABLE pending (
    position INTEGER PRIMARY KEY,
    token TEXT NOT NULL,
    session TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    draft_revision INTEGER NOT NULL DEFAULT 0,
    draft TEXT
  ) STRICT;

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
    search TEXT NOT NULL
  ) STRICT;

  CREATE TABLE sightings (
    position INTEGER PRIMARY KEY,
    last_seen_at INTEGER NOT NULL,
    delivered_at INTEGER
  ) STRICT;

  INSERT INTO new_asks SELECT position, id, token, session, key, agent, created_at, last_seen_at, ask, search FROM asks;
  INSERT INTO pending SELECT position, token, session, created_at, expires_at, draft_revision, draft FROM asks
    WHERE status = 'pending';
  INSERT INTO endings SELECT ended_sequence, position, status, token, session, agent, created_at, ended_at, expires_at,
    draft_revision, draft, outcome, '' FROM asks WHERE status <> 'pending';
  INSERT INTO sightings SELECT position, last_seen_at, delivered_at FROM asks WHERE delivered_at IS NOT NULL;

  CREATE TABLE draft_events (
    sequence INTEGER PRIMARY KEY,
    position INTEGER NOT NULL
  ) STRICT;
  INSERT INTO meta SELECT 'sequence',
    max(coalesce((SELECT max(sequence) FROM events), 0), coalesce((SELECT max(position) FROM asks), 0));
  INSERT INTO meta SELECT 'events_from', value FROM meta WHERE name = 'sequence';
  DROP TABLE events;

  CREATE TABLE new_tokens (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    ask TEXT REFERENCES new_asks (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO new_tokens SELECT id, hash, scope, name, ask, created_at FROM tokens;
  DROP TABLE tokens;
  DROP TABLE asks;
  ALTER TABLE new_asks RENAME TO asks;
  ALTER TABLE new_tokens RENAME TO tokens;

  CREATE INDEX asks_key ON asks (token, session, key, position) WHERE key IS NOT NULL;
  CREATE INDEX pending_session ON pending (session, position, token);
  CREATE INDEX pending_due ON pending (expires_at, position) WHERE expires_at IS NOT NULL;
  CREATE INDEX endings_agent ON endings (agent, created_at, status, ended_at);
  CREATE INDEX tokens_ask ON tokens (ask) WHERE ask IS NOT NULL;
  `,
  // From here on, asks that are answered soon get no row in `pending`; all earlier ones have one.
  `
  INSERT INTO meta SELECT 'listed', coalesce(max(position), 0) FROM asks;
  `,
  // Every pending ask has a row in `pending` again: leaving it out saved too little.
  `
  INSERT INTO pending (position, token, session, created_at)
    SELECT position, token, session, created_at FROM asks
    WHERE position > (SELECT value FROM meta WHERE name = 'listed')
      AND NOT EXISTS (SELECT 1 FROM pending WHERE pending.position = asks.position)
      AND NOT EXISTS (SELECT 1 FROM endings WHERE endings.position = asks.position);
  DELETE FROM meta WHERE name = 'listed';
  `,
  // Delivery of outcomes, origin of sessions, and notices.
  `
  ALTER TABLE sightings ADD COLUMN delivery TEXT;
  ALTER TABLE sightings ADD COLUMN delivery_note TEXT;
  UPDATE sightings SET delivery = 'taken' WHERE delivered_at IS NOT NULL;

  ALTER TABLE tokens ADD COLUMN last_used_at INTEGER;
  ALTER TABLE tokens ADD COLUMN made_from TEXT;
  ALTER TABLE tokens ADD COLUMN device TEXT;
  ALTER TABLE tokens ADD COLUMN port INTEGER;

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
  `,
  // How much each token has pending. Counting it would take longer the more there is, which is just what the limit guards against.
  `
  ALTER TABLE pending ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE pending SET bytes = (SELECT octet_length(asks.ask) FROM asks WHERE asks.position = pending.position);
  CREATE TABLE loads (
    token TEXT PRIMARY KEY,
    pending INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO loads SELECT token, count(*), sum(bytes) FROM pending GROUP BY token;
  `,
  // Deliveries are events too, stored in the table for events that have no row elsewhere.
  `
  ALTER TABLE draft_events ADD COLUMN type TEXT NOT NULL DEFAULT 'ask-drafted';
  `,
  // With the key as the first column, keys that begin with the time are next to each other. With the session first, each ask of a busy
  // hub wrote a page of its own.
  `
  DROP INDEX asks_key;
  CREATE INDEX asks_key ON asks (key, token, session, position) WHERE key IS NOT NULL;
  `,
  // Login codes, which any hub on this store takes.
  `
  CREATE TABLE codes (
    hash TEXT PRIMARY KEY,
    made_from TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT;
  `,
  // Tokens of people with different rights.
  `
  ALTER TABLE tokens ADD COLUMN rights TEXT;
  ALTER TABLE tokens ADD COLUMN person TEXT;
  `,
  // The number of logs so far: the value that the first commit of each log changes.
  `
  INSERT INTO meta (name, value) VALUES ('logs', 0);
  `,
  // How much a token has pending is counted once and then kept in memory: its row cost another page in every commit.
  `
  DROP TABLE loads;
  `,
];
