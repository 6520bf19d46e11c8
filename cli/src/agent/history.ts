import { appendFileSync, chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The person's earlier messages, oldest first. */
export interface History {
  readonly entries: readonly string[];
  add(text: string): void;
}

const most = 1000;

/** Keeps the person's messages in a private file, one JSON string per line. Failures are ignored. */
export function openHistory(file: string): History {
  const entries = read(file);
  if (entries.length > most) {
    entries.splice(0, entries.length - most);
    attempt(() => {
      writeFileSync(`${file}.new`, entries.map(toLine).join(""), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    });
  }
  return {
    entries,
    add(text) {
      if (entries.at(-1) === text) return;
      entries.push(text);
      attempt(() => {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        appendFileSync(file, toLine(text), { mode: 0o600 });
        chmodSync(file, 0o600);
      });
    },
  };
}

function read(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n").flatMap(fromLine);
  } catch {
    return [];
  }
}

function fromLine(line: string): string[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "string" && value !== "" ? [value] : [];
  } catch {
    return [];
  }
}

function toLine(text: string): string {
  return `${JSON.stringify(text)}\n`;
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // A full disk or an unwritable directory must not stop the message.
  }
}
