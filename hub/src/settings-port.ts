/** What a person may change while the hub runs. */
export interface SettingsChange {
  /** How long ended asks are kept; null for good. */
  keepMs: number | null;
}

/** Where a person's settings outlive the hub. The hub knows no file: whoever starts it hands this in. */
export interface SettingsPort {
  /** Keeps the change for the next start. Throws a `YourcallError` where it cannot, and then nothing was changed. */
  save(change: SettingsChange): void | Promise<void>;
}

/** Where a hub is. */
export interface HubPlace {
  url: string;
  socket: string;
  /** The https address in front of it, where there is one. */
  publicUrl?: string;
  directory: string;
}
