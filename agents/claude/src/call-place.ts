import type { BaseHookInput, MessageDisplayHookInput, UserPromptSubmitHookInput } from "@anthropic-ai/claude-agent-sdk";
import type { AgentInfo } from "@yourcall/core";
import { dropOldest, toTitle } from "@yourcall/core/internal";

/** Where one of Claude's calls comes from, which hooks know and `canUseTool` does not. */
export interface CallPlace {
  session?: string;
  cwd?: string;
  /** What the session is about: the beginning of its first prompt. */
  title?: string;
  /** What Claude said last since the person's prompt. */
  said?: string;
}

// Most tools need no permission and a session's end is not announced, so only the latest are remembered.
const most = 500;

/** Remembers where each call comes from, until its permission request. */
export function createCallPlaces(start: CallPlace = {}) {
  const places = new Map<string, CallPlace>();
  const spoken = new Map<string, { message: string; prompt: string | undefined; text: string }>();
  const titles = new Map<string, string>();
  let last = start;
  return {
    /** Notes the person's prompt. */
    notePrompt({ session_id, cwd, prompt, session_title }: UserPromptSubmitHookInput) {
      const title = session_title ?? titles.get(session_id) ?? toTitle(prompt);
      last = { session: session_id, cwd, title: title || undefined };
      if (title !== "") titles.set(session_id, title);
      dropOldest(titles, most);
    },
    /** Notes what Claude says. */
    hear({ session_id, prompt_id, message_id, delta }: MessageDisplayHookInput) {
      const before = spoken.get(session_id);
      const text = before?.message === message_id ? before.text + delta : delta;
      spoken.set(session_id, { message: message_id, prompt: prompt_id, text });
      dropOldest(spoken, most);
    },
    note(toolUseId: string, { session_id, cwd, prompt_id }: BaseHookInput) {
      const words = spoken.get(session_id);
      const said = words?.prompt === prompt_id ? words?.text.trim() : "";
      const title = titles.get(session_id);
      last = { session: session_id, cwd, title, said: said || undefined };
      places.set(toolUseId, last);
      dropOldest(places, most);
    },
    take(toolUseId: string) {
      const place = places.get(toolUseId) ?? last;
      places.delete(toolUseId);
      return place;
    },
    /** The place of the latest call, for requests that do not name theirs. */
    latest: () => last,
  };
}

/** The asker as the person sees it. */
export function toAgent(
  named: Partial<Pick<AgentInfo, "name" | "title">> | undefined,
  { session, cwd, title }: CallPlace,
): AgentInfo {
  return { name: "claude", title, ...named, session, cwd };
}
