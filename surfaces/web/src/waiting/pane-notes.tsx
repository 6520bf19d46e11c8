import { type ReactNode, useState } from "react";
import { notificationState, turnNotificationsOff, turnNotificationsOn } from "../app/notifications.ts";
import { PageLink } from "../app/route.tsx";

/** The address names an ask that the hub does not have. */
export function UnknownAsk({ line, id }: { line: ReactNode; id: string }) {
  return (
    <PaneNote line={line}>
      <h1>Unknown question</h1>
      <p>
        This hub has no question <code>{id}</code>. It may have been deleted (
        <PageLink to="/settings">Settings</PageLink> shows how long decisions are kept), or it may belong to another
        hub.
      </p>
    </PaneNote>
  );
}

interface NothingMoreProps {
  line: ReactNode;
  /** How many the filter hides. */
  hidden: number;
  putOff: number;
  onShow: () => void;
  onTakeUp: () => void;
}

/** Shown when the only asks left are hidden by the filter or were put off. */
export function NothingMore({ line, hidden, putOff, onShow, onTakeUp }: NothingMoreProps) {
  if (hidden > 0)
    return (
      <PaneNote line={line}>
        <h1>Nothing more matches the filter</h1>
        <p>{hidden === 1 ? "One other question is waiting." : `${hidden} other questions are waiting.`}</p>
        <button type="button" onClick={onShow}>
          Show all
        </button>
      </PaneNote>
    );
  return (
    <PaneNote line={line}>
      <h1>The rest is for later</h1>
      <p>
        {putOff === 1
          ? "You put off one question. It stays in the list."
          : `You put off ${putOff} questions. They stay in the list.`}
      </p>
      <button type="button" onClick={onTakeUp}>
        Answer now
      </button>
    </PaneNote>
  );
}

function PaneNote({ line, children }: { line: ReactNode; children: ReactNode }) {
  return (
    <div className="work">
      <div className="work-inner">
        {line}
        <div className="note">{children}</div>
      </div>
    </div>
  );
}

/** Offers desktop notifications until the person has said yes or no. After that they are on the settings page. */
export function NotifyOffer() {
  const [state, setState] = useState(notificationState);
  if (state !== "unasked") return null;
  return (
    <div className="notify-offer line">
      <p className="meta">Get a desktop notification for each new question, with its text.</p>
      <button type="button" onClick={() => void turnNotificationsOn().then(setState)}>
        Notify me here
      </button>
      <button type="button" className="quiet" onClick={() => setState(turnNotificationsOff())}>
        No, thanks
      </button>
    </div>
  );
}
