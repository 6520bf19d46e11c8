import type { Clock } from "@yourcall/core";

/** Reports that a working agent has been silent for too long. `isExpected`: whether the agent should produce output now. */
export function watchSilence(options: {
  clock: Clock;
  afterMs: number;
  isExpected: () => boolean;
  onChange: () => void;
}) {
  const { clock, afterMs, isExpected, onChange } = options;
  let silentSince: string | undefined;
  let callOff = () => {};
  return {
    /** The time of its last sign of life, once that is too long ago. */
    since: () => silentSince,
    /** The agent gave a sign of life. */
    noteActivity(): void {
      callOff();
      if (silentSince !== undefined) {
        silentSince = undefined;
        onChange();
      }
      const activeAt = new Date(clock.now()).toISOString();
      callOff = clock.after(afterMs, () => {
        if (!isExpected()) return;
        silentSince = activeAt;
        onChange();
      });
    },
    stop: () => callOff(),
  };
}
