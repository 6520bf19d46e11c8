import type { ReactNode } from "react";
import { useRef } from "react";
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
