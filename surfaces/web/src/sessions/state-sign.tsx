import type { Session } from "@yourcall/client";

/** The state of a session as a shape: a filled bubble waits, an open ring works, a circle is idle, a crossed one has failed. */
export function StateSign({ state }: Pick<Session, "state">) {
  return (
    <svg className="state-sign" data-state={state} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {state === "waiting" ? (
        <path d="M8 1.5a6 6 0 1 1-2.9 11.25L1.9 13.9l1.15-3.2A6 6 0 0 1 8 1.5Z" />
      ) : (
        <circle cx="8" cy="8" r="5.75" />
      )}
      {state === "failed" && <path d="m5.9 5.9 4.2 4.2m0-4.2-4.2 4.2" />}
    </svg>
  );
}
