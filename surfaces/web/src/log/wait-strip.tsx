import type { DayCount, HubClient } from "@yourcall/client";
import { toSpan } from "@yourcall/core";
import { useRead } from "../read/use-read.tsx";

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const pixels = 36;
const step = 7;

/** How many questions came each day, and how long they waited: small, and as a table for screen readers. */
export function WaitStrip({ client, decided }: { client: HubClient; decided: number }) {
  const { value: days } = useRead(`days#${decided}`, () =>
    client.days({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone }).catch(() => client.days()),
  );
  const busy = days?.filter(({ asked }) => asked > 0) ?? [];
  // Nothing to show; if it cannot be read, the log says why.
  if (days === undefined || busy.length === 0) return null;
  const most = Math.max(...days.map(({ asked }) => asked));
  return (
    <section className="strip" aria-label={`Last ${days.length} days`}>
      <p>
        {toCount(days)} in {days.length} days
        <br />
        {toWaits(busy)}
      </p>
      <svg width={days.length * step} height={pixels} aria-hidden="true" focusable="false">
        {days.map(({ day, asked, waited }, index) => {
          const height = asked === 0 ? 1 : Math.max(3, Math.round((asked / most) * pixels));
          return (
            <rect
              key={day}
              x={index * step}
              y={pixels - height}
              width={step - 2}
              height={height}
              rx="1"
              data-none={asked === 0}
            >
              <title>{`${toDayName(day)}: ${asked}${waited === undefined ? "" : `, half within ${toSpan(waited.medianMs)}`}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className="unseen">
        <DayTable days={busy.toReversed()} />
      </div>
    </section>
  );
}

function DayTable({ days }: { days: readonly DayCount[] }) {
  return (
    <table>
      <caption>Days on which questions came, and how long they waited</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Questions</th>
          <th scope="col">Answered</th>
          <th scope="col">Median wait</th>
          <th scope="col">Longest wait</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, asked, ended, waited }) => (
          <tr key={day}>
            <th scope="row">
              <time dateTime={day}>{toDayName(day)}</time>
            </th>
            <td>{asked}</td>
            <td>{ended.answered}</td>
            <td>{waited === undefined ? "none ended yet" : toSpan(waited.medianMs)}</td>
            <td>{waited === undefined ? "" : toSpan(waited.longestMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function toCount(days: readonly DayCount[]): string {
  const total = days.reduce((sum, { asked }) => sum + asked, 0);
  return `${total} ${total === 1 ? "question" : "questions"}`;
}

/** A day's median is known, not everybody's: the middle one of the days is near enough for a line this small. */
function toWaits(days: readonly DayCount[]): string {
  const waits = days.flatMap(({ waited }) => waited ?? []);
  if (waits.length === 0) return "none ended yet";
  const medians = waits.map(({ medianMs }) => medianMs).sort((one, other) => one - other);
  const longest = Math.max(...waits.map(({ longestMs }) => longestMs));
  return `most days half within ${toSpan(medians[Math.floor(medians.length / 2)] ?? 0)}, the longest ${toSpan(longest)}`;
}

function toDayName(day: string): string {
  return day === "" ? "" : dayFormat.format(new Date(day));
}
