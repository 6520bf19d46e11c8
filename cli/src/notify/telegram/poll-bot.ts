import { isRecord, pause } from "@yourcall/core/internal";
import type { Hub } from "@yourcall/hub";
import { type Bot, BotError } from "./bot-api.ts";

interface PollOptions {
  hub: Pick<Hub, "store" | "clock">;
  bot: Bot;
  /** The name of this hub. A hub that replaces a crashed one has the same name, and need not wait for its lease to run out. */
  holder: string;
  /** Handles one update. If it rejects, the update comes again. */
  onUpdate(update: Record<string, unknown>): Promise<void>;
  /** Called when polling starts to fail, with the reason, and with undefined when it works again. */
  onHealth(reason: string | undefined): void;
  signal: AbortSignal;
}

const holdSeconds = 25;
const leaseMs = 60_000;
const retryMs = 2000;
const longestRetryMs = 60_000;

/**
 * Reads a bot's updates until the signal ends it. Of the hubs that share a store one polls each bot, because Telegram gives an update
 * to whoever asks first. An update is confirmed once it has been handled.
 */
export async function pollBot({ hub, bot, holder, onUpdate, onHealth, signal }: PollOptions): Promise<void> {
  const { store, clock } = hub;
  const lease = `telegram ${bot.id}`;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const now = clock.now();
      if (!(await store.takeLease(lease, { holder, until: now + leaseMs, now }))) {
        await pause(clock, retryMs, signal).catch(() => {});
        continue;
      }
      const offset = Number((await store.recall(lease)) ?? 0);
      const parameters = { offset, timeout: holdSeconds, allowed_updates: ["message", "callback_query"] };
      const updates = await bot.call("getUpdates", parameters, signal, (holdSeconds + 10) * 1000);
      if (failures > 0) onHealth(undefined);
      failures = 0;
      for (const update of Array.isArray(updates) ? updates : []) {
        if (!isRecord(update) || typeof update.update_id !== "number") continue;
        await onUpdate(update);
        await store.remember(lease, String(update.update_id + 1));
      }
    } catch (error) {
      if (signal.aborted) break;
      failures += 1;
      onHealth((error as Error).message);
      const wanted = error instanceof BotError ? error.retryAfterMs : undefined;
      await pause(clock, wanted ?? Math.min(retryMs * 2 ** (failures - 1), longestRetryMs), signal).catch(() => {});
    }
  }
  // Another hub need not wait for the lease to run out.
  const now = clock.now();
  await store.takeLease(lease, { holder, until: now, now }).catch(() => {});
}
