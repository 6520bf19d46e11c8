import { toLocalTime } from "../times.ts";
import type { ChannelState } from "./notify-state.ts";

/** `webhook 1 (ntfy at ntfy.sh)`. */
export function toChannelName({ name, what }: Pick<ChannelState, "name" | "what">): string {
  return `${name} (${what})`;
}

/** A channel whose last attempt failed: why, how often, when. */
export function toFailureText(state: ChannelState): string {
  const { error, failed } = state;
  if (error === undefined) return toChannelName(state);
  return `${toChannelName(state)}: ${error.message} (${times(failed)}, the last at ${toLocalTime(error.at)})`;
}

/** How a channel does, in a few words. */
export function toStateText(state: ChannelState | undefined): string {
  if (state === undefined || state.sent + state.failed === 0) return "nothing sent yet";
  const sent = `${state.sent} sent${state.sentAt === undefined ? "" : `, the last at ${toLocalTime(state.sentAt)}`}`;
  if (state.error === undefined) return sent;
  const failed = `failed ${times(state.failed)}, the last at ${toLocalTime(state.error.at)}: ${state.error.message}`;
  return state.failing ? `fails: ${failed}; ${sent}` : `${sent}; ${failed}`;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
