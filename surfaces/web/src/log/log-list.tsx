import type { WireAsk } from "@yourcall/client";
import { toLocalDay } from "@yourcall/core";
import { DecisionRow } from "./decision-row.tsx";

const dayFormat = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
const yearFormat = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});

/** Decisions under the days on which they were made. */
export function LogList({ asks }: { asks: readonly WireAsk[] }) {
  // If a clock was set back a day comes twice, so its first decision is part of the key.
  return toDayGroups(asks).map(({ title, asks, first }) => (
    <div key={first} className="log-day">
      <h2 id={`day-of-${first}`}>{title}</h2>
      <ol className="panel" aria-labelledby={`day-of-${first}`}>
        {asks.map((ask) => (
          <DecisionRow key={ask.id} ask={ask} />
        ))}
      </ol>
    </div>
  ));
}

interface DayGroup {
  day: string;
  title: string;
  /** The id of its first ask. */
  first: string;
  asks: WireAsk[];
}

/** Groups asks by the day they ended, keeping their order. */
function toDayGroups(asks: readonly WireAsk[]): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const ask of asks) {
    const at = ask.outcome?.at ?? ask.createdAt;
    const day = toLocalDay(at);
    const last = groups.at(-1);
    if (last !== undefined && last.day === day) last.asks.push(ask);
    else groups.push({ day, first: ask.id, title: toTitle(new Date(at)), asks: [ask] });
  }
  return groups;
}

function toTitle(date: Date): string {
  const now = new Date();
  if (date.getFullYear() !== now.getFullYear()) return yearFormat.format(date);
  const day = dayFormat.format(date);
  return toLocalDay(date.getTime()) === toLocalDay(now.getTime()) ? `Today, ${day}` : day;
}
