import { isRetryable } from "@yourcall/client";
import { useEffect, useEffectEvent, useState } from "react";

/** A value that is read from the hub, and the state of reading it. */
export interface Reading<Value> {
  /** The last value, even while the next one is being read. */
  value?: Value;
  /** Why it could not be read, for the person. */
  problem?: { message: string; retrying: boolean };
  busy: boolean;
  /** Reads it again. */
  again(): void;
}

const retryMs = 2000;

/**
 * Reads once for each key, and retries while the hub cannot be reached. A late result, for a key that is no longer
 * wanted, is dropped.
 */
export function useRead<Value>(key: string, read: () => Promise<Value>): Reading<Value> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<Reading<Value>, "again">>({ busy: true });
  const start = useEffectEvent(read);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key or attempt triggers another read
  useEffect(() => {
    let wanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setState((before) => ({ ...before, busy: true }));
    start().then(
      (value) => {
        if (wanted) setState({ value, busy: false });
      },
      (error: unknown) => {
        if (!wanted) return;
        const retrying = isRetryable(error);
        const message = error instanceof Error ? error.message : String(error);
        setState((before) => ({ ...before, problem: { message, retrying }, busy: false }));
        if (retrying) timer = setTimeout(() => setAttempt((count) => count + 1), retryMs);
      },
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [key, attempt]);

  return { ...state, again: () => setAttempt((count) => count + 1) };
}

/** Why something could not be read, and what happens next. */
export function ReadProblem({ reading, what }: { reading: Reading<unknown>; what: string }) {
  const { problem, again } = reading;
  if (problem === undefined) return null;
  return (
    <div className="problem line" role="status">
      <p>
        {what} could not be loaded. {problem.message}
        {problem.retrying && " Trying again automatically."}
      </p>
      <button type="button" onClick={again}>
        Try again now
      </button>
    </div>
  );
}
