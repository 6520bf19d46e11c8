import type { ReactNode } from "react";

/** The address names an ask that the hub does not have. */
export function Unknown({ line, id }: { line: ReactNode; id: string }) {
  return (
    <PaneNote line={line}>
      <h1>Unknown question</h1>
      <p>
        This hub has no question <code>{id}</code>. It may have been deleted (see the <em>keep</em> setting), or belong
        to another hub.
      </p>
    </PaneNote>
  );
}

/** Nothing is left but what the filter hides, or what was put off. */
export function NothingMore({
  line,
  hidden,
  putOff,
  onShow,
  onTakeUp,
}: {
  line: ReactNode;
  /** How many the filter hides. */
  hidden: number;
  putOff: number;
  onShow: () => void;
  onTakeUp: () => void;
}) {
  const isHidden = hidden > 0;
  return (
    <PaneNote line={line}>
      <h1>{isHidden ? "Nothing more matches the filter" : "The rest is for later"}</h1>
      <p>
        {isHidden
          ? hidden === 1
            ? "One other question is waiting."
            : `${hidden} other questions are waiting.`
          : putOff === 1
            ? "You put one question off. It stays in the list."
            : `You put ${putOff} questions off. They stay in the list.`}
      </p>
      <button type="button" onClick={isHidden ? onShow : onTakeUp}>
        {isHidden ? "Show all" : "Answer now"}
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
