import { readConfig } from "../hub/read-config.ts";
import { toChannelName, toFailureText } from "../notify/channel-words.ts";
import { digestSettings, readNotifyState } from "../notify/notify-state.ts";
import { type Finding, ok, warn } from "./finding.ts";

const check = "notify";

/** How the hub tells the person, and does it get through? */
export function checkNotify(directory: string): Finding[] {
  const state = readNotifyState(directory);
  if (state === null) return [ok(check, "Being told: no hub has run yet that could")];
  const names = state.channels.map(toChannelName).join(", ");
  const failing = state.channels.filter((channel) => channel.failing);
  const stale = state.settings !== digestSettings(readConfig(() => {}).notify);
  return [
    ...(failing.length > 0
      ? []
      : [ok(check, `Being told: ${names === "" ? "by nothing, `yourcall notify --help` says how" : `by ${names}`}`)]),
    ...failing.map((channel) =>
      warn(check, `Nobody is told by ${toFailureText(channel)}`, "`yourcall notify --test` tries it again."),
    ),
    ...(stale
      ? [
          warn(
            check,
            "notify in config.json has changed since the hub read it",
            "`yourcall stop`; the next hub reads it.",
          ),
        ]
      : []),
  ];
}
