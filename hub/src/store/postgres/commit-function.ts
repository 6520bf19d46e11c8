/** The function in the database that `group-commit.ts` calls. It is part of the first step of the schema. */
export const commitFunction = `  -- Writes a batch that a hub has decided on. It returns the sequence before its first event, or null without writing anything if the
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
`;
