import { type ReactNode, useRef } from "react";
import { Boundary } from "../boundary.tsx";
import { useHostScheme } from "../use-host-scheme.ts";

/** A quiet line in the place of a card. */
export function PartNote({ busy = false, tone, children }: { busy?: boolean; tone?: "danger"; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useHostScheme(root);
  return (
    <div ref={root} className="yc-note" data-busy={busy} data-tone={tone} role="status">
      {children}
    </div>
  );
}

/**
 * Keeps the thread up if a message or one of its parts fails to render. `of`: what is shown; if it changes, rendering is tried again.
 *
 * @example
 * const safe = <MessageBoundary>{prompt}</MessageBoundary>;
 */
export function MessageBoundary({ of, children }: { of?: unknown; children: ReactNode }) {
  const instead = <PartNote tone="danger">This part of the conversation cannot be shown.</PartNote>;
  return (
    <Boundary of={of} instead={instead}>
      {children}
    </Boundary>
  );
}
