import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cleanLine } from "@yourcall/core";
import { toLocalTime } from "@yourcall/core/internal";
import type { WireDevice } from "@yourcall/core/internal/wire";

/** `notify.json`: what the notifier has sent and the state of its channels. The hub writes it; `status` and `doctor` read it. */
interface NotifyState {
  channels: ChannelState[];
  /** Pending asks with a notification, oldest first, and what each channel needs to withdraw it. */
  told: { id: string; handles: Record<string, string> }[];
}

export interface ChannelState {
  name: string;
  /** What notices call it, if not by its name. */
  id?: string;
  what: string;
  sent: number;
  failed: number;
  sentAt?: string;
  /** Whether the last attempt failed. */
  failing: boolean;
  /** The last failure. */
  error?: { message: string; at: string };
}

const name = "notify.json";

/** What the notifier last wrote here; null if there is nothing readable. */
export function readNotifyState(directory: string): NotifyState | null {
  try {
    const value: Partial<NotifyState> | null = JSON.parse(readFileSync(join(directory, name), "utf8"));
    const { channels, told } = value ?? {};
    return Array.isArray(channels) && Array.isArray(told) ? { channels, told } : null;
  } catch {
    return null;
  }
}

/** Writes what `read` returns to `notify.json`, replacing the whole file. Changes during a write share the next one. */
export function createStateKeeper(
  directory: string,
  read: () => NotifyState,
  log: (message: string) => void,
): { changed(): void; settled(): Promise<void> } {
  let work: Promise<void> | null = null;
  let again = false;
  let failed = false;

  async function write(): Promise<void> {
    do {
      again = false;
      const temporary = join(directory, `${name}.${process.pid}`);
      try {
        await writeFile(temporary, `${JSON.stringify(read())}\n`, { mode: 0o600 });
        await rename(temporary, join(directory, name));
        failed = false;
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        // Without its directory the hub is about to end, and the log there may already belong to another one.
        if (!failed && code !== "ENOENT") log(`notify.json cannot be written: ${message}`);
        failed = true;
      }
    } while (again);
    work = null;
  }

  return {
    changed() {
      again = true;
      work ??= write();
    },
    settled: () => work ?? Promise.resolve(),
  };
}

/** `webhook 1 (ntfy at ntfy.sh)`. */
export function toChannelName({ name, what }: Pick<ChannelState, "name" | "what">): string {
  return `${name} (${what})`;
}

/** What notices in the store call a channel. It stays the same when the channels in config.json are reordered. */
export function toTarget({ id, name, what }: Pick<ChannelState, "id" | "name" | "what">): string {
  return toChannelName({ name: id ?? name, what });
}

/** A channel whose last attempt failed: why, how often, when. */
export function toFailureText(state: ChannelState): string {
  const { error, failed } = state;
  if (error === undefined) return toChannelName(state);
  return `${toChannelName(state)}: ${error.message} (${times(failed)}, last at ${toLocalTime(error.at, Date.now())})`;
}

/** The state of a channel in a few words. */
export function toStateText(state: ChannelState | undefined): string {
  if (state === undefined || state.sent + state.failed === 0) return "nothing sent yet";
  const sent = `${state.sent} sent${state.sentAt === undefined ? "" : `, last at ${toLocalTime(state.sentAt, Date.now())}`}`;
  if (state.error === undefined) return sent;
  const failed = `failed ${times(state.failed)}, last at ${toLocalTime(state.error.at, Date.now())}: ${state.error.message}`;
  return state.failing ? `failing: ${failed}; ${sent}` : `${sent}; ${failed}`;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

/** A line for each device that fails: `Pixel (ntfy) fails since 14:02: the bot is blocked`. */
export function failingDevices(devices: readonly WireDevice[]): string[] {
  return devices.flatMap(({ name, kind, reason, failingSince }) => {
    if (reason === undefined) return [];
    const since = failingSince === undefined ? "" : ` since ${toLocalTime(failingSince, Date.now())}`;
    return [`${cleanLine(name)} (${kind}) fails${since}: ${cleanLine(reason)}`];
  });
}
