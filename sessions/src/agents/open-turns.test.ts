import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentEvent } from "@yourcall/core";
import { expect, onTestFinished, test } from "vitest";
import { followOpenTurns } from "./open-turns.ts";

test("a turn without a prompt continues an open turn, and does nothing if there is none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "yourcall-turns-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const follow = followOpenTurns(join(folder, "open"));
  const said: (string | undefined)[] = [];
  function take(prompt: string | undefined, ...events: AgentEvent[]): AsyncIterator<AgentEvent> {
    async function* run(): AsyncGenerator<AgentEvent> {
      said.push(prompt);
      yield* events;
    }
    return follow({ id: "run/1", [Symbol.asyncIterator]: run }, prompt)[Symbol.asyncIterator]();
  }
  const text: AgentEvent = { type: "text", text: "One." };
  const ends: AgentEvent[] = [
    { type: "done", text: "One." },
    { type: "error", error: new Error("stopped") },
  ];
  for (const end of ends) {
    // The process of this turn ends after its first event.
    expect((await take("go", text, end).next()).value).toEqual(text);
    expect((await take(undefined, end).next()).value).toEqual(end);
    expect((await take(undefined, end).next()).value).toEqual({ type: "done", text: "" });
  }
  expect(said).toEqual(["go", undefined, "go", undefined]);
});
