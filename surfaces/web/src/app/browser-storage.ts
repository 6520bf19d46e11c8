import { useCallback, useEffect, useState } from "react";

/** Browser storage shared by all tabs. Without any (private mode), values last as long as the tab. */
interface BrowserStorage {
  read(name: string): string | null;
  write(name: string, value: string | null): void;
  /** The stored names. */
  names(): string[];
  /** Calls `act` when another tab has changed the value. Returns a function that stops watching. */
  watch(name: string, act: (value: string | null) => void): () => void;
}

const memory = new Map<string, string>();
const prefix = "yourcall.";
const toKey = (name: string) => `${prefix}${name}`;

export const storage: BrowserStorage = {
  read(name) {
    try {
      return localStorage.getItem(toKey(name)) ?? memory.get(name) ?? null;
    } catch {
      return memory.get(name) ?? null;
    }
  },
  write(name, value) {
    if (value === null) memory.delete(name);
    else memory.set(name, value);
    try {
      if (value === null) localStorage.removeItem(toKey(name));
      else localStorage.setItem(toKey(name), value);
    } catch {
      // Kept in this tab only.
    }
  },
  names() {
    try {
      const kept = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
      return [...new Set([...memory.keys(), ...kept.map((key) => key.slice(prefix.length))])];
    } catch {
      return [...memory.keys()];
    }
  },
  watch(name, act) {
    const receive = (event: StorageEvent) => {
      if (event.storageArea !== localStorage) return;
      if (event.key !== null && event.key !== toKey(name)) return;
      memory.delete(name);
      act(event.newValue);
    };
    addEventListener("storage", receive);
    return () => removeEventListener("storage", receive);
  },
};

/** A stored value, the same in every tab, and how to change it. */
export function useStored(name: string): [value: string | null, write: (value: string | null) => void] {
  const [value, setValue] = useState(() => storage.read(name));
  useEffect(() => storage.watch(name, setValue), [name]);
  const write = useCallback(
    (next: string | null) => {
      storage.write(name, next);
      setValue(next);
    },
    [name],
  );
  return [value, write];
}
