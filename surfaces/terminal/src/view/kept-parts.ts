import type { Ask } from "@yourcall/core";
import type { Glyphs } from "../screen/glyphs.ts";

interface Kept {
  width: number;
  glyphs: Glyphs;
  parts: Map<string, unknown>;
}

const keptByAsk = new WeakMap<Ask, Kept>();

/**
 * A part of an ask's page, made once and then kept. A key press changes one or two rows; cleaning and wrapping the others again
 * would be most of the work of a repaint (docs/decisions). `key` names everything the part depends on besides ask, width and
 * glyphs. Every call returns the same object: do not change it.
 */
export function keptPart<Part>(ask: Ask, width: number, glyphs: Glyphs, key: string, make: () => Part): Part {
  let kept = keptByAsk.get(ask);
  if (kept === undefined || kept.width !== width || kept.glyphs !== glyphs) {
    kept = { width, glyphs, parts: new Map() };
    keptByAsk.set(ask, kept);
  }
  let part = kept.parts.get(key) as Part | undefined;
  if (part === undefined) {
    part = make();
    kept.parts.set(key, part);
  }
  return part;
}
