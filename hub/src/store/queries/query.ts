// Statements that are the same for every database, written for PostgreSQL: `$1` is the first value, and tables are in the schema
// `yourcall`, which each store replaces with what it has.

export type Value = string | number | null;
export type Row = Record<string, unknown>;

/** Runs one statement, atomically, and returns its rows. */
export type Query = (sql: string, ...values: Value[]) => Promise<Row[]>;

/** The ways in which a store runs these statements. */
export interface Queries {
  read: Query;
  /** For statements that read much. */
  readMuch: Query;
  /** If the connection breaks, the statement may run twice. */
  write: Query;
  /** For large values; it may run twice, too. */
  writeMuch: Query;
  /** For a write that must not run twice. */
  writeOnce: Query;
  /** The tables of `askColumns`. */
  askTables: string;
  /** Makes a SELECT skip rows that another hub is about to change. */
  skipLocked: string;
}

/** A row with undefined instead of null. */
export function withoutNulls(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}
