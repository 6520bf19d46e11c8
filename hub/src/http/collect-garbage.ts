import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collects all garbage now and gives the room back. V8 does so by itself when it needs room, and a hub that only holds
 * connections open never does: what opening ten thousand streams left behind stayed, and was more than the streams themselves.
 */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("globalThis.gc") as ((options: { type: "major" }) => void) | undefined;
  setFlagsFromString("--no-expose-gc");
  collect?.({ type: "major" });
}
