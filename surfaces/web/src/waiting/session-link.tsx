import type { WireAsk } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { toProjectName } from "@yourcall/core/internal";
import { PageLink, toSessionPath } from "../app/route.tsx";
import { isDeskSession } from "../sessions/use-waiting-sessions.ts";

type Asking = Pick<WireAsk, "agent" | "metadata">;

/** A link to the conversation that the ask belongs to, if it is one of the desk. */
export function SessionLink({ ask }: { ask: Partial<Asking> }) {
  const desk = ask.agent === undefined ? undefined : toDeskSession({ agent: ask.agent, metadata: ask.metadata });
  return desk === undefined ? null : (
    <PageLink to={toSessionPath(desk)} className="session-link">
      Open session
    </PageLink>
  );
}

/** The session of the desk that asks; undefined if it is none. */
export function toDeskSession({ agent, metadata }: Asking): string | undefined {
  const { session } = agent;
  return session !== undefined && (metadata?.desk === true || isDeskSession(session)) ? session : undefined;
}

/** The session of an ask as a heading: who asks, and for which task or project. */
export function toSessionName({ agent }: Pick<WireAsk, "agent">): { name: string; title: string } {
  return { name: cleanLine(agent.name), title: cleanLine(agent.title ?? "") || toProjectName(agent) };
}
