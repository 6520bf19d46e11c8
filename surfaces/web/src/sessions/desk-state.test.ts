import type { Session, TranscriptEntry } from "@yourcall/client";
import { describe, expect, test } from "vitest";
import { wireSession as session } from "../../../../core/src/testing/wire-session.ts";
import { type DeskState, noDesk, takeDeskEvent, withEarlier, withoutDesk } from "./desk-state.ts";

const text = (seq: number, said: string, open?: boolean): TranscriptEntry => ({
  seq,
  at: "",
  type: "text",
  text: said,
  open,
});
const show = ({ transcript }: DeskState) => [
  transcript?.entries.map((entry) => `${entry.seq} ${"text" in entry ? entry.text : entry.type}`),
  transcript?.more,
];
const desk = { type: "desk" as const, agents: [], directories: [] };
const open = takeDeskEvent(noDesk, {
  type: "transcript",
  id: "a",
  entries: [text(3, "c"), text(4, "d", true)],
  more: true,
});

describe("the desk as the page knows it", () => {
  test("lists sessions newest first, and a session that changes keeps its place", () => {
    let state = takeDeskEvent(noDesk, { ...desk, sessions: [session("old", 1), session("new", 2)] });
    expect(state.sessions.map(({ id }) => id)).toEqual(["new", "old"]);
    state = takeDeskEvent(state, { type: "session", session: { ...session("old", 1), state: "waiting" } });
    expect(state.sessions.map(({ id, state }) => `${id} ${state}`)).toEqual(["new idle", "old waiting"]);
    state = takeDeskEvent(state, { type: "session", session: session("newest", 3) });
    state = takeDeskEvent(state, { type: "session-forgotten", id: "new" });
    expect(state.sessions.map(({ id }) => id)).toEqual(["newest", "old"]);
  });

  test("appends text to an open message until a later version replaces it", () => {
    let state = takeDeskEvent(open, { type: "text", id: "a", seq: 4, text: "!" });
    expect(show(state)).toEqual([["3 c", "4 d!"], true]);
    state = takeDeskEvent(state, { type: "entry", id: "a", entry: text(4, "d!?") });
    state = takeDeskEvent(state, { type: "entry", id: "a", entry: text(5, "e") });
    expect(show(state)).toEqual([["3 c", "4 d!?", "5 e"], true]);
  });

  test("ignores the events of other sessions' conversations", () => {
    for (const event of [
      { type: "entry", id: "b", entry: text(5, "other") },
      { type: "text", id: "b", seq: 4, text: "other" },
    ] as const)
      expect(takeDeskEvent(open, event)).toBe(open);
    expect(withEarlier(open, "b", { entries: [text(2, "b")], more: false })).toBe(open);
    const next = takeDeskEvent(open, { type: "transcript", id: "b", entries: [text(4, "x")], more: false });
    expect(show(next)).toEqual([["4 x"], false]);
  });

  test("drops the oldest entries of a growing conversation, but none that the person loaded", () => {
    const grown = (state: DeskState, from: number, to: number) => {
      let next = state;
      for (let seq = from; seq <= to; seq++)
        next = takeDeskEvent(next, { type: "entry", id: "a", entry: text(seq, "x") });
      return next.transcript;
    };
    expect(grown(open, 5, 402)?.entries).toHaveLength(400);
    expect(grown(open, 5, 403)).toMatchObject({ more: true, entries: { length: 301, 0: { seq: 103 } } });
    const asked = withEarlier(open, "a", { entries: [text(1, "a"), text(2, "b")], more: false });
    expect(grown(asked, 5, 402)).toMatchObject({ more: false, entries: { length: 402, 0: { seq: 1 } } });
  });

  test("without a desk, takes what waits from the asks pending at the hub", () => {
    const waiting: Session = { ...session("a", 1), state: "waiting", asks: ["one", "two"], question: "One?" };
    const pending = (...ids: string[]) => new Map(ids.map((id) => [id, { status: "pending" }]));
    expect(withoutDesk(waiting, pending("two"))).toMatchObject({ state: "waiting", asks: ["two"] });
    expect(withoutDesk(waiting, pending())).toMatchObject({ state: "idle", asks: [], question: undefined });
    expect(withoutDesk({ ...session("a", 1), state: "working" }, pending())).toMatchObject({ state: "idle" });
    expect(withoutDesk({ ...session("a", 1), state: "failed" }, pending())).toMatchObject({ state: "failed" });
  });

  test("keeps earlier pages, and drops them if entries in between are missing", () => {
    const all = withEarlier(open, "a", { entries: [text(1, "a"), text(2, "b"), text(3, "c")], more: false });
    expect(show(all)).toEqual([["1 a", "2 b", "3 c", "4 d"], false]);
    const page = (entries: TranscriptEntry[]) => ({ type: "transcript", id: "a", entries, more: true }) as const;
    expect(show(takeDeskEvent(all, page([text(4, "d."), text(5, "e")])))).toEqual([
      ["1 a", "2 b", "3 c", "4 d.", "5 e"],
      false,
    ]);
    expect(show(takeDeskEvent(all, page([text(9, "i")])))).toEqual([["9 i"], true]);
  });
});
