import type { WireAsk } from "@yourcall/client";
import { cleanLine, toHeaderName, toMarks } from "@yourcall/core";
import { memo } from "react";
import { PageLink } from "../app/page-link.tsx";
import { toAskPath } from "../app/route.ts";
import { AgeText } from "../app/time-text.tsx";

/** One ask of the list: header, how many more questions, marks, age, and the question on a line of its own. */
export const AskRow = memo(function AskRow({ ask, open, now }: { ask: WireAsk; open: boolean; now: number }) {
  const more = ask.questions.length - 1;
  return (
    <li>
      <PageLink
        to={toAskPath(ask.id)}
        className="row"
        data-ask={ask.id}
        data-ended={ask.status !== "pending" || undefined}
        aria-current={open ? "true" : undefined}
      >
        <span className="row-line">
          <span className="row-header">{toHeaderName(ask, 0)}</span>
          {more > 0 && <span className="row-more">+{more}</span>}
          {toMarks(ask, now).map((mark) => (
            <span key={mark} className="mark" data-mark={mark}>
              {mark}
            </span>
          ))}
          <span className="row-age">
            <AgeText since={ask.createdAt} now={now} />
          </span>
        </span>
        <span className="row-question">{cleanLine(ask.questions[0]?.question ?? "").slice(0, 200)}</span>
      </PageLink>
    </li>
  );
});
