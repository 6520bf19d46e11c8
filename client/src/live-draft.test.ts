import type { WireAsk, WireDraft } from "@yourcall/core/internal/wire";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { draftOf, wireAsk, withdrawn } from "../../core/src/testing/wire-ask.ts";
import type { HubClient } from "./create-hub-client.ts";
import { createLiveDraft, type DraftStorage, forgetDrafts } from "./live-draft.ts";

function memory(): DraftStorage & { kept: Map<string, string>; names(): string[] } {
  const kept = new Map<string, string>();
  return {
    kept,
    read: (name) => kept.get(name) ?? null,
    write: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
    names: () => [...kept.keys()],
  };
}

/** A hub that accepts drafts, or is away. */
function hub() {
  const saved: WireDraft[] = [];
  const state = { away: false };
  const client = {
    saveDraft: async (_id: string, { draft, surface }: { draft: WireDraft["draft"]; surface?: string }) => {
      if (state.away) throw Object.assign(new Error("away"), { code: "hub-unreachable" });
      const wire = { draft, revision: saved.length + 1, surface: surface ?? "", at: new Date().toISOString() };
      saved.push(wire);
      return wire;
    },
  } as unknown as HubClient;
  return { client, saved, state };
}

const open = (client: HubClient, ask: WireAsk, storage: DraftStorage) =>
  createLiveDraft(client, ask, { surface: "web", storage, onChange: () => {} });

const foreign = (other: string, revision: number, surface = "terminal"): WireDraft => ({
  draft: draftOf(other),
  revision,
  surface,
  at: new Date().toISOString(),
});

