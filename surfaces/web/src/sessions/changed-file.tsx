import type { SessionChanges } from "@yourcall/client";
import { cleanLine, revealText } from "@yourcall/core";
import { toShownPath } from "@yourcall/core/internal";
import { type DiffKind, startFrame, toDiffLine, toLanguage } from "@yourcall/react/internal";
import { type Piece, toMarked, toMarkedHunks } from "@yourcall/react/internal/diff";
import { Fragment, type KeyboardEvent, memo, useCallback, useMemo, useRef, useState } from "react";
import { phone, useMedia } from "../app/use-media.ts";
import { isSameLine, type LineComment, type LineComments } from "./line-comments.ts";

type ChangedFile = SessionChanges["files"][number];
/** `pieces`: some of its words differ from the line it replaces. */
type Line = Omit<LineComment, "text"> & { kind: DiffKind; pieces?: Piece[] | undefined };

// A browser takes long to draw the thousands of pieces that more lines would have in colour.
const mostColoured = 500;

interface ChangedFileProps {
  file: ChangedFile;
  comments: LineComments;
}

/** The diff of one file. The number of each line is a button for a comment; arrow keys move between them. */
export function ChangedFileDiff({ file, comments }: ChangedFileProps) {
  const { draft } = comments;
  const isPhone = useMedia(phone);
  const name = file.from === undefined ? file.path : `${file.from} → ${file.path}`;
  const open = draft?.path === file.path ? draft : undefined;
  // After a reload the field is there again, and takes no focus from what the person does by then.
  const [isOpened, setOpened] = useState(false);
  const openAt = useRef((_line: Line) => {});
  openAt.current = (line) => {
    setOpened(true);
    comments.open(toPlace(line));
  };
  const onOpen = useCallback((line: Line) => openAt.current(line), []);
  const own = comments.all.filter(({ path }) => path === file.path);
  const hunks = useMemo(() => {
    const marked = toMarkedHunks(file.hunks.map(({ lines }) => lines));
    return file.hunks.map((hunk, at) => toLines(file.path, hunk, marked[at]));
  }, [file]);
  // A comment being written, or written, on a line that is gone stays at the end.
  const shown = hunks.flat();
  const coloured = useMemo(() => new Set(hunks.flat().slice(0, mostColoured)), [hunks]);
  const language = toLanguage(file.path);
  const isShown = (line: Omit<LineComment, "text">) => shown.some((other) => isSameLine(other, line));
  const lost = own.filter((comment) => !isShown(comment));
  const field = open !== undefined && (
    <CommentField comment={open} isFocused={isOpened} onText={comments.write} onClose={comments.close} />
  );
  return (
    <section className="changed-file" aria-label={cleanLine(file.path)}>
      <h3 className="changed-path mono line">
        <span className="one-line" title={cleanLine(name)}>
          {toShownPath(name, isPhone ? 36 : 50)}
        </span>
        <ChangeCounts {...file} />
      </h3>
      {file.note !== undefined && <p className="changed-note meta">{cleanLine(file.note)}</p>}
      {file.kind === "renamed" && file.hunks.length === 0 && (
        <p className="changed-note meta">Only its name changed.</p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it have the focus */}
      <div className="yc-changes changed-hunks" onKeyDown={moveByLine}>
        {hunks.map((lines) => (
          <div key={`${lines[0]?.line} ${lines[0]?.kind}`} className="yc-diff" data-whole="true">
            {lines.map((line) => {
              const comment = own.find((each) => isSameLine(each, line));
              const isOpen = open !== undefined && isSameLine(open, line);
              return (
                <Fragment key={`${line.kind} ${line.line}`}>
                  <DiffLine
                    line={line}
                    language={coloured.has(line) ? language : ""}
                    first={line === shown[0]}
                    commented={comment !== undefined || isOpen}
                    onOpen={onOpen}
                  />
                  {isOpen && field}
                  {!isOpen && comment !== undefined && (
                    <Comment comment={comment} onEdit={() => onOpen(line)} onRemove={() => comments.remove(comment)} />
                  )}
                </Fragment>
              );
            })}
          </div>
        ))}
      </div>
      {open !== undefined && !isShown(open) && field}
      {lost.map((comment) => (
        <Comment
          key={`${comment.line} ${comment.quote}`}
          comment={comment}
          lost
          onRemove={() => comments.remove(comment)}
        />
      ))}
    </section>
  );
}

/** `+14 −7`. */
export function ChangeCounts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="change-counts mono">
      {added > 0 && <span data-tone="success">+{added}</span>}{" "}
      {removed > 0 && <span data-tone="danger">−{removed}</span>}
    </span>
  );
}

