/** A time as the person's own clock shows it; with the day where it is not today. */
export function toLocal(iso: string): string {
  const date = new Date(iso);
  const time = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return date.toDateString() === new Date().toDateString() ? time : `${date.toLocaleDateString()} ${time}`;
}

/** How long ago: `now`, `12 min`, `3 h`, `2 days`. */
export function toAge(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}

/** The time left: `expires in 4:32`. Urgent under half a minute. */
export function toCountdown(iso: string, now: number): { text: string; urgent: boolean } {
  const seconds = Math.max(0, Math.ceil((Date.parse(iso) - now) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const two = (value: number) => String(value).padStart(2, "0");
  const left = `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
  return { text: `expires in ${left}`, urgent: seconds < 30 };
}
