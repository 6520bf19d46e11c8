// Statements that are the same for every database, written for PostgreSQL: `$1` is the first value, and tables are in the schema
// `yourcall`, which each store replaces with what it has.

export type Value = string | number | null;
export type Row = Record<string, unknown>;

/** Runs one statement, atomically, and returns its rows. */
export type Query = (sql: string, ...values: Value[]) => Promise<Row[]>;
