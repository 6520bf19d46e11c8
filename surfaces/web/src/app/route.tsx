import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from "react";

/** All pages. */
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

export function toDecisionPath(id: string): string {
  return `/log/${encodeURIComponent(id)}`;
}

export function toSessionPath(id: string): string {
  return `/sessions/${encodeURIComponent(id)}`;
}

const listeners = new Set<() => void>();

/** Goes to another page without loading. With `replace`, Back skips this one. */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  if (path === location.pathname + location.search) return;
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  for (const listener of listeners) listener();
}

/** A link to a page of the inbox. A plain click stays in this tab; anything else is left to the browser. */
export function PageLink({ to, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={to} onClick={follow} />;
}

/** The page that is open. */
export function useRoute(): Route {
  return toRoute(useSyncExternalStore(subscribe, () => location.pathname));
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
