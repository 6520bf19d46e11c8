import type { Ending, Notice } from "./notice.ts";

/** One way to tell the person. */
export interface Channel {
  /** `desktop` or `webhook 1`: its name in `status` and `doctor`. */
  name: string;
  /** What it is, with nothing secret in it: `notify-send`, `ntfy at ntfy.sh`. */
  what: string;
  /**
   * Tells, and resolves with what a later `end` needs. Rejects with a message for the person that holds no secret. It settles
   * within seconds, whatever is at the other end.
   */
  tell(notice: Notice, signal: AbortSignal): Promise<string>;
  /** Withdraws what was told or says how it ended, where the person wants it; undefined where it cannot after all. */
  end?(notice: Notice, ending: Ending, handle: string, signal: AbortSignal): Promise<void> | undefined;
}
