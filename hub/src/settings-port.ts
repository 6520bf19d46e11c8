/** What a person may change while the hub runs. */
export interface SettingsChange {
  /** How long ended asks are kept; null: forever. */
  keepMs: number | null;
}

/** Where a person's settings outlive the hub. The hub knows no settings file: whoever starts it passes this in. */
export interface SettingsPort {
  /** Keeps the change for the next start. If it throws a `YourcallError`, nothing was changed. */
  save(change: SettingsChange): void | Promise<void>;
}

/** Where a hub is. */
export interface HubPlace {
  url: string;
  socket: string;
  /** The https address in front of it, if there is one. */
  publicUrl?: string;
  directory: string;
}
