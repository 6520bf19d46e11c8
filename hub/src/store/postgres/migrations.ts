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

  -- Writes a batch that a hub has decided on. It returns the sequence before its first event, or null without writing anything if the
  -- facts behind the decision have changed. The lock comes first, so that each check sees what was committed before. Waiting for it
  -- times out, because a commit that waits for a lost standby keeps it.
  CREATE FUNCTION yourcall.commit_1(
    event_count int, key_hashes text[], new_asks json, load_changes json, known json, delivered json,
    drafts json, new_endings json, new_events json, seen json, grant_uses json
  ) RETURNS int8 LANGUAGE plpgsql SET lock_timeout = '5s' SET plan_cache_mode = force_generic_plan AS $$
  DECLARE
    base int8; written_on text; jumped int8;
  BEGIN
    SELECT sequence, timeline INTO base, written_on FROM yourcall.head FOR UPDATE;
    IF written_on <> yourcall.timeline() THEN
      jumped := base + 1000000000 + floor(random() * 1000000000)::int8;
      UPDATE yourcall.head SET sequence = jumped, timeline = yourcall.timeline(), jumps = jsonb_path_query_array(
        jumps::jsonb || jsonb_build_array(jsonb_build_array(base, jumped)), '$[last - 7 to last]')::text;
      base := jumped;
    END IF;
    IF known IS NOT NULL AND EXISTS (
      SELECT 1 FROM json_to_recordset(known) AS k(position int8, revision int4, expires int8)
        LEFT JOIN yourcall.pending AS p ON p.position = k.position
      WHERE p.position IS NULL OR p.draft_revision <> k.revision OR p.expires_at IS DISTINCT FROM k.expires
    ) THEN RETURN NULL; END IF;
    IF delivered IS NOT NULL AND EXISTS (
      SELECT 1 FROM json_to_recordset(delivered) AS k(position int8, delivery text)
        LEFT JOIN yourcall.endings AS e ON e.position = k.position
        LEFT JOIN yourcall.sightings AS s ON s.position = k.position
      WHERE e.position IS NULL OR s.delivery IS DISTINCT FROM k.delivery
    ) THEN RETURN NULL; END IF;
    IF key_hashes IS NOT NULL AND EXISTS (
      SELECT 1 FROM yourcall.asks AS a LEFT JOIN yourcall.endings AS e ON e.position = a.position
      WHERE a.key_hash = ANY (key_hashes) AND (e.status IS NULL OR e.status IN ('answered', 'declined'))
    ) THEN RETURN NULL; END IF;
    IF grant_uses IS NOT NULL THEN
      -- Locked until the commit, so that revoking a grant waits for the uses before.
      PERFORM 1 FROM yourcall.grants WHERE id IN (SELECT u.id FROM json_to_recordset(grant_uses) AS u(id text)) FOR UPDATE;
      IF EXISTS (
        SELECT 1 FROM json_to_recordset(grant_uses) AS u(id text) LEFT JOIN yourcall.grants AS g ON g.id = u.id
        WHERE g.id IS NULL
      ) THEN RETURN NULL; END IF;
    END IF;
    IF load_changes IS NOT NULL THEN
      IF EXISTS (
        SELECT 1 FROM json_to_recordset(load_changes)
            AS c(token text, pending int8, bytes int8, most int8, most_bytes int8, was int8, was_bytes int8)
          LEFT JOIN yourcall.loads AS l ON l.token = c.token
        WHERE coalesce(l.pending, 0) + c.pending > c.most OR coalesce(l.bytes, 0) + c.bytes > c.most_bytes
          OR coalesce(l.pending, 0) <> c.was OR coalesce(l.bytes, 0) <> c.was_bytes
      ) THEN RETURN NULL; END IF;
      INSERT INTO yourcall.loads AS l (token, pending, bytes)
        SELECT c.token, c.pending, c.bytes FROM json_to_recordset(load_changes) AS c(token text, pending int8, bytes int8)
        ON CONFLICT (token) DO UPDATE SET pending = l.pending + excluded.pending, bytes = l.bytes + excluded.bytes;
    END IF;
    IF new_asks IS NOT NULL THEN
      WITH fresh AS MATERIALIZED (
        SELECT * FROM json_to_recordset(new_asks) AS n(o int, id text, token text, session text, key text, hash text,
          agent text, created int8, seen int8, expires int8, bytes int8, ask text, search text)
      ), added AS (
        INSERT INTO yourcall.asks
            (position, id, token, session, key, key_hash, agent, created_at, last_seen_at, ask, search)
          SELECT base + n.o, n.id, n.token, n.session, n.key, n.hash, n.agent, n.created, n.seen, n.ask, n.search
          FROM fresh AS n
      )
      INSERT INTO yourcall.pending (position, token, session, created_at, expires_at, bytes)
        SELECT base + n.o, n.token, n.session, n.created, n.expires, n.bytes FROM fresh AS n;
    END IF;
    IF drafts IS NOT NULL THEN
      UPDATE yourcall.pending AS p SET draft = d.draft, draft_revision = d.revision, expires_at = d.expires
        FROM json_to_recordset(drafts) AS d(position int8, draft text, revision int4, expires int8)
        WHERE p.position = d.position;
    END IF;
    IF new_endings IS NOT NULL THEN
      WITH fresh AS MATERIALIZED (
        SELECT * FROM json_to_recordset(new_endings) AS n(o int, position int8, status text, token text, session text,
          agent text, created int8, ended int8, expires int8, revision int4, draft text, outcome text, search text)
      ), gone AS (
        DELETE FROM yourcall.pending AS p USING fresh AS n WHERE p.position = n.position
      )
      INSERT INTO yourcall.endings (sequence, position, status, token, session, agent, created_at, ended_at, expires_at,
          draft_revision, draft, outcome, search)
        SELECT base + n.o, n.position, n.status, n.token, n.session, n.agent, n.created, n.ended, n.expires,
          n.revision, n.draft, n.outcome, n.search FROM fresh AS n;
    END IF;
    IF new_events IS NOT NULL THEN
      INSERT INTO yourcall.draft_events (sequence, position, type)
        SELECT base + n.o, n.position, n.type FROM json_to_recordset(new_events) AS n(o int, position int8, type text);
    END IF;
    IF seen IS NOT NULL THEN
      INSERT INTO yourcall.sightings AS s (position, last_seen_at, delivery, delivered_at, delivery_note)
        SELECT n.position, n.seen, n.delivery, n.at, n.note
        FROM json_to_recordset(seen) AS n(position int8, seen int8, delivery text, at int8, note text)
        ON CONFLICT (position) DO UPDATE SET last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at),
          delivery = excluded.delivery, delivered_at = excluded.delivered_at, delivery_note = excluded.delivery_note;
    END IF;
    IF grant_uses IS NOT NULL THEN
      UPDATE yourcall.grants AS g SET uses = g.uses + u.n, used_at = u.at
        FROM json_to_recordset(grant_uses) AS u(id text, n int8, at int8) WHERE g.id = u.id;
    END IF;
    UPDATE yourcall.head SET sequence = base + event_count;
    RETURN base;
  END
  $$;
  `,
];
