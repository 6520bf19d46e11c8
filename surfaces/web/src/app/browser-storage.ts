/** What the browser keeps for this page, for all its tabs. One that keeps nothing (a private mode) forgets with the tab. */
export interface BrowserStorage {
  read(name: string): string | null;
  write(name: string, value: string | null): void;
  /** Calls back when another tab has changed it; returns how to stop. */
  watch(name: string, act: (value: string | null) => void): () => void;
}

export function createBrowserStorage(): BrowserStorage {
  const memory = new Map<string, string>();
  const toKey = (name: string) => `yourcall.${name}`;
  return {
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
    watch(name, act) {
      const hear = (event: StorageEvent) => {
        if (event.storageArea !== localStorage) return;
        if (event.key !== null && event.key !== toKey(name)) return;
        memory.delete(name);
        act(event.newValue);
      };
      addEventListener("storage", hear);
      return () => removeEventListener("storage", hear);
    },
  };
}
