import { YourcallError } from "@yourcall/core";
import { takeLock } from "@yourcall/hub";
import { makeStateDirectory, stateDirectory } from "./state-directory.ts";

/** Does something with the state directory while no hub runs, and none can start: what it accepted meanwhile would be lost. */
export async function withoutHub<Result>(name: string, act: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = stateDirectory();
  makeStateDirectory(directory);
  const lock = takeLock(directory);
  if (lock === null)
    throw new YourcallError(
      "store-unavailable",
      `A hub is running for ${directory}. Run \`yourcall stop\`, then ${name} again.`,
    );
  try {
    return await act(directory);
  } finally {
    lock.release();
  }
}
