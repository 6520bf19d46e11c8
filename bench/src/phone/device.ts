import type { BuiltHub } from "../built-hub.ts";

/** Starts the hub of a channel, with these variables. */
export type StartHub = (env?: Record<string, string>) => Promise<BuiltHub>;

/** A device that is bound to a hub, and the person who holds it. */
export interface Device {
  hub: BuiltHub;
  /** Resolves when the notice with this text has arrived. Pressing it chooses the first option. */
  notice(text: string): Promise<{ press(): void }>;
  end(): Promise<void>;
}

const lookMs = 50;

/** Resolves once the device was bound. */
export async function untilReady(hub: BuiltHub, id: unknown): Promise<void> {
  for (;;) {
    const { devices } = (await hub.call("human", "/v1/devices")) as { devices: { id: string; state: string }[] };
    if (devices.some((device) => device.id === id && device.state === "ready")) return;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}
