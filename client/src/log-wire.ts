import type { OutcomeStatus } from "@yourcall/core";

/** One day of the log. */
export interface DayCount {
  /** As `2026-01-31`. */
  day: string;
  /** How many asks came. */
  asked: number;
  /** How those that came that day ended, so far. */
  ended: Record<OutcomeStatus, number>;
  /** How long those that ended had waited until then. */
  waited?: { medianMs: number; longestMs: number };
}

/** Which days: from one to another, both included, as `2026-01-31`. The last 30 unless told, at most 92. */
export interface DaysQuery {
  from?: string;
  to?: string;
  /** The time zone whose midnights part the days, as `Europe/Berlin`; UTC unless told. */
  zone?: string;
}

/** Where a hub is and what is set there. */
export interface HubSettings {
  version: string;
  /** The id of the token that asks, so that nobody takes their own way in away by mistake. */
  token: string;
  url: string;
  socket: string;
  publicUrl?: string;
  /** The state directory. */
  directory: string;
  /** How long ended asks are kept; null for good. */
  keepMs: number | null;
  /** The deadline of asks that bring none. */
  timeoutMs?: number;
  /** Whether `saveSettings` can change anything. */
  canSave: boolean;
}

/** What can be changed while a hub runs. */
export type SettingsBody = Pick<HubSettings, "keepMs">;
