import { toAge, toLocalDate } from "@yourcall/core";

/** How long ago, with the exact time for whoever wants it. */
export function AgeText({ since, now }: { since: string; now: number }) {
  return (
    <time dateTime={since} title={toLocalDate(since)}>
      {toAge(now - Date.parse(since))}
    </time>
  );
}
