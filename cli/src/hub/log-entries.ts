// As `createHubLog` writes it.
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z `;
const entry = new RegExp(`^${time}.`);
// On a full disk an entry may break off, and the next one then goes on in the same line.
const torn = new RegExp(`^.*(?=${time})`);

/**
 * The entries in the text of a hub's log, each with its time: lines that begin with one and that are ended. The lines of a
 * stack trace below an entry, and what broke off, are left out.
 */
export function toLogEntries(text: string): string[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => line.replace(torn, ""))
    .filter((line) => entry.test(line));
}

/** The entry without its time. */
export function toLogMessage(line: string): string {
  return line.replace(new RegExp(`^${time}`), "");
}
