import type { ReactNode } from "react";
import { Boundary } from "../boundary.tsx";
import { PartNote } from "./part-note.tsx";

interface BoundaryProps {
  /** What is shown: if it changes, it is tried again. */
  of?: unknown;
  /** What to show instead of something that cannot be shown. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Keeps the thread up if a message or one of its parts cannot be shown. */
export function MessageBoundary({ of, fallback, children }: BoundaryProps) {
  const instead = fallback ?? <PartNote tone="danger">This part of the conversation cannot be shown.</PartNote>;
  return (
    <Boundary of={of} instead={instead}>
      {children}
    </Boundary>
  );
}
