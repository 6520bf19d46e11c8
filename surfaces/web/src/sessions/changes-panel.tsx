import "./changes-panel.css";
import type { HubClient, Session, SessionChanges } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { toShownPath } from "@yourcall/core/internal";
import { useState } from "react";
import { CopyButton } from "../app/copy-button.tsx";
import { Icon } from "../app/icon.tsx";
import { phone, useMedia } from "../app/use-media.ts";
import { toDiscardWords, toMergeWords } from "./change-words.ts";
import { ChangeCounts, ChangedFileDiff } from "./changed-file.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { EditorLink } from "./editor-link.tsx";
import type { LineComments } from "./line-comments.ts";
import type { useChanges } from "./use-changes.ts";

interface ChangesPanelProps {
  client: HubClient;
  session: Session;
  known: ReturnType<typeof useChanges>;
  comments: LineComments;
  /** Whether no desk is running. */
  away: boolean;
}

/** What a session's worktree has changed: its files, their diff, and how to merge or discard it. */
export function ChangesPanel({ client, session, known, comments, away }: ChangesPanelProps) {
  const { changes, why, read } = known;
  const [asks, ask] = useState<"merge" | "discard">();
  const isRunning = session.state === "working" || session.state === "waiting";
  const confirm = async (act: typeof asks) => {
    await read();
    ask(act);
  };
  return (
    <section className="changes" aria-label="Changes">
      <header className="changes-head line">
        <h2>Changes</h2>
        <span className="mono one-line">
          <Icon name="branch" /> {cleanLine(session.worktree?.branch ?? "")}
        </span>
        {changes !== undefined && <ChangeCounts {...changes} />}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling parts must be reachable by keyboard */}
      <section className="changes-body yc-side" tabIndex={0} aria-label="Diff">
        {why !== undefined && <p className="changed-note failed">{why}</p>}
        {changes?.isGone === true && (
          <p className="changed-note failed">
            The worktree was removed by hand.{" "}
            {changes.files.length === 0 ? "Its branch changes nothing." : "These are the commits on its branch."}
          </p>
        )}
        {changes === undefined && why === undefined && <p className="changed-note meta">Reading the changes…</p>}
        {changes?.files.length === 0 && !changes.isGone && (
          <p className="changed-note meta">Nothing has changed yet.</p>
        )}
        {changes !== undefined && changes.files.length > 1 && <FileList files={changes.files} />}
        {changes?.files.map((file) => (
          <ChangedFileDiff key={file.path} {...{ file, comments }} />
        ))}
      </section>
      {changes !== undefined && (
        <footer className="changes-acts line">
          <EditorLink path={changes.path} />
          <CopyButton text={changes.branch} label="Copy branch" className="small" />
          <button
            type="button"
            className="small"
            disabled={away || isRunning || changes.mergesInto.refusal !== undefined}
            onClick={() => void confirm("merge")}
          >
            Merge…
          </button>
          <button
            type="button"
            className="quiet small changes-discard"
            disabled={away || isRunning}
            onClick={() => void confirm("discard")}
          >
            Discard…
          </button>
          <p className="meta">
            {isRunning
              ? "Merge or discard once the turn has ended."
              : session.worktree?.mergedAt !== undefined && changes.uncommitted + changes.ownCommits === 0
                ? `Merged into ${cleanLine(changes.mergesInto.branch ?? "")}.`
                : cleanLine(changes.mergesInto.refusal ?? "")}
          </p>
        </footer>
      )}
      {asks !== undefined && changes !== undefined && (
        <ChangeDialog {...{ client, session, changes, asks }} onClose={() => ask(undefined)} />
      )}
    </section>
  );
}

function FileList({ files }: Pick<SessionChanges, "files">) {
  const isPhone = useMedia(phone);
  const show = (at: number) =>
    document.querySelectorAll(".changes .changed-file")[at]?.scrollIntoView({ block: "start" });
  return (
    <ul className="changed-files" aria-label="Changed files">
      {files.map((file, at) => (
        <li key={file.path}>
          <button type="button" className="line" onClick={() => show(at)}>
            <span className="mono one-line" title={cleanLine(file.path)}>
              {toShownPath(file.path, isPhone ? 28 : 46)}
            </span>
            {file.kind !== "changed" && <span className="meta">{file.kind}</span>}
            <ChangeCounts {...file} />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ChangeDialogProps extends Pick<ChangesPanelProps, "client" | "session"> {
  changes: SessionChanges;
  asks: "merge" | "discard";
  onClose: () => void;
}

function ChangeDialog({ client, session, changes, asks, onClose }: ChangeDialogProps) {
  const isMerge = asks === "merge";
  const into = cleanLine(changes.mergesInto.branch ?? "");
  const words = isMerge ? toMergeWords(changes) : toDiscardWords(changes);
  return (
    <ConfirmDialog
      title={isMerge ? `Merge into ${into}?` : "Discard this worktree?"}
      act={isMerge ? `Merge into ${into}` : "Discard"}
      danger={!isMerge}
      onAct={() => client.sessions[asks](session.id, changes.revision)}
      onClose={onClose}
    >
      {words.map((text) => (
        <p key={text}>{cleanLine(text)}</p>
      ))}
    </ConfirmDialog>
  );
}
