/** The tables for `askColumns`. */
export const askTables = `yourcall.asks
  LEFT JOIN yourcall.pending ON pending.position = asks.position
  LEFT JOIN yourcall.endings ON endings.position = asks.position
  LEFT JOIN yourcall.sightings ON sightings.position = asks.position`;
