import { describe } from "vitest";
import { describeChain } from "./chain.ts";
import { describeCreating } from "./creating.ts";
import { describeDeliveries } from "./deliveries.ts";
import { describeDevices } from "./devices.ts";
import { describeDrafts } from "./drafts.ts";
import { describeDurability } from "./durability.ts";
import { describeEnding } from "./ending.ts";
import { describeEvents } from "./events.ts";
import { describeForgetting } from "./forgetting.ts";
import { describeGrants } from "./grants.ts";
import { describeKeys } from "./keys.ts";
import { describeLists } from "./lists.ts";
import { describeLog } from "./log.ts";
import { describeNotices } from "./notices.ts";
import { describePictures } from "./pictures.ts";
import { describeRevisions } from "./revisions.ts";
import { describeSearch } from "./search.ts";
import { describeSharing } from "./sharing.ts";
import { closeAfterTest, type OpenStore, type StoreFeatures } from "./store-under-test.ts";
import { describeTokens } from "./tokens.ts";

export type { OpenStore, StoreFeatures };

/**
 * The vitest suite that every store must pass. It checks what the comments of `Store` promise, sentence by sentence.
 *
 * ```ts
 * describeStoreConformance("SQLite", open, { reopen, join });
 * ```
 *
 * @example
 * import { openSqliteStore } from "@yourcall/hub";
 * describeStoreConformance("SQLite", () => openSqliteStore("asks.db"), {
 *   reopen: async (store) => {
 *     await store.close();
 *     return openSqliteStore("asks.db");
 *   },
 *   join: () => openSqliteStore("asks.db"),
 * });
 */
export function describeStoreConformance(name: string, open: OpenStore, features: StoreFeatures): void {
  const stores = closeAfterTest({ open, ...features });
  describe(`the ${name} store`, () => {
    describeCreating(stores);
    describeKeys(stores);
    describeEnding(stores);
    describeDrafts(stores);
    describeLists(stores);
    describeSearch(stores);
    describeLog(stores);
    describeEvents(stores);
    describeForgetting(stores);
    describeDeliveries(stores);
    describeTokens(stores);
    describeNotices(stores);
    describeDevices(stores);
    describeGrants(stores);
    describePictures(stores);
    describeRevisions(stores);
    describeChain(stores);
    describeDurability(stores);
    describeSharing(stores);
  });
}
