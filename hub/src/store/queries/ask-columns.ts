/** Selects a row that `toRecord` can read, with the bytes it takes while pending, from `asks` joined with the tables named here. */
export const askColumns = `asks.position, asks.id, asks.token, asks.key, coalesce(endings.status, 'pending') AS status,
  asks.created_at, coalesce(pending.expires_at, endings.expires_at) AS expires_at,
  CASE WHEN sightings.last_seen_at > asks.last_seen_at THEN sightings.last_seen_at ELSE asks.last_seen_at END AS last_seen_at,
  sightings.delivery, sightings.delivered_at, sightings.delivery_note, endings.ended_at,
  coalesce(pending.draft_revision, endings.draft_revision, 0) AS draft_revision,
  coalesce(pending.draft, endings.draft) AS draft, endings.outcome, asks.ask, pending.bytes`;

/** The tables for `askColumns`, as PostgreSQL takes them in any order. */
export const askTables = `yourcall.asks
  LEFT JOIN yourcall.pending ON pending.position = asks.position
  LEFT JOIN yourcall.endings ON endings.position = asks.position
  LEFT JOIN yourcall.sightings ON sightings.position = asks.position`;
