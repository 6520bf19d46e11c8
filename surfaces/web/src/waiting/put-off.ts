import { useState } from "react";
import type { BrowserStorage } from "../app/browser-storage.ts";

const name = "later";

/** The asks that were put off here. They stay in the list, and nothing leads to them by itself. */
export function usePutOff(storage: BrowserStorage, pending: ReadonlySet<string>) {
  const [putOff, setPutOff] = useState<ReadonlySet<string>>(() => read(storage));
  function become(ids: Iterable<string>): ReadonlySet<string> {
    const kept = new Set([...ids].filter((id) => pending.has(id)));
    storage.write(name, kept.size === 0 ? null : JSON.stringify([...kept]));
    setPutOff(kept);
    return kept;
  }
  return {
    putOff,
    add: (id: string) => become([...putOff, id]),
    clear: () => become([]),
  };
}

function read(storage: BrowserStorage): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(storage.read(name) ?? "[]");
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set();
  }
}
