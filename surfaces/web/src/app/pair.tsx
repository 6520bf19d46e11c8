import type { ReactNode } from "react";

/** A name and its value, in a list of class `pairs`. Without a value it is left out. */
export function Pair({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
