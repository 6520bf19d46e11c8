import { YourcallError } from "@yourcall/core";
import { defaultMaxBytesPerTokenAndDay } from "@yourcall/core/internal";
import { type Clock, every } from "./clock.ts";
import type { Store } from "./store/store.ts";

/**
 * How many bytes of asks each token has had stored today, whatever became of them: withdrawn asks take as much space as pending
 * ones. It is counted in memory and written now and then, so that a restart does not start from zero and asking costs nothing more.
 */
export interface DailyUse {
  /** Counts an ask, or throws `too-many` if the token has used up its day. Returns how to take that back. */
  take(token: string, bytes: number): Promise<() => void>;
  /** The tokens that were refused today, and their use in bytes. */
  refused(): ReadonlyMap<string, number>;
  readonly limit: number;
  stop(): Promise<void>;
}

interface Use {
  day: number;
  /** As last read from the store, which other hubs write to as well. */
  stored: number;
  /** Since then, at this hub. */
  added: number;
  writing?: Promise<void> | undefined;
}

const dayMs = 86_400_000;
const writeMs = 30_000;
// What a crash may leave uncounted.
const writeBytes = 1024 * 1024;
// The rows and indexes of an ask, its outcome and its delivery.
const bytesPerAsk = 500;

export function createDailyUse(store: Store, clock: Clock, limit = defaultMaxBytesPerTokenAndDay): DailyUse {
  const uses = new Map<string, Use>();
  const loading = new Map<string, Promise<Use>>();
  const refused = new Map<string, number>();
  const today = () => Math.floor(clock.now() / dayMs);
  const stopWriting = every(clock, writeMs, writeAll);

  function find(token: string): Use | Promise<Use> {
    const use = uses.get(token);
    if (use?.day === today()) return use;
    // Concurrent callers share one read.
    const reading = loading.get(token) ?? load(token).finally(() => loading.delete(token));
    loading.set(token, reading);
    return reading;
  }

  async function load(token: string): Promise<Use> {
    refused.delete(token);
    const use: Use = { day: today(), stored: await readStored(token), added: 0 };
    uses.set(token, use);
    return use;
  }

  async function readStored(token: string): Promise<number> {
    const noted = await store.recall(toName(token));
    const { day, bytes } =
      noted === null ? { day: 0, bytes: 0 } : (JSON.parse(noted) as { day: number; bytes: number });
    return day === today() ? bytes : 0;
  }

  /** One write at a time, or an addition would be counted twice. */
  function write(token: string, use: Use): Promise<void> {
    use.writing ??= writeNow(token, use).finally(() => {
      use.writing = undefined;
    });
    return use.writing;
  }

  async function writeNow(token: string, use: Use): Promise<void> {
    if (use.added === 0 || use.day !== today()) return;
    const added = use.added;
    // Another hub may have written in between. If both write at the same moment, one count is lost, until the next time.
    const stored = (await readStored(token)) + added;
    await store.remember(toName(token), JSON.stringify({ day: use.day, bytes: stored }));
    use.stored = stored;
    use.added -= added;
  }

  async function writeAll(): Promise<void> {
    for (const [token, use] of uses) await write(token, use);
  }

  return {
    limit,
    async take(token, askBytes) {
      const bytes = askBytes + bytesPerAsk;
      const found = find(token);
      const use = found instanceof Promise ? await found : found;
      if (use.stored + use.added + bytes > limit) {
        refused.set(token, use.stored + use.added);
        throw new YourcallError(
          "too-many",
          `The asks of this token have taken ${use.stored + use.added} bytes today, and the limit for a day is ${limit} (maxBytesPerTokenAndDay in config.json). ` +
            "Withdrawn asks count too. It may ask again after midnight UTC.",
        );
      }
      use.added += bytes;
      if (use.added >= writeBytes) void write(token, use).catch(() => {});
      return () => {
        use.added -= bytes;
      };
    },
    refused: () => new Map([...refused].filter(([token]) => uses.get(token)?.day === today())),
    async stop() {
      stopWriting();
      await Promise.allSettled([...uses.values()].map(({ writing }) => writing));
      await writeAll().catch(() => {});
    },
  };
}

const toName = (token: string) => `daily-use:${token}`;
