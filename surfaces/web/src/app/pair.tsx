import type { ReactNode } from "react";

/** A name and what it stands for, in a list of class `pairs`. Nothing, if it stands for nothing. */
export function Pair({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
