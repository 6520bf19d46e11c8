import { describe } from "vitest";
import { describeCreating } from "./conformance/creating.ts";
import { describeDrafts } from "./conformance/drafts.ts";
import { describeDurability } from "./conformance/durability.ts";
import { describeEnding } from "./conformance/ending.ts";
import { describeEvents } from "./conformance/events.ts";
import { describeForgetting } from "./conformance/forgetting.ts";
import { describeKeys } from "./conformance/keys.ts";
import { describeLists } from "./conformance/lists.ts";
import { describeLog } from "./conformance/log.ts";
import { describeSearch } from "./conformance/search.ts";
import { describeSharing } from "./conformance/sharing.ts";
import { closeAfterTest, type OpenStore, type StoreFeatures } from "./conformance/store-under-test.ts";
import { describeTokens } from "./conformance/tokens.ts";

export type { OpenStore, StoreFeatures };

/**
 * The vitest suite that every store has to pass: what the comments of `Store` say, sentence by sentence. `open` gives a new,
 * empty store each time.
 *
 * ```ts
 * describeStoreConformance("SQLite", open, { reopen });
 * ```
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
    describeTokens(stores);
    describeDurability(stores);
    describeSharing(stores);
  });
}
