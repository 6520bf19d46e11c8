import type { AgentInfo, Clock } from "@yourcall/core";
import { dropOldest, maxPathLength, toFields, toList, toTitle } from "@yourcall/core/internal";
import { createLateWords, type LateWords } from "../late-words.ts";
import { type Fields, mostSaid, toNonBlank } from "../person-request.ts";

const mostSessions = 200;

interface KnownSession {
  cwd?: string;
  title?: string;
  /** The agent's text since the last prompt or the end of the last tool call. */
  said: string;
  late: LateWords;
}

/** Collects what the passing messages reveal about each session, so that a person can see where a question comes from. */
export function createKnownSessions(clock: Clock) {
  const sessions = new Map<string, KnownSession>();

  function at(id: unknown): KnownSession {
    const key = String(id);
    const known = sessions.get(key) ?? { said: "", late: createLateWords(clock) };
    sessions.delete(key);
    sessions.set(key, known);
    dropOldest(sessions, mostSessions);
    return known;
  }

  return {
    /** A session was opened in this directory. */
    open(id: unknown, cwd: unknown) {
      const path = toNonBlank(cwd);
      if (path !== undefined && path.length <= maxPathLength) at(id).cwd = path;
    },
    notePrompt({ sessionId, prompt }: Fields) {
      const session = at(sessionId);
      session.said = "";
      const words = toList(prompt).flatMap((block) => toNonBlank(toFields(block).text) ?? []);
      const title = toTitle(words.join(" "));
      if (title !== "") session.title ??= title;
    },
    noteUpdate({ sessionId, update }: Fields) {
      const { sessionUpdate, content, status, title } = toFields(update);
      at(sessionId).late.receive(toFields(update));
      if (sessionUpdate === "agent_message_chunk")
        at(sessionId).said = (at(sessionId).said + (toNonBlank(toFields(content).text) ?? "")).slice(-mostSaid);
      if (sessionUpdate === "tool_call_update" && (status === "completed" || status === "failed"))
        at(sessionId).said = "";
      if (sessionUpdate === "session_info_update" && toNonBlank(title) !== undefined)
        at(sessionId).title = toTitle(String(title));
    },
    /** The `agent` of the session's asks. */
    describe(id: string | undefined, name: string): AgentInfo {
      const { cwd, title } = (id === undefined ? undefined : sessions.get(id)) ?? {};
      return { name, session: id, title, cwd };
    },
    /** What the agent said just before this call. */
    async said(id: string | undefined, call: string | undefined): Promise<string | undefined> {
      const session = id === undefined ? undefined : sessions.get(id);
      await session?.late.arrived(call);
      return session?.said.trim() || undefined;
    },
  };
}
