import type { TranscriptEntry } from "@yourcall/client";
import { useEffect, useState } from "react";

/** The `seq` of the first and the last entry that are drawn. */
export interface DrawnRange {
  from: number;
  to: number;
}

// What a browser draws in one frame without stopping the page, in characters of text, and what an entry costs however short it is.
const [mostAtOnce, perEntry] = [15_000, 500];
// Of a call only a line is drawn; its input is merely looked through.
const inputCost = 0.1;

/** Which entries to draw now: the last ones at once, and with every frame some that are newer and some that are older. */
export function useDrawnRange(entries: readonly TranscriptEntry[]): DrawnRange {
  const [drawn, draw] = useState<DrawnRange>();
  const range = toRange(entries, drawn);
  const { from, to } = range;
  const [first, last] = [entries[0]?.seq ?? from, entries.at(-1)?.seq ?? to];
  useEffect(() => {
    if (entries.length === 0 || (from <= first && to >= last && drawn?.to === to)) return;
    const next = requestAnimationFrame(() =>
      draw({ from: fill(entries.toReversed(), ({ seq }) => seq < from) ?? from, to }),
    );
    return () => cancelAnimationFrame(next);
  }, [entries, drawn, from, to, first, last]);
  return range;
}

/** What is drawn of these entries, after `drawn` was. Entries that do not follow it are drawn from their end. */
export function toRange(entries: readonly TranscriptEntry[], drawn: DrawnRange | undefined): DrawnRange {
  const last = entries.at(-1)?.seq ?? 0;
  if (drawn !== undefined && entries.some(({ seq }) => seq >= drawn.from && seq <= drawn.to))
    return { from: drawn.from, to: fill(entries, ({ seq }) => seq > drawn.to) ?? drawn.to };
  return { from: fill(entries.toReversed(), () => true) ?? last, to: last };
}

/** The last of the wanted entries that still belongs to one frame; at least the first of them. Undefined if none is wanted. */
function fill(entries: readonly TranscriptEntry[], isWanted: (entry: TranscriptEntry) => boolean): number | undefined {
  let cost = 0;
  let end: number | undefined;
  for (const entry of entries) {
    if (!isWanted(entry)) continue;
    cost += toCost(entry);
    if (end !== undefined && cost > mostAtOnce) break;
    end = entry.seq;
  }
  return end;
}

function toCost(entry: TranscriptEntry): number {
  const isText = entry.type === "text" || entry.type === "message" || entry.type === "note";
  return perEntry + (isText ? entry.text.length : lengthOf(entry) * inputCost);
}

function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, one) => sum + lengthOf(one), 1);
}
