import { useSyncExternalStore } from "react";

/** The pages there are. Nothing else is served. */
export type Route =
  | { page: "waiting"; id?: string }
  | { page: "sessions"; id?: string }
  | { page: "log"; id?: string }
  | { page: "settings" }
  /** An address that leads nowhere. */
  | { page: "none" };

export function toRoute(path: string): Route {
  const [, first = "", second = "", ...rest] = path.split("/");
  const id = second === "" ? undefined : decode(second);
  if (rest.some((part) => part !== "")) return { page: "none" };
  if (first === "log" || first === "sessions") return { page: first, id };
  if (first === "a" && id !== undefined) return { page: "waiting", id };
  if (id !== undefined) return { page: "none" };
  if (first === "settings") return { page: "settings" };
  return { page: first === "" ? "waiting" : "none" };
}

export function toAskPath(id: string): string {
  return `/a/${encodeURIComponent(id)}`;
}

const listeners = new Set<() => void>();

/** Goes to another page without loading. With `replace`, Back skips this one. */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  if (path === location.pathname + location.search) return;
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  for (const listener of listeners) listener();
}

/** The path of the page that is open. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

/** The query of the address: `?q=…`, or nothing. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => location.search);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("popstate", listener);
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
