import { type Clock, pause } from "./clock.ts";
import { YourcallError } from "./errors.ts";

const attempts = 60;
const pauseMs = 1000;

/** Repeats a report to the hub for a minute while the hub is unreachable: a killed hub is restarted, and must still get the report. */
export async function untilRecorded(clock: Clock, report: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return void (await report());
    } catch (error) {
      const isAway = YourcallError.isInstance(error) && /^(hub|store)-un/.test(error.code);
      if (!isAway || attempt === attempts) throw error;
      await pause(clock, pauseMs);
    }
}
