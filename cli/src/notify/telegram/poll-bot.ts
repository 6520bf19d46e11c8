import { isRecord } from "@yourcall/core/internal";
import type { Hub } from "@yourcall/hub";
import { listenAlone } from "../listen-alone.ts";
import type { Bot } from "./bot-api.ts";

interface PollOptions {
  hub: Pick<Hub, "store" | "clock">;
  bot: Bot;
  holder: string;
  /** Handles one update. If it rejects, the update comes again. */
  onUpdate(update: Record<string, unknown>): Promise<void>;
  onHealth(reason: string | undefined): void;
  signal: AbortSignal;
}

const holdSeconds = 25;

/**
 * Reads a bot's updates until the signal ends it. One hub polls each bot, because Telegram gives each update to the first program that asks. An
 * update is confirmed once it has been handled.
 */
export function pollBot({ bot, onUpdate, ...options }: PollOptions): Promise<void> {
  const { store } = options.hub;
  const lease = `telegram ${bot.id}`;
  return listenAlone({ ...options, lease }, async (signal, onWorks) => {
    const offset = Number((await store.recall(lease)) ?? 0);
    const parameters = { offset, timeout: holdSeconds, allowed_updates: ["message", "callback_query"] };
    const updates = await bot.call("getUpdates", parameters, signal, (holdSeconds + 10) * 1000);
    onWorks();
    for (const update of Array.isArray(updates) ? updates : []) {
      if (!isRecord(update) || typeof update.update_id !== "number") continue;
      await onUpdate(update);
      await store.remember(lease, String(update.update_id + 1));
    }
  });
}
