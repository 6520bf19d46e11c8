import { type Load, runLoad } from "./run-load.ts";
import { serveParent } from "./serve-parent.ts";

/** One way to make round trips; `lane` numbers those that are in flight together. */
export interface Driver {
  roundTrip(lane: number): Promise<void>;
  /** Called after each load, before others have their turn. */
  rest?(): Promise<void>;
  stop?(): Promise<void>;
}

/** The process of a driver: starts it and runs the loads its parent asks for. */
export function drive<Settings>(start: (settings: Settings) => Promise<Driver>): Promise<void> {
  return serveParent<Settings>(async (settings) => {
    const driver = await start(settings);
    return {
      calls: {
        async load(load: Load) {
          const result = await runLoad((lane) => driver.roundTrip(lane), load);
          await driver.rest?.();
          return result;
        },
      },
      ...(driver.stop === undefined ? {} : { stop: () => driver.stop?.() }),
    };
  });
}
