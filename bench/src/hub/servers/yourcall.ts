import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startHub } from "../../../../hub/src/index.ts";
import { openPostgresStore } from "../../../../hub/src/store/postgres/open-store.ts";
import { serveParent } from "../serve-parent.ts";

/** The hub itself, as `yourcall serve` starts it, on a free port. */
await serveParent(async ({ directory, store }: { directory: string; store?: string }) => {
  const { port, socket, stop } = await startHub({
    ...{ directory, version: "bench", port: 0, exactPort: true },
    // High enough to measure what 100,000 pending asks cost.
    ...{ maxPendingPerToken: 1_000_000, maxPendingBytesPerToken: 2 ** 40, maxBytesPerTokenAndDay: 2 ** 50 },
    ...(store === undefined ? {} : { store: () => openPostgresStore(store) }),
  });
  const tokens = JSON.parse(readFileSync(join(directory, "tokens.json"), "utf8")) as { agent: string; human: string };
  return { ready: { port, socket, tokens }, stop };
});