const DiffLine = memo(function DiffLine({
  line,
  language,
  first,
  commented,
  onOpen,
}: {
  line: Line;
  language: string;
  first: boolean;
  commented: boolean;
  onOpen: (line: Line) => void;
}) {
  const number = (
    <button
      type="button"
      className="line-number"
      tabIndex={first ? 0 : -1}
      aria-label={`Comment on ${line.kind === "del" ? "removed line" : "line"} ${line.line}`}
      onClick={() => onOpen(line)}
    >
      {line.line}
    </button>
  );
  const text = toMarked(line.pieces, revealText(line.quote.slice(1)), language, startFrame());
  return toDiffLine({ kind: line.kind, number, isCommented: commented, text });
});

function moveByLine(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const target = event.target as Element;
  if (by === undefined || !target.matches(".line-number")) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(".line-number")];
  all[all.indexOf(target as HTMLElement) + by]?.focus();
  event.preventDefault();
}

/** The lines of a hunk, each with its number. */
function toLines(
  path: string,
  { before, after, lines }: ChangedFile["hunks"][number],
  marked: (Piece[] | undefined)[] = [],
): Line[] {
  let [old, next] = [before, after];
  return lines.map((quote, at) => {
    const pieces = marked[at];
    if (quote.startsWith("-")) return { path, quote, line: old++, kind: "del", pieces };
    if (!quote.startsWith("+")) old += 1;
    return { path, quote, line: next++, kind: quote.startsWith("+") ? "add" : "same", pieces };
  });
}

function toPlace({ path, line, quote }: Line): Omit<LineComment, "text"> {
  return { path, line, quote };
}

interface CommentFieldProps {
  comment: LineComment;
  isFocused: boolean;
  onText: (text: string) => void;
  onClose: (keeps: boolean) => void;
}

/** Where a comment is written: below its line. Esc leaves it; Enter keeps what was written. */
function CommentField({ comment: { line, text }, isFocused, onText, onClose }: CommentFieldProps) {
  return (
    <div className="line-comment">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
        autoFocus={isFocused}
        aria-label={`Comment on line ${line}`}
        rows={2}
        dir="auto"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.repeat) return;
          const isEnter = event.key === "Enter" && !event.shiftKey && !matchMedia("(pointer: coarse)").matches;
          if (!isEnter && event.key !== "Escape") return;
          event.preventDefault();
          const row = event.currentTarget.closest(".line-comment")?.previousElementSibling;
          onClose(isEnter);
          row?.querySelector<HTMLElement>(".line-number")?.focus();
        }}
      />
      <p className="line meta">
        Line {line}
        <button type="button" className="quiet small" onClick={() => onClose(false)}>
          Cancel
        </button>
        <button type="button" className="small" disabled={text.trim() === ""} onClick={() => onClose(true)}>
          Add comment
        </button>
      </p>
    </div>
  );
}

interface CommentProps {
  comment: LineComment;
  /** Its line is no longer in the diff. */
  lost?: boolean;
  onEdit?: () => void;
  onRemove: () => void;
}

function Comment({ comment, lost = false, onEdit, onRemove }: CommentProps) {
  return (
    <div className="line-comment">
      <p dir="auto">{comment.text}</p>
      <p className="line meta">
        {lost ? `Line ${comment.line} has changed since` : "Goes with your next message"}
        {onEdit !== undefined && (
          <button type="button" className="quiet small" onClick={onEdit}>
            Edit
          </button>
        )}
        <button type="button" className="quiet small" onClick={onRemove}>
          Remove
        </button>
      </p>
    </div>
  );
}
