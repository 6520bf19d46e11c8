const paths = {
  tick: "m3.5 8.5 3 3 6-7",
  branch:
    "M6 3.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Zm0 9a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Zm7-7a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM4.5 5v6m7-4c0 2.5-3 2.25-5.5 3.5",
  clock: "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM8 4.75V8l2.25 1.5",
  shield: "M8 1.75 13 3.5v4c0 3.2-2.1 5.6-5 6.75-2.9-1.15-5-3.55-5-6.75v-4z",
};

/** A sign beside a word that says the same. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg className="yc-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
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
