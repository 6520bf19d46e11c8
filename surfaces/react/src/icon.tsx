export const tick = "m3.5 8.5 3 3 6-7";

/** A decorative icon next to text that says the same. */
export function Icon({ path }: { path: string }) {
  return (
    <svg className="yc-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/**
 * The key that does the same as a control; shown only on devices with a keyboard. `off`: it does nothing now, and its place is kept so
 * that nothing beside it moves.
 */
export function KeyCap({ name, off }: { name: string | number; off?: boolean | undefined }) {
  return (
    <span className="yc-key" data-off={off || undefined} aria-hidden="true">
      {name}
    </span>
  );
}
