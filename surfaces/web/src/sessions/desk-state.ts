import type { DeskInfo, Session, SessionEvent, TranscriptEntry, TranscriptPage } from "@yourcall/client";

/** What the page knows about the desk. */
export interface DeskState extends Pick<DeskInfo, "agents" | "directories"> {
  /** `no-desk`: the hub can be reached, but no desk is running. `forbidden`: this person may not see it. */
  link: "connecting" | "live" | "reconnecting" | "no-desk" | "forbidden";
  /** Newest first. A session keeps its place, whatever it does. */
  sessions: readonly Session[];
  /** The session in the address, if the desk does not know it. */
  missing?: string | undefined;
  /** The transcript of the session that is followed. */
  transcript?: OpenTranscript;
}

interface OpenTranscript extends TranscriptPage {
  id: string;
  /** How many earlier entries the person has loaded, in front of those that arrived live. */
  asked?: number;
}

// A conversation that is watched for a day grows by thousands of entries. Those that the person loaded are kept.
const mostLive = 400;
const dropped = 100;

export const noDesk: DeskState = { link: "connecting", sessions: [], agents: [], directories: [] };

/** The state after an event of the desk. */
export function takeDeskEvent(state: DeskState, event: SessionEvent): DeskState {
  switch (event.type) {
    case "desk":
      return { ...state, ...event, sessions: inOrder(event.sessions) };
    case "session": {
      const others = state.sessions.filter(({ id }) => id !== event.session.id);
      return { ...state, sessions: inOrder([...others, event.session]) };
    }
    case "session-forgotten":
      return { ...state, sessions: state.sessions.filter(({ id }) => id !== event.id) };
    case "transcript":
      return { ...state, transcript: joinPages(state.transcript, event) };
    case "entry":
      return withEntries(state, event.id, (entries) => putEntry(entries, event.entry), dropOld);
    case "text":
      return withEntries(state, event.id, (entries) => addText(entries, event.seq, event.text));
  }
}

/** A session without a desk: nothing runs, and only asks that are pending at the hub still wait. */
export function withoutDesk(session: Session, pending: ReadonlyMap<string, { status: string }>): Session {
  const asks = session.asks.filter((id) => pending.get(id)?.status === "pending");
  const isFailed = session.state === "failed";
  if (asks.length > 0) return { ...session, asks };
  return { ...session, asks, question: undefined, state: isFailed ? "failed" : "idle" };
}

/** The transcript with an earlier page in front. */
export function withEarlier(state: DeskState, id: string, page: TranscriptPage): DeskState {
  const { transcript } = state;
  if (transcript?.id !== id) return state;
  const first = transcript.entries[0]?.seq ?? Number.POSITIVE_INFINITY;
  const earlier = page.entries.filter(({ seq }) => seq < first);
  const asked = (transcript.asked ?? 0) + earlier.length;
  return { ...state, transcript: { id, entries: [...earlier, ...transcript.entries], more: page.more, asked } };
}

/** After a gap the last page is sent again: earlier entries are kept if none in between is missing. */
function joinPages(known: DeskState["transcript"], page: { id: string } & TranscriptPage): DeskState["transcript"] {
  const { id, entries, more } = page;
  const first = entries[0]?.seq ?? 0;
  const earlier = known?.id === id ? known.entries.filter(({ seq }) => seq < first) : [];
  if (known === undefined || earlier.at(-1)?.seq !== first - 1) return { id, entries, more };
  return { ...known, entries: [...earlier, ...entries] };
}

function inOrder(sessions: readonly Session[]): Session[] {
  return sessions.toSorted(
    (one, other) => other.createdAt.localeCompare(one.createdAt) || one.id.localeCompare(other.id),
  );
}

function withEntries(
  state: DeskState,
  id: string,
  change: (entries: TranscriptEntry[]) => TranscriptEntry[],
  then = (transcript: OpenTranscript) => transcript,
): DeskState {
  const { transcript } = state;
  return transcript?.id === id
    ? { ...state, transcript: then({ ...transcript, entries: change(transcript.entries) }) }
    : state;
}

function dropOld(transcript: OpenTranscript): OpenTranscript {
  const { entries, asked = 0 } = transcript;
  if (entries.length <= mostLive + asked) return transcript;
  return { ...transcript, entries: entries.slice(dropped), more: true };
}

// Searches from the end, where entries change.
function putEntry(entries: TranscriptEntry[], entry: TranscriptEntry): TranscriptEntry[] {
  const at = entries.findLastIndex(({ seq }) => seq === entry.seq);
  return at === -1 ? [...entries, entry] : entries.with(at, entry);
}

function addText(entries: TranscriptEntry[], seq: number, text: string): TranscriptEntry[] {
  const at = entries.findLastIndex((entry) => entry.seq === seq);
  const entry = entries[at];
  if (entry?.type !== "text" && entry?.type !== "reasoning") return entries;
  return entries.with(at, { ...entry, text: entry.text + text });
}