describe("the draft of an open ask", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("is saved in the browser immediately, and a moment later at the hub instead", async () => {
    const { client, saved } = hub();
    const storage = memory();
    open(client, wireAsk("a"), storage).keep(draftOf("bun"));
    expect(storage.kept.get("draft.a")).toContain("bun");
    await vi.runAllTimersAsync();
    expect(saved.map(({ draft, surface }) => [draft.entries[0]?.other, surface])).toEqual([["bun", "web"]]);
    expect(storage.kept.size).toBe(0);
  });

  test("survives a reload if the hub never got it, and an older draft at the hub does not replace it", async () => {
    const storage = memory();
    open(hub().client, wireAsk("a"), storage).keep(draftOf("bun"));
    const older = { ...foreign("b", 1, "web"), at: new Date(Date.now() - 5000).toISOString() };
    const again = open(hub().client, wireAsk("a", { draft: older }), storage);
    again.update(older);
    expect(again.now().draft).toEqual(draftOf("bun"));
    await vi.runAllTimersAsync();
    again.update(foreign("deno", 2));
    expect(again.now().draft).toEqual(draftOf("deno"));
  });

  test("is replaced after a reload by a newer draft at the hub", async () => {
    const storage = memory();
    open(hub().client, wireAsk("a"), storage).keep(draftOf("bun"));
    await vi.advanceTimersByTimeAsync(50);
    const again = open(hub().client, wireAsk("a", { draft: foreign("deno", 4) }), storage);
    expect([again.now().draft, storage.kept.size]).toEqual([draftOf("deno"), 0]);
  });

  test("survives a reload if it was typed while an earlier draft was still being sent", async () => {
    const storage = memory();
    const slow = { saveDraft: () => new Promise(() => {}) } as unknown as HubClient;
    const live = open(slow, wireAsk("a"), storage);
    live.keep(draftOf("b"));
    await vi.advanceTimersByTimeAsync(300);
    live.keep(draftOf("bun"));
    await vi.advanceTimersByTimeAsync(50);
    const again = open(hub().client, wireAsk("a", { draft: foreign("b", 1, "web") }), storage);
    expect(again.now().draft).toEqual(draftOf("bun"));
  });

  test("is not lost in a browser whose clock is behind, if nobody else has written", async () => {
    const storage = memory();
    const ahead = { ...foreign("b", 3, "web"), at: new Date(Date.now() + 300_000).toISOString() };
    open(hub().client, wireAsk("a", { draft: ahead }), storage).keep(draftOf("bun"));
    const again = open(hub().client, wireAsk("a", { draft: ahead }), storage);
    expect(again.now().draft).toEqual(draftOf("bun"));
  });

  test("from this surface, saved before a reload, is not taken for somebody else's", () => {
    const again = open(hub().client, wireAsk("a", { draft: foreign("bun", 1, "web") }), memory());
    expect(again.now()).toEqual({ draft: draftOf("bun") });
    again.update(foreign("deno", 2, "web"));
    expect(again.now().elsewhere).toBe("another tab");
  });

  test("is ignored when it comes back from the hub, but another screen's is not", async () => {
    const { client, saved } = hub();
    const live = open(client, wireAsk("a"), memory());
    live.keep(draftOf("bun"));
    await vi.runAllTimersAsync();
    for (const own of saved) live.update(own);
    expect(live.now()).toEqual({ draft: draftOf("bun") });
    live.update(foreign("deno", 2));
    expect(live.now()).toEqual({ draft: draftOf("deno"), elsewhere: "terminal" });
  });

  test("that came with a revised ask is not shown as being typed elsewhere", () => {
    const createdAt = new Date().toISOString();
    const live = open(hub().client, wireAsk("a", { createdAt }), memory());
    live.update({ ...foreign("deno", 1, "web"), at: createdAt });
    expect(live.now()).toEqual({ draft: draftOf("deno") });
    vi.advanceTimersByTime(1);
    live.update(foreign("bun", 2));
    expect(live.now().elsewhere).toBe("terminal");
  });

  test("is no longer shown as being typed elsewhere once changes stop", async () => {
    const live = open(hub().client, wireAsk("a"), memory());
    live.update(foreign("deno", 1, "web"));
    expect(live.now().elsewhere).toBe("another tab");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(live.now()).toEqual({ draft: draftOf("deno") });
  });

  test("is removed once it was sent, and later drafts are ignored", async () => {
    const { client, saved } = hub();
    const storage = memory();
    const live = open(client, wireAsk("a"), storage);
    live.keep(draftOf("bun"));
    live.end(true);
    live.update(foreign("deno", 3));
    await vi.runAllTimersAsync();
    expect([saved, storage.kept.size, live.now()]).toEqual([[], 0, { draft: draftOf("bun") }]);
  });

  test("from before a reload is removed once it was sent as it was", () => {
    const storage = memory();
    open(hub().client, wireAsk("a"), storage).keep(draftOf("bun"));
    open(hub().client, wireAsk("a"), storage).end(true);
    expect(storage.kept.size).toBe(0);
  });

  test("stays in the browser when the ask ends under somebody who types, and goes no further", async () => {
    const { client, saved } = hub();
    const storage = memory();
    const live = open(client, wireAsk("a"), storage);
    live.keep(draftOf("bun, and"));
    live.end(false);
    live.keep(draftOf("bun, and only bun"));
    await vi.runAllTimersAsync();
    expect(saved).toEqual([]);
    const ended = withdrawn(wireAsk("a"));
    expect(open(client, ended, storage).now().draft).toEqual(draftOf("bun, and only bun"));
    await vi.runAllTimersAsync();
    expect(saved).toEqual([]);
  });

  test("of another tab stays in the browser when this tab's is saved or sent", async () => {
    const storage = memory();
    const [one, two] = [open(hub().client, wireAsk("a"), storage), open(hub().client, wireAsk("a"), storage)];
    two.keep(draftOf("deno"));
    one.keep(draftOf("bun"));
    one.end(false);
    await vi.runAllTimersAsync();
    expect(storage.kept.get("draft.a")).toContain("bun");
    two.end(true);
    expect(storage.kept.get("draft.a")).toContain("bun");
  });

  test("stays in the browser for a day after the ask has ended, then it is forgotten", () => {
    const storage = memory();
    const live = open(hub().client, wireAsk("a"), storage);
    live.keep(draftOf("bun"));
    live.end(false);
    open(hub().client, wireAsk("b"), storage).keep(draftOf("deno"));
    forgetDrafts(storage, ["b"]);
    expect(storage.names()).toEqual(["draft.a", "draft.b"]);
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    forgetDrafts(storage, ["b"]);
    expect(storage.names()).toEqual(["draft.b"]);
  });
});
