import type { Store } from "../store/store.ts";
import type { WireContext } from "../to-wire.ts";
import { concerns, type Reader, toFrame } from "./event-stream.ts";

const pieceSize = 100;
// Further behind than this a fresh snapshot is cheaper than the way to it.
const maxEvents = 2000;
const maxCharacters = 4 * 1024 * 1024;

/**
 * What this reader has missed since a sequence, and up to which one; null where it has fallen too far behind. The store
 * knows a draft as it is now, so of the drafts of one ask only the last comes out.
 */
export async function replay(
  store: Store,
  after: number,
  reader: Reader,
  options: { cursor: (sequence: number) => string; wire: WireContext },
): Promise<{ frames: string; upTo: number } | null> {
  const frames: string[] = [];
  const drafts = new Map<string, number>();
  let characters = 0;
  let upTo = after;
  for (let count = 0; count < maxEvents; count += pieceSize) {
    const events = await store.eventsAfter(upTo, pieceSize);
    if (events === null) return null;
    for (const event of events) {
      upTo = event.sequence;
      const text = concerns(reader, event) ? toFrame(event, options.cursor(upTo), options.wire) : null;
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
