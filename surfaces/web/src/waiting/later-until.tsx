import { toClock } from "@yourcall/core/internal";

const hour = 3_600_000;

/** Puts the open ask off until a time: it stays in the list, and comes up again after that. */
export function LaterUntil({ onLater }: { onLater: (time: number) => void }) {
  return (
    <select
      className="later-until fine"
      aria-label="Put it off until a time"
      value=""
      // Typing a sentence must not choose.
      onKeyDown={(event) => event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.preventDefault()}
      onChange={({ target }) => onLater(Number(target.value))}
    >
      <option value="" disabled>
        Later, until…
      </option>
      {toTimes(Date.now()).map(({ name, at }) => (
        <option key={name} value={at}>
          {name}
        </option>
      ))}
    </select>
  );
}

function toTimes(now: number): { name: string; at: number }[] {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(9, 0, 0, 0);
  const soon = [1, 3].map((hours) => now + hours * hour);
  return [
    ...soon.map((at) => ({ name: toClock(new Date(at).toISOString()), at })),
    { name: "tomorrow 09:00", at: morning.getTime() },
  ];
}
