/**
 * The schema, one step a version: `user_version` counts how many of these a file has seen. Steps that were released never
 * change; a new need is a new step at the end.
 *
 * `session` and `key` hold JSON texts ("null" for none), so that no two different values meet in one column value and the
 * unique index treats "no session" as a scope of its own.
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
  // An index by session is written to in as many places as there are sessions, which made it the dearest part of a write; only
  // that of what waits stays small. Events keep their last one for good, so that the next number is always known.
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
  // What a log is filtered by and days are counted from. An ask enters these indexes when it ends, so asking costs no more; of
  // those that wait, the index they are in already says when they came.
  `
  ALTER TABLE asks ADD COLUMN agent TEXT NOT NULL DEFAULT '';
  UPDATE asks SET agent = json_extract(ask, '$.agent.name');

  DROP INDEX asks_pending;
  CREATE INDEX asks_pending ON asks (position, token, created_at) WHERE status = 'pending';
  CREATE INDEX asks_agent_ended ON asks (agent, ended_sequence, token, status) WHERE ended_sequence IS NOT NULL;
  CREATE INDEX asks_days ON asks (created_at, status, ended_at) WHERE ended_sequence IS NOT NULL;
  `,
];
