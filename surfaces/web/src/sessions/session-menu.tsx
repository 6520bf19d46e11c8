import { cleanLine } from "@yourcall/core";
import { maxNameLength } from "@yourcall/core/internal";
import { type KeyboardEvent, useRef, useState } from "react";
import { navigate } from "../app/route.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { type SessionActsProps, SessionChoices } from "./session-acts.tsx";
import { SessionFacts } from "./session-facts.tsx";

/** What a narrow head has no room for; rename, archive, delete. */
export function SessionMenu(props: Omit<SessionActsProps, "onStop">) {
  const { client, session, noDesk, onAct } = props;
  const menu = useRef<HTMLDetailsElement>(null);
  const [asks, ask] = useState<"rename" | "delete">();
  const [title, setTitle] = useState(session.title);
  const { id } = session;
  const isRunning = session.state === "working" || session.state === "waiting";
  const hasWorktree = session.worktree !== undefined && session.worktree.discardedAt === undefined;
  const [isOpen, noteOpen] = useState(false);
  const close = () => menu.current?.removeAttribute("open");
  const choose = (act: () => void) => () => {
    close();
    act();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || menu.current?.open !== true) return;
    event.preventDefault();
    close();
    menu.current?.querySelector("summary")?.focus();
  };
  return (
    <>
      <details
        ref={menu}
        className="menu"
        onToggle={(event) => noteOpen(event.currentTarget.open)}
        onKeyDown={onKey}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
      >
        <summary className="fine">More</summary>
        <div className="menu-list panel">
          {isOpen && (
            <div className="menu-facts fine">
              <p className="line">
                <SessionFacts session={session} />
              </p>
              <SessionChoices {...props} />
            </div>
          )}
          <button
            type="button"
            className="quiet"
            disabled={noDesk}
            onClick={choose(() => {
              setTitle(session.title);
              ask("rename");
            })}
          >
            Rename…
          </button>
          <button
            type="button"
            className="quiet"
            disabled={noDesk}
            onClick={choose(() => onAct(() => client.sessions.archive(id, session.archivedAt === undefined)))}
          >
            {session.archivedAt === undefined ? "Archive" : "Take out of the archive"}
          </button>
          <button
            type="button"
            className="quiet"
            disabled={noDesk || isRunning || hasWorktree}
            onClick={choose(() => ask("delete"))}
          >
            Delete…
            {hasWorktree ? <small> Discard its worktree first.</small> : isRunning && <small> Stop it first.</small>}
          </button>
        </div>
      </details>
      {asks === "rename" && (
        <ConfirmDialog
          title="Rename the session"
          act="Rename"
          onAct={() => client.sessions.rename(id, title)}
          onClose={() => ask(undefined)}
        >
          <p>
            <input
              aria-label="Title"
              className="rename-field"
              maxLength={maxNameLength}
              value={title}
              dir="auto"
              onChange={(event) => setTitle(event.target.value)}
            />
          </p>
        </ConfirmDialog>
      )}
      {asks === "delete" && (
        <ConfirmDialog
          title="Delete the session?"
          act="Delete"
          danger
          onAct={async () => {
            await client.sessions.remove(id);
            navigate("/sessions", { replace: true });
          }}
          onClose={() => ask(undefined)}
        >
          <p>The conversation of “{cleanLine(session.title)}” is lost for good. Files and the log of decisions stay.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
