import type { Session } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { Icon } from "../app/icon.tsx";
import { toUsageWords } from "./session-words.ts";

/** What a session is: its agent and model, where it works, and what it has used. */
export function SessionFacts({ session, hasBranch = true }: { session: Session; hasBranch?: boolean }) {
  const { agent, models, model, project, usage, worktree } = session;
  const branch = worktree?.branch ?? session.branch;
  return (
    <>
      <span>{cleanLine(agent)}</span>
      {models === undefined && model !== undefined && <span>{cleanLine(model)}</span>}
      <span className="mono">{cleanLine(project)}</span>
      {usage !== undefined && <span>{toUsageWords(usage)}</span>}
      {hasBranch && branch !== undefined && (
        <span className="mono">
          <Icon name="branch" /> {cleanLine(branch)}
        </span>
      )}
    </>
  );
}
