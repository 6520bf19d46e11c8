import type { ReactNode } from "react";

/** The address names an ask that the hub does not have. */
export function Unknown({ line, id }: { line: ReactNode; id: string }) {
  return (
    <div className="work">
      <div className="work-inner">
        {line}
        <div className="note">
          <h1>Unknown question</h1>
          <p>
            This hub has no question <code>{id}</code>. It may have been deleted (see the <em>keep</em> setting), or
            belong to another hub.
          </p>
        </div>
      </div>
    </div>
  );
}

/** Nothing is left but what was put off, or what the filter hides. */
export function AllPutOff({ line, count, onShow }: { line: ReactNode; count: number; onShow: () => void }) {
  return (
    <div className="work">
      <div className="work-inner">
        {line}
        <div className="note">
          <h1>{count === 0 ? "Nothing more here" : "The rest is for later"}</h1>
          {count === 0 ? (
            <p>No other question matches the filter.</p>
          ) : (
            <>
              <p>
                {count === 1 ? "You put one question off." : `You put ${count} questions off.`} They stay in the list.
              </p>
              <button type="button" onClick={onShow}>
                Answer now
              </button>
            </>
          )}
        </div>
      </div>
    </div>
  );
}
