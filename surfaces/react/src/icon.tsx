export const tick = "m3.5 8.5 3 3 6-7";

/** A sign beside a word that says the same. */
export function Icon({ path }: { path: string }) {
  return (
    <svg className="yc-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** The key that does the same, on devices with keys. */
export function KeyCap({ name }: { name: string | number }) {
  return (
    <span className="yc-key" aria-hidden="true">
      {name}
    </span>
  );
}
