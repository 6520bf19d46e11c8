import type { Draft } from "@yourcall/core";
import type { DraftBody, WireDraft } from "@yourcall/core/internal/wire";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createDraftKeeper } from "./create-draft-keeper.ts";
import { DraftConflictError, HubUnreachableError } from "./errors.ts";

const draft = (comment: string): Draft => ({ entries: [], comment, reason: "" });
const at = "2026-11-15T12:00:00.000Z";

/** A hub that only accepts drafts; each entry of `answers` is its reply to one of them. */
function start(answers: ("saved" | Error)[] = []) {
  const bodies: DraftBody[] = [];
  const hub = {
    saveDraft: async (_: string, body: DraftBody): Promise<WireDraft> => {
      const answer = answers[bodies.length] ?? "saved";
      bodies.push(body);
      if (answer instanceof Error) throw answer;
      return { draft: body.draft, revision: body.baseRevision + 1, at };
    },
  };
  return { bodies, keeper: createDraftKeeper(hub, { id: "ask_1" }, { surface: "terminal" }) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("keeping a draft", () => {
  test("sends the latest one, a moment after the first key, on the current revision", async () => {
    const { bodies, keeper } = start();
    keeper.keep(draft("a"));
    keeper.keep(draft("ab"));
    expect(bodies).toEqual([]);
    await vi.advanceTimersByTimeAsync(300);
    keeper.keep(draft("abc"));
    await vi.advanceTimersByTimeAsync(300);
    expect(bodies.map(({ draft: { comment }, baseRevision }) => [comment, baseRevision])).toEqual([
      ["ab", 0],
      ["abc", 1],
    ]);
  });

  test("builds on the other screen's draft after a conflict", async () => {
    const other: WireDraft = { draft: draft("x"), revision: 7, at };
    const { bodies, keeper } = start([new DraftConflictError("Another draft.", other)]);
    keeper.keep(draft("mine"));
    await vi.advanceTimersByTimeAsync(300);
    await vi.advanceTimersByTimeAsync(300);
    expect(bodies.map(({ baseRevision }) => baseRevision)).toEqual([0, 7]);
  });

  test("sends it when a hub that was away is back", async () => {
    const away = new HubUnreachableError("No hub.", { mayHaveArrived: false });
    const { bodies, keeper } = start([away, away]);
    keeper.keep(draft("mine"));
    await vi.advanceTimersByTimeAsync(300);
    await vi.advanceTimersByTimeAsync(1000);
    await vi.advanceTimersByTimeAsync(1000);
    expect(bodies).toHaveLength(3);
  });

  test("sends immediately on flush, and nothing twice", async () => {
    const { bodies, keeper } = start();
    keeper.keep(draft("mine"));
    await keeper.flush();
    expect(bodies).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5000);
    await keeper.flush();
    expect(bodies).toHaveLength(1);
  });

  test("sends immediately when the page closes, and builds on a request under way", async () => {
    const { bodies, keeper } = start();
    keeper.leave();
    keeper.keep(draft("a"));
    keeper.leave();
    expect(bodies.map(({ draft: { comment }, baseRevision }) => [comment, baseRevision])).toEqual([["a", 0]]);
    const flushed = keeper.flush();
    await vi.advanceTimersByTimeAsync(0);
    keeper.keep(draft("ab"));
    keeper.leave();
    await flushed;
    expect(bodies.at(-1)).toMatchObject({ draft: { comment: "ab" }, baseRevision: 1 });
  });

  test("sends nothing once stopped", async () => {
    const { bodies, keeper } = start();
    keeper.keep(draft("mine"));
    keeper.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(bodies).toEqual([]);
  });
});
