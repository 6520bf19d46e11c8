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
