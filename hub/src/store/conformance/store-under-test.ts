import { onTestFinished } from "vitest";
import type { Store } from "../store.ts";

/** A new, empty store, which remembers `keepEvents` events (10,000 unless told). */
export type OpenStore = (options?: { keepEvents?: number }) => Promise<Store>;

export interface StoreFeatures {
  /** Closes a store that `open` gave and opens what it kept again. */
  reopen(store: Store): Promise<Store>;
  /** Opens what this store keeps a second time, as another hub would. Left out where only one hub may have it open. */
  join?(store: Store): Promise<Store>;
}

/** What each part of the suite is handed: stores that are closed when the test is over. */
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
    ...(join === undefined ? {} : { join: (store) => closing(join(store)) }),
  };
}
