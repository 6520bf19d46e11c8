import type { Clock } from "./clock.ts";

/** Withdrawals that are planned for later, unless an asker comes back first. They are forgotten when this hub stops. */
interface LateWithdrawals {
  plan(id: string, afterMs: number, withdraw: () => void): void;
  /** Calls the withdrawal off, because an asker waits for the ask again. */
  drop(id: string): void;
  stop(): void;
}

export function createLateWithdrawals(clock: Clock): LateWithdrawals {
  const planned = new Map<string, () => void>();
  function drop(id: string): void {
    planned.get(id)?.();
    planned.delete(id);
  }
  return {
    plan(id, afterMs, withdraw) {
      drop(id);
      const cancel = clock.after(afterMs, () => {
        planned.delete(id);
        withdraw();
      });
      planned.set(id, cancel);
    },
    drop,
    stop() {
      for (const id of [...planned.keys()]) drop(id);
    },
  };
}
