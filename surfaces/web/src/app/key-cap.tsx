/** A key, shown where there are keys. Screen readers learn of keys from the sheet behind `?`. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span className="cap" aria-hidden="true">
      {children}
    </span>
  );
}
