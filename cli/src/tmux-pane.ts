import { panePattern } from "@yourcall/core";

/** The tmux pane in which this process runs. */
export function toPane({ TMUX, TMUX_PANE = "" }: NodeJS.ProcessEnv): string | undefined {
  return TMUX !== undefined && panePattern.test(TMUX_PANE) ? TMUX_PANE : undefined;
}
