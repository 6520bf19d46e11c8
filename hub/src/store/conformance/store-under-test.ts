import { onTestFinished } from "vitest";
import type { Store } from "../store.ts";

/** Opens a new, empty store that keeps `keepEvents` events (default: 10,000). */
export type OpenStore = (options?: { keepEvents?: number }) => Promise<Store>;

export interface StoreFeatures {
  /** Closes a store that `open` returned and opens its data again. */
  reopen(store: Store): Promise<Store>;
  /** Opens the data of this store a second time, as another hub would. It notices within a second what the first one commits. */
  join(store: Store): Promise<Store>;
}

/** What each part of the suite gets. The stores are closed when the test is over. */
export interface StoreUnderTest extends StoreFeatures {
  open: OpenStore;
}

export function closeAfterTest({ open, reopen, join }: StoreUnderTest): StoreUnderTest {
  const closing = async (opened: Promise<Store>) => {
    const store = await opened;
    onTestFinished(() => store.close());
    return store;
  };
  return {
    open: (options) => closing(open(options)),
    reopen: (store) => closing(reopen(store)),
    join: (store) => closing(join(store)),
  };
}
