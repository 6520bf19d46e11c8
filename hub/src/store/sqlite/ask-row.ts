/** Selects a row that `toRecord` can read, from one of `askSources`. */
export const askColumns = `asks.position, asks.id, asks.token, asks.key, coalesce(endings.status, 'pending') AS status,
  asks.created_at, coalesce(pending.expires_at, endings.expires_at) AS expires_at,
  max(asks.last_seen_at, coalesce(sightings.last_seen_at, 0)) AS last_seen_at, sightings.delivery,
  sightings.delivered_at, sightings.delivery_note, endings.ended_at,
  coalesce(pending.draft_revision, endings.draft_revision, 0) AS draft_revision,
  coalesce(pending.draft, endings.draft) AS draft, endings.outcome, asks.ask`;

const withPending = "LEFT JOIN pending ON pending.position = asks.position";
const withEndings = "LEFT JOIN endings ON endings.position = asks.position";
const withSightings = "LEFT JOIN sightings ON sightings.position = asks.position";

/** The joins that `askColumns` need after `asks`. */
export const askJoins = `${withPending} ${withEndings} ${withSightings}`;

/** The tables for `askColumns`, by the one read first. A CROSS JOIN makes SQLite keep that order. */
export const askSources = {
  asks: `asks ${askJoins}`,
  pending: `pending CROSS JOIN asks ON asks.position = pending.position ${withEndings} ${withSightings}`,
  endings: `endings CROSS JOIN asks ON asks.position = endings.position ${withPending} ${withSightings}`,
} as const;
