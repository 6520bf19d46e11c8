const names: Record<string, string> = { description: "Reason", timeout: "Stops after" };
const longest = 160;

/** What else an approval says, as pairs for the card; null if it is too much to be read at a glance. */
export function toFacts(rest: string): [name: string, value: string][] | null {
  const lines = rest === "" ? [] : rest.split("\n");
  if (lines.length > 4 || lines.some((line) => line.length > longest || !/^[\w.[\]-]{1,40}: \S/.test(line)))
    return null;
  return lines.map((line) => {
    const at = line.indexOf(": ");
    const [name, value] = [line.slice(0, at), line.slice(at + 2)];
    return [names[name] ?? name, name === "timeout" ? toDuration(value) : value];
  });
}

function toDuration(ms: string): string {
  const seconds = Number(ms) / 1000;
  if (!(seconds > 0)) return ms;
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
