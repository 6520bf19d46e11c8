const paths = {
  search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm3.3 7.8 3.2 3.2",
  shield: "M8 1.8 13 3.6v4c0 3.2-2.1 5.5-5 6.6-2.9-1.1-5-3.4-5-6.6v-4Z",
  clock: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Zm0 2.8V8l2.2 1.6",
  check: "m3 8.6 3.2 3.2L13 4.6",
  back: "M10 3 5 8l5 5",
  warn: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Zm0 3v3.6m0 2.2v.2",
  inbox: "M2 9.2 4 3h8l2 6.2v3.3a.8.8 0 0 1-.8.8H2.8a.8.8 0 0 1-.8-.8Zm.2.3h3.5l1 1.8h2.6l1-1.8h3.5",
  chat: "M2.5 3h11v8h-6l-3 2.5V11h-2Z",
  branch:
    "M3 3.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0m0 9a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0m7-7a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M4.5 5v6m7-4c0 2.5-3 2.25-5.5 3.5",
  more: "M6 3.5 10.5 8 6 12.5",
  picture: "M2.5 3h11v10h-11Zm0 8 3.2-3.2 2.3 2.3 2.4-2.9 3.1 3.3M5.6 5.6v.1",
  log: "M3 3.5h10M3 8h10M3 12.5h6",
  settings: "M2.5 5h5m4 0h2m-11 6h2m4 0h5M9.5 3.2v3.6m-3 2.4v3.6",
} as const;

/** A small icon next to a word, never instead of one. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

/** Our mark: a speech bubble with one thing chosen in it. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg className="mark-sign" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d="M12 2.8a8.7 8.7 0 0 1 0 17.4 8.9 8.9 0 0 1-4-.95L3 20.9l1.6-4.85A8.7 8.7 0 0 1 12 2.8Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <circle cx="12" cy="11.5" r="3.6" fill="currentColor" />
    </svg>
  );
}

/** A key, hidden on devices without a keyboard. Screen readers get the keys from the sheet behind `?`. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span className="cap" aria-hidden="true">
      {children}
    </span>
  );
}
