import { canSee } from "../access/permit.ts";
import type { Hub } from "../hub.ts";
import type { WireContext } from "../to-wire.ts";
import { toCursor } from "./cursor.ts";
import { type Opening, type Reader, textFrame, toFrame } from "./event-stream.ts";
import { listPage } from "./list-page.ts";

const snapshotSize = 200;
// Events per read: each may carry an ask of a megabyte.
const pieceSize = 20;
// Beyond this a fresh snapshot is cheaper than a replay.
const maxEvents = 2000;
const maxCharacters = 4 * 1024 * 1024;

interface Catching {
  hub: Hub;
  reader: Reader;
  wire: WireContext;
}

/** What a reader gets first: the events it missed, or a snapshot if it has no sequence or is too far behind. */
export async function catchUp(given: Catching, after: number | null): Promise<Opening> {
  return (after === null ? null : await replay(given, after)) ?? (await takeSnapshot(given));
}

/** The pending asks, and the events that came while they were read, without asks that are already on the page. */
async function takeSnapshot(given: Catching): Promise<Opening> {
  const { hub, reader, wire } = given;
  const upTo = await hub.store.lastSequence();
  const { token, session } = reader;
  const page = await listPage(hub, { status: "pending", token, session, order: "oldest", limit: snapshotSize }, wire);
  const since = (await replay(given, upTo, page.ids)) ?? { frames: "", upTo };
  return { ...since, frames: textFrame("snapshot", page.text, toCursor(hub.store.epoch, upTo)) + since.frames };
}

/**
 * What this reader missed since a sequence; null if it is too far behind. The store has only the current draft of an ask, so only
 * its last draft event is sent. An ask that was already shown is not announced again.
 */
async function replay(given: Catching, after: number, shown: ReadonlySet<string> = new Set()): Promise<Opening | null> {
  const { hub, reader, wire } = given;
  const frames: string[] = [];
  const drafts = new Map<string, number>();
  let characters = 0;
  let upTo = after;
  for (let count = 0; count < maxEvents; count += pieceSize) {
    const events = await hub.store.eventsAfter(upTo, pieceSize);
    if (events === null) return null;
    for (const event of events) {
      upTo = event.sequence;
      if (event.type === "ask-created" && shown.has(event.record.id)) continue;
      const text = canSee(reader, event.record) ? toFrame(event, hub.store.epoch, wire) : null;
      if (text === null) continue;
      if (event.type === "ask-drafted") {
        const earlier = drafts.get(event.record.id);
        if (earlier !== undefined) {
          characters -= frames[earlier]?.length ?? 0;
          frames[earlier] = "";
        }
        drafts.set(event.record.id, frames.length);
      }
      frames.push(text);
      characters += text.length;
      if (characters > maxCharacters) return null;
    }
    if (events.length < pieceSize) return { frames: frames.join(""), upTo };
  }
  return null;
}
