import "./strip.css";
import type { DayCount, HubClient } from "@yourcall/client";
import { toSpan } from "@yourcall/core";
import { useRead } from "../read/use-read.tsx";
import { countHeight, countPixels, toColumn, waitHeight, waitLines, waitPixels } from "./strip-scale.ts";

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** How many questions came each day, and how long they waited, as a chart and as a table. */
export function WaitStrip({ client }: { client: HubClient }) {
  const { value: days } = useRead("days", () =>
    client.days({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone }).catch(() => client.days()),
  );
  const busy = days?.filter(({ asked }) => asked > 0) ?? [];
  // Nothing to show; if it cannot be read, the log says why.
  if (days === undefined || busy.length === 0) return null;
  const most = Math.max(...days.map(({ asked }) => asked));
  const total = days.reduce((sum, { asked }) => sum + asked, 0);
  return (
    <section className="strip" aria-labelledby="strip-title">
      <h2 id="strip-title">Last {days.length} days</h2>
      <p className="meta">{toSummary(total, busy)}</p>
      <div className="strip-rows" aria-hidden="true">
        <span className="strip-name">Questions</span>
        <svg className="strip-counts" role="presentation" focusable="false">
          {days.map(({ day, asked }, index) => {
            const height = countHeight(asked, most);
            return (
              <rect key={day} {...toColumn(index, days.length)} y={countPixels - height} height={height} rx="1">
                <title>{`${toDayName(day)}: ${asked}`}</title>
              </rect>
            );
          })}
        </svg>
        <span className="strip-scale">
          <span>{most}</span>
        </span>
        <span className="strip-name">Waited</span>
        <svg className="strip-waits" role="presentation" focusable="false">
          {waitLines.map(({ ms }) => (
            <line
              key={ms}
              className="strip-line"
              x1="0"
              x2="100%"
              y1={waitPixels - waitHeight(ms)}
              y2={waitPixels - waitHeight(ms)}
            />
          ))}
          {days.map(({ day, waited }, index) => {
            if (waited === undefined) return null;
            const x = `${((index + 0.5) * 100) / days.length}%`;
            const median = waitPixels - waitHeight(waited.medianMs);
            return (
              <g key={day}>
                <title>{`${toDayName(day)}: half within ${toSpan(waited.medianMs)}, longest ${toSpan(waited.longestMs)}`}</title>
                <line
                  className="strip-longest"
                  x1={x}
                  x2={x}
                  y1={median}
                  y2={waitPixels - waitHeight(waited.longestMs)}
                />
                <circle cx={x} cy={median} r="3" />
              </g>
            );
          })}
        </svg>
        <svg className="strip-marks" role="presentation" focusable="false">
          {waitLines.map(({ ms, name }) => (
            <text key={ms} x="0" y={waitPixels + 4 - waitHeight(ms)}>
              {name}
            </text>
          ))}
        </svg>
        <span className="strip-days">
          <span>{toDayName(days[0]?.day ?? "")}</span>
          <span>{toDayName(days.at(-1)?.day ?? "")}</span>
        </span>
      </div>
      <details>
        <summary>As a table</summary>
        <DayTable days={busy.toReversed()} />
      </details>
    </section>
  );
}

function DayTable({ days }: { days: readonly DayCount[] }) {
  return (
    <table>
      <caption className="meta">
        Days on which questions came. A wait lasts until the question was answered or ended otherwise.
      </caption>
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

function toSummary(total: number, days: readonly DayCount[]): string {
  const count = `${total} ${total === 1 ? "question" : "questions"} on ${days.length} ${days.length === 1 ? "day" : "days"}`;
  const longest = Math.max(...days.map(({ waited }) => waited?.longestMs ?? -1));
  return longest < 0 ? `${count}.` : `${count}. The longest wait was ${toSpan(longest)}.`;
}

function toDayName(day: string): string {
  return day === "" ? "" : dayFormat.format(new Date(day));
}
