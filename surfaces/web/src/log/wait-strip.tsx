import type { DayCount, HubClient } from "@yourcall/client";
import { toSpan } from "@yourcall/core/internal";
import { useRead } from "../live/use-read.tsx";

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const pixels = 36;
const step = 7;

/** How much was decided each day, and how long it waited: small, and as a table for screen readers. */
export function WaitStrip({ client, decided }: { client: HubClient; decided: number }) {
  const { value } = useRead(`days#${decided}`, () =>
    client.days({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone }).catch(() => client.days()),
  );
  // Its place is kept, so that nothing moves once it has been read.
  if (value === undefined) return <div className="strip" />;
  const { days, waited } = value;
  const busy = days.filter(({ asked }) => asked > 0);
  // Nothing to show; if it cannot be read, the log says why.
  if (busy.length === 0) return null;
  const most = Math.max(1, ...days.map(toDecided));
  const total = days.reduce((sum, day) => sum + toDecided(day), 0);
  // Those that expired or were withdrawn have waited too.
  const ended = days.reduce((sum, day) => sum + Object.values(day.ended).reduce((all, count) => all + count), 0);
  return (
    <section className="strip fine" aria-label={`Last ${days.length} days`}>
      <p>
        {total} {total === 1 ? "decision" : "decisions"} in {days.length} days
        <br />
        {waited === undefined
          ? "none ended yet"
          : `${ended > total ? `${ended} ended, ` : ""}median wait ${toSpan(waited.medianMs)}, longest ${toSpan(waited.longestMs)}`}
      </p>
      <svg width={days.length * step} height={pixels} aria-hidden="true" focusable="false">
        {days.map((each, index) => {
          const count = toDecided(each);
          const height = count === 0 ? 1 : Math.max(3, Math.round((count / most) * pixels));
          return (
            <rect
              key={each.day}
              x={index * step}
              y={pixels - height}
              width={step - 2}
              height={height}
              rx="1"
              data-none={count === 0}
            >
              <title>{`${toDayName(each.day)}: ${count}${each.waited === undefined ? "" : `, median wait ${toSpan(each.waited.medianMs)}`}`}</title>
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
      <caption>Questions per day, and how long they waited</caption>
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

/** What a person decided: answered or declined. */
function toDecided({ ended }: DayCount): number {
  return ended.answered + ended.declined;
}

function toDayName(day: string): string {
  return day === "" ? "" : dayFormat.format(new Date(day));
}
