import { isDeepStrictEqual } from "node:util";
import type { Ask } from "@yourcall/core";
import type { AskRecord } from "./store/store.ts";

/** Is this the same call again? Questions and kind decide; what the agent said before it may differ. */
export function sameAsk(record: AskRecord, ask: Ask): boolean {
  return record.kind === ask.kind && isDeepStrictEqual(plain(record.questions), plain(ask.questions));
}

// Only what survives storing can be compared with what was stored.
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
