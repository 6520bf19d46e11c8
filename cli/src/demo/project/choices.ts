/** What the project is made of: every decision of the person, as the generator takes it. */
export interface Choices {
  database: Database;
  features: readonly Feature[];
  packageManager: { name: PackageManager; version: string };
  layout: Layout;
  /** What the README tells of the decisions, a row each. */
  decided: readonly Decided[];
  /** Own words that this service does not do. They are kept, never guessed at. */
  wishes: readonly string[];
}

export interface Decided {
  what: string;
  answer: string;
  note?: string;
}

export const databases = ["sqlite", "json", "memory"] as const;
export type Database = (typeof databases)[number];

export const features = ["search", "health", "rate-limit", "dark"] as const;
export type Feature = (typeof features)[number];

export const packageManagers = ["npm", "pnpm", "bun", "yarn"] as const;
export type PackageManager = (typeof packageManagers)[number];

export const layouts = ["sidebar", "topbar"] as const;
export type Layout = (typeof layouts)[number];
