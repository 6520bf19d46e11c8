import type { Ask, Asker } from "@yourcall/core";
import { lineText, viewEnding } from "@yourcall/terminal";
import { connect } from "../hub/connect.ts";
import { toLocalTime } from "../times.ts";
import type { Narrator } from "./narrator.ts";

/** Asks in the hub alone, where there is no terminal, and writes down how each ask ended. */
export function createHubAsker(narrator: Narrator): Asker {
  return {
    async ask(request, options) {
      const client = await connect("agent", { start: false });
      try {
        const outcome = await client.ask(request, options);
        const ask: Ask = { kind: request.kind ?? "question", questions: request.questions };
        const lines = viewEnding(ask, outcome, {
          width: Number.MAX_SAFE_INTEGER,
          glyphs: narrator.glyphs,
          elsewhere: true,
          clock: toLocalTime,
        });
        for (const line of lines) narrator.line(lineText(line));
        return outcome;
      } finally {
        client.close();
      }
    },
  };
}
