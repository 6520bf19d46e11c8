import { commitFunction } from "./commit-function.ts";

/**
 * The schema, one step per version. Released steps never change. Old and new hubs run side by side during an update, so a step
 * only adds: a column with a default, a table, an index, a function under a new name. What no supported version uses any more may
 * be removed in a later release.
 *
 * As in SQLite, `session` and `key` hold JSON texts, an ask's position is the sequence of its creation, and its ending has its
 * own, so neither needs a separate event row. `head` has the last sequence. Writers lock it until the commit, so that sequences
 * follow the order of commits, which PostgreSQL's own sequences do not.
 *
 * A standby that takes over may lack the newest commits. PostgreSQL then starts a new timeline; the first commit on it jumps far
 * ahead, so that no sequence of a lost event is ever reused. `jumps` lists the sequences that were skipped.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE yourcall.meta (name text PRIMARY KEY, value text NOT NULL);

  -- The expression fails at services that have no WAL of their own; they lose no commits.
  CREATE FUNCTION yourcall.timeline() RETURNS text LANGUAGE plpgsql AS $$
  BEGIN
    RETURN left(pg_walfile_name(pg_current_wal_lsn()), 8);
  EXCEPTION WHEN OTHERS THEN
    RETURN '';
  END
  $$;

  CREATE TABLE yourcall.head (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    sequence int8 NOT NULL,
    events_from int8 NOT NULL,
    timeline text NOT NULL,
    jumps text NOT NULL DEFAULT '[]'
  ) WITH (fillfactor = 10);
  INSERT INTO yourcall.head (sequence, events_from, timeline) VALUES (0, 0, yourcall.timeline());

  CREATE TABLE yourcall.asks (
    position int8 PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    token text COLLATE "C" NOT NULL,
    session text COLLATE "C" NOT NULL,
    key text,
    key_hash text COLLATE "C",
    agent text COLLATE "C" NOT NULL,
    created_at int8 NOT NULL,
    last_seen_at int8 NOT NULL,
    ask text NOT NULL,
    search text NOT NULL
  );
  CREATE INDEX asks_key ON yourcall.asks (key_hash, position) WHERE key_hash IS NOT NULL;

  CREATE TABLE yourcall.pending (
    position int8 PRIMARY KEY,
    token text COLLATE "C" NOT NULL,
    session text COLLATE "C" NOT NULL,
    created_at int8 NOT NULL,
    expires_at int8,
    draft_revision int4 NOT NULL DEFAULT 0,
    draft text,
    bytes int8 NOT NULL
  );
  CREATE INDEX pending_session ON yourcall.pending (session, position);
  CREATE INDEX pending_token ON yourcall.pending (token, position);
  CREATE INDEX pending_due ON yourcall.pending (expires_at, position) WHERE expires_at IS NOT NULL;

  CREATE TABLE yourcall.endings (
    sequence int8 PRIMARY KEY,
    position int8 NOT NULL UNIQUE,
    status text NOT NULL,
    token text COLLATE "C" NOT NULL,
    session text COLLATE "C" NOT NULL,
    agent text COLLATE "C" NOT NULL,
    created_at int8 NOT NULL,
    ended_at int8 NOT NULL,
    expires_at int8,
    draft_revision int4 NOT NULL,
    draft text,
    outcome text NOT NULL,
    search text NOT NULL,
    revised int4 NOT NULL DEFAULT 0
  );
  CREATE INDEX endings_agent ON yourcall.endings (agent, sequence);
  CREATE INDEX endings_created ON yourcall.endings (created_at);
  CREATE INDEX endings_revisable ON yourcall.endings (session, sequence)
    WHERE revised = 0 AND (outcome LIKE '%"asked":%' OR outcome LIKE '%"review":%');

  CREATE TABLE yourcall.sightings (
    position int8 PRIMARY KEY,
    last_seen_at int8 NOT NULL,
    delivery text,
    delivered_at int8,
    delivery_note text
  );

  CREATE TABLE yourcall.draft_events (
    sequence int8 PRIMARY KEY,
    position int8 NOT NULL,
    type text NOT NULL
  );

  CREATE TABLE yourcall.loads (
    token text COLLATE "C" PRIMARY KEY,
    pending int8 NOT NULL,
    bytes int8 NOT NULL
  ) WITH (fillfactor = 50);

  CREATE TABLE yourcall.tokens (
    id text COLLATE "C" PRIMARY KEY,
    hash text COLLATE "C" NOT NULL UNIQUE,
    scope text NOT NULL,
    name text NOT NULL,
    ask text COLLATE "C" REFERENCES yourcall.asks (id) ON DELETE CASCADE,
    created_at int8 NOT NULL,
    last_used_at int8,
    made_from text COLLATE "C",
    device text,
    port int4,
    rights text,
    person text
  );
  CREATE INDEX tokens_ask ON yourcall.tokens (ask) WHERE ask IS NOT NULL;

  CREATE TABLE yourcall.codes (hash text COLLATE "C" PRIMARY KEY, made_from text COLLATE "C" NOT NULL, until int8 NOT NULL);

  CREATE TABLE yourcall.notices (
    id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    ask text COLLATE "C" NOT NULL REFERENCES yourcall.asks (id) ON DELETE CASCADE,
    event text NOT NULL,
    target text NOT NULL,
    state text NOT NULL DEFAULT 'waiting',
    attempts int4 NOT NULL DEFAULT 0,
    due_at int8 NOT NULL,
    at int8 NOT NULL,
    reason text,
    UNIQUE (ask, event, target)
  );
  CREATE INDEX notices_due ON yourcall.notices (due_at, id) WHERE state = 'waiting';
  CREATE INDEX notices_failed ON yourcall.notices (at) WHERE state = 'failed';

  CREATE TABLE yourcall.devices (
    id text COLLATE "C" PRIMARY KEY,
    kind text NOT NULL,
    name text NOT NULL,
    person text,
    level text NOT NULL,
    approvals int4 NOT NULL,
    state text NOT NULL,
    address text NOT NULL,
    created_at int8 NOT NULL,
    ok_at int8,
    failing_since int8,
    reason text
  );

  CREATE TABLE yourcall.buttons (
    hash text COLLATE "C" PRIMARY KEY,
    ask text COLLATE "C" NOT NULL REFERENCES yourcall.asks (id) ON DELETE CASCADE,
    device text COLLATE "C" NOT NULL REFERENCES yourcall.devices (id) ON DELETE CASCADE,
    act text NOT NULL
  );
  CREATE INDEX buttons_ask ON yourcall.buttons (ask);
  CREATE INDEX buttons_device ON yourcall.buttons (device);

  CREATE TABLE yourcall.receipts (
    ask text COLLATE "C" NOT NULL REFERENCES yourcall.asks (id) ON DELETE CASCADE,
    device text COLLATE "C" NOT NULL,
    what text NOT NULL,
    at int8 NOT NULL,
    reason text,
    handle text,
    PRIMARY KEY (ask, device, what)
  );

  CREATE TABLE yourcall.chain (
    sequence int8 PRIMARY KEY,
    ask text COLLATE "C" NOT NULL,
    digest text NOT NULL,
    hash text NOT NULL,
    forgotten int4 NOT NULL DEFAULT 0
  );

  CREATE TABLE yourcall.grants (
    id text COLLATE "C" PRIMARY KEY,
    made_at int8 NOT NULL,
    uses int8 NOT NULL DEFAULT 0,
    used_at int8,
    data text NOT NULL
  );

  CREATE TABLE yourcall.leases (name text COLLATE "C" PRIMARY KEY, holder text NOT NULL, until int8 NOT NULL);

  CREATE TABLE yourcall.pictures (
    ask text COLLATE "C" NOT NULL REFERENCES yourcall.asks (id) ON DELETE CASCADE,
    hash text COLLATE "C" NOT NULL,
    at int8 NOT NULL,
    picture text NOT NULL,
    data text NOT NULL,
    PRIMARY KEY (ask, hash)
  );

${commitFunction}  `,
];
