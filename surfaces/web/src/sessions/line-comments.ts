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
  remove(comment: LineComment): void;
  clear(): void;
  /** The comment that is being written. */
  draft: LineComment | undefined;
  /** Opens a comment on a line, with what is already written about it. Another one that is being written is kept. */
  open(place: Omit<LineComment, "text">): void;
  write(text: string): void;
  /** Closes the comment that is being written, and keeps it or not. */
  close(keeps: boolean): void;
}

/** The comments that go with the next message of a session, and the one being written. They survive a reload. */
export function useLineComments(session: string): LineComments {
  const [stored, store] = useStored(`comments.${session}`);
  const [storedDraft, storeDraft] = useStored(`comment.${session}`);
  const [draft] = readComments(storedDraft);
  const all = readComments(stored);
  const write = (comments: readonly LineComment[]) => store(comments.length === 0 ? null : JSON.stringify(comments));
  const without = (comment: LineComment) => all.filter((other) => !isSameLine(other, comment));
  const keep = () => {
    if (draft !== undefined && draft.text.trim() !== "") write([...without(draft), draft]);
  };
  const writeDraft = (comment: LineComment) => storeDraft(JSON.stringify([comment]));
  return {
    all,
    draft,
    remove: (comment) => write(without(comment)),
    clear: () => write([]),
    open(place) {
      keep();
      writeDraft({ ...place, text: all.find((comment) => isSameLine(comment, place))?.text ?? "" });
    },
    write: (text) => draft !== undefined && writeDraft({ ...draft, text }),
    close(keeps) {
      if (keeps) keep();
      storeDraft(null);
    },
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
