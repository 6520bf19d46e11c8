import { cleanInput } from "@yourcall/core";
import { useStored } from "../app/browser-storage.ts";

/** What the person wrote about one line of a session's diff. */
export interface LineComment {
  path: string;
  /** Its number: in the file as it is now or, for a removed line, as it was. */
  line: number;
  /** The line itself, with its sign. */
  quote: string;
  text: string;
}

export interface LineComments {
  all: readonly LineComment[];
  /** Adds a comment, or replaces the one on the same line. */
  put(comment: LineComment): void;
  remove(comment: LineComment): void;
  clear(): void;
}

/** The comments that go with the next message of a session. They survive a reload. */
export function useLineComments(session: string): LineComments {
  const [stored, store] = useStored(`comments.${session}`);
  const all = readComments(stored);
  const write = (comments: readonly LineComment[]) => store(comments.length === 0 ? null : JSON.stringify(comments));
  const without = (comment: LineComment) => all.filter((other) => !isSameLine(other, comment));
  return {
    all,
    put: (comment) => write([...without(comment), comment]),
    remove: (comment) => write(without(comment)),
    clear: () => write([]),
  };
}

export function isSameLine(one: Omit<LineComment, "text">, other: Omit<LineComment, "text">): boolean {
  return one.path === other.path && one.line === other.line && one.quote === other.quote;
}

function readComments(stored: string | null): LineComment[] {
  try {
    const read: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

/** The next message: the person's words, then each comment below the line that it is about, as a plain quote. */
export function toMessage(text: string, comments: readonly LineComment[]): string {
  const parts = comments.map(({ path, line, quote, text }) => {
    const where = `${JSON.stringify(path).slice(1, -1)}, ${quote.startsWith("-") ? "removed line" : "line"} ${line}:`;
    return `${where}\n> ${cleanInput(quote.slice(1))}\n${text.trim()}`;
  });
  return [text.trim(), ...parts].filter((part) => part !== "").join("\n\n");
}
