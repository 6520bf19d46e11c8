/** What the worker needs to act for this device when no page is open. */
export interface Kept {
  /** The device's token. It presses the buttons that were sent here, and reads nothing. */
  token: string;
  /** The identity key of the hub, which has to prove itself before it gets the token. */
  hub: string;
  /** The key with which the hub signs what it sends; a subscription is made for it. */
  key: string;
}

const store = "device";

/** Undefined if this browser is not a device. */
export function readKept(): Promise<Kept | undefined> {
  return inStore("readonly", (all) => all.get(store) as IDBRequest<Kept | undefined>);
}

export async function keep(kept: Kept | undefined): Promise<void> {
  if (kept === undefined) await inStore("readwrite", (all) => all.delete(store));
  else await inStore("readwrite", (all) => all.put(kept, store));
}

/** A worker has no localStorage. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (all: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open("yourcall", 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(store);
  const database = await resultOf(opening);
  try {
    return await resultOf(act(database.transaction(store, mode).objectStore(store)));
  } finally {
    database.close();
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
