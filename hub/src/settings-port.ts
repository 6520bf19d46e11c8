/** What a person may change while the hub runs. */
export interface SettingsChange {
  /** How long ended asks are kept; null: forever. */
  keepMs: number | null;
}

/** Where settings are saved. The hub itself knows no settings file: whoever starts it passes this in. */
export interface SettingsPort {
  /** Saves the change for the next start. If it throws a `YourcallError`, nothing was changed. */
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
