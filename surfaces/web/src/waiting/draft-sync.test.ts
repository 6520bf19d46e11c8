import type { HubClient, WireDraft } from "@yourcall/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { draftOf, wireAsk, withdrawn } from "../../../../core/src/testing/wire-ask.ts";
import type { BrowserStorage } from "../app/browser-storage.ts";
import { createDraftSync, toDraftName } from "./draft-sync.ts";

function memory(): BrowserStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    read: (name) => kept.get(name) ?? null,
    write: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
    names: () => [...kept.keys()],
    watch: () => () => {},
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
    createDraftSync(client, wireAsk("a"), storage).keep(draftOf("bun"));
    expect(storage.kept.get(toDraftName("a"))).toContain("bun");
    await vi.runAllTimersAsync();
    expect(saved.map(({ draft, surface }) => [draft.entries[0]?.other, surface])).toEqual([["bun", "web"]]);
    expect(storage.kept.size).toBe(0);
  });

  test("survives a reload if the hub never got it, and an older draft at the hub does not replace it", async () => {
    const storage = memory();
    createDraftSync(hub().client, wireAsk("a"), storage).keep(draftOf("bun"));
    const older = { ...foreign("b", 1, "web"), at: new Date(Date.now() - 5000).toISOString() };
    const again = createDraftSync(hub().client, wireAsk("a", { draft: older }), storage);
    again.hear(older);
    expect(again.now().draft).toEqual(draftOf("bun"));
    await vi.runAllTimersAsync();
    again.hear(foreign("deno", 2));
    expect(again.now().draft).toEqual(draftOf("deno"));
  });

  test("is replaced after a reload by a newer draft at the hub", async () => {
    const storage = memory();
    createDraftSync(hub().client, wireAsk("a"), storage).keep(draftOf("bun"));
    await vi.advanceTimersByTimeAsync(50);
    const again = createDraftSync(hub().client, wireAsk("a", { draft: foreign("deno", 4) }), storage);
    expect([again.now().draft, storage.kept.size]).toEqual([draftOf("deno"), 0]);
  });

  test("survives a reload if it was typed while an earlier draft was still being sent", async () => {
    const storage = memory();
    const slow = { saveDraft: () => new Promise(() => {}) } as unknown as HubClient;
    const sync = createDraftSync(slow, wireAsk("a"), storage);
    sync.keep(draftOf("b"));
    await vi.advanceTimersByTimeAsync(300);
    sync.keep(draftOf("bun"));
    await vi.advanceTimersByTimeAsync(50);
    const again = createDraftSync(hub().client, wireAsk("a", { draft: foreign("b", 1, "web") }), storage);
    expect(again.now().draft).toEqual(draftOf("bun"));
  });

  test("is not lost in a browser whose clock is behind, if nobody else has written", async () => {
    const storage = memory();
    const ahead = { ...foreign("b", 3, "web"), at: new Date(Date.now() + 300_000).toISOString() };
    createDraftSync(hub().client, wireAsk("a", { draft: ahead }), storage).keep(draftOf("bun"));
    const again = createDraftSync(hub().client, wireAsk("a", { draft: ahead }), storage);
    expect(again.now().draft).toEqual(draftOf("bun"));
  });

  test("from this surface, saved before a reload, is not taken for somebody else's", () => {
    const again = createDraftSync(hub().client, wireAsk("a", { draft: foreign("bun", 1, "web") }), memory());
    expect(again.now()).toEqual({ draft: draftOf("bun") });
    again.hear(foreign("deno", 2, "web"));
    expect(again.now().elsewhere).toBe("another tab");
  });

  test("is ignored when it comes back from the hub, but another screen's is not", async () => {
    const { client, saved } = hub();
    const sync = createDraftSync(client, wireAsk("a"), memory());
    sync.keep(draftOf("bun"));
    await vi.runAllTimersAsync();
    for (const own of saved) sync.hear(own);
    expect(sync.now()).toEqual({ draft: draftOf("bun") });
    sync.hear(foreign("deno", 2));
    expect(sync.now()).toEqual({ draft: draftOf("deno"), elsewhere: "terminal" });
  });

  test("is no longer shown as being typed elsewhere once changes stop", async () => {
    const sync = createDraftSync(hub().client, wireAsk("a"), memory());
    sync.hear(foreign("deno", 1, "web"));
    expect(sync.now().elsewhere).toBe("another tab");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sync.now()).toEqual({ draft: draftOf("deno") });
  });

  test("is removed once it was sent, and later drafts are ignored", async () => {
    const { client, saved } = hub();
    const storage = memory();
    const sync = createDraftSync(client, wireAsk("a"), storage);
    sync.keep(draftOf("bun"));
    sync.end();
    sync.end("sent");
    sync.hear(foreign("deno", 3));
    await vi.runAllTimersAsync();
    expect([saved, storage.kept.size, sync.now()]).toEqual([[], 0, { draft: draftOf("bun") }]);
  });

  test("stays in the browser when the ask ends under somebody who types, and goes no further", async () => {
    const { client, saved } = hub();
    const storage = memory();
    const sync = createDraftSync(client, wireAsk("a"), storage);
    sync.keep(draftOf("bun, and"));
    sync.end();
    sync.keep(draftOf("bun, and only bun"));
    await vi.runAllTimersAsync();
    expect(saved).toEqual([]);
    const ended = withdrawn(wireAsk("a"));
    expect(createDraftSync(client, ended, storage).now().draft).toEqual(draftOf("bun, and only bun"));
    await vi.runAllTimersAsync();
    expect(saved).toEqual([]);
  });
});
