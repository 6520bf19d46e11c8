import { type Draft, machineClock } from "@yourcall/core";
import { extendDeadline, hasContent, isSameDraft, toSurfaceName } from "@yourcall/core/internal";
import type { WireAsk, WireDraft } from "@yourcall/core/internal/wire";
import { createDraftKeeper } from "./create-draft-keeper.ts";
import type { PersonClient } from "./person-client.ts";

/** What is filled in, and where else somebody is filling in the same ask right now. */
export interface ShownDraft {
  draft?: Draft;
  elsewhere?: string;
}

/** Where a surface keeps texts that must survive its end, such as a browser's storage. */
export interface DraftStorage {
  read(name: string): string | null;
  write(name: string, value: string | null): void;
}

interface LiveDraftOptions {
  /** The surface where the person is. */
  surface: string;
  /** Keeps the draft until the hub has it, and for some time if the ask ends before it was sent. */
  storage?: DraftStorage | undefined;
  onChange: () => void;
}

export type LiveDraft = ReturnType<typeof createLiveDraft>;

// After this long without a change, nobody is considered to be typing.
const typingMs = 30_000;
const keptMs = 86_400_000;

const toDraftName = (id: string) => `draft.${id}`;

/** Deletes stored drafts, except those of the `pending` asks and those that were written in the last 24 hours. */
export function forgetDrafts(storage: DraftStorage & { names(): string[] }, pending: Iterable<string>): void {
  const kept = new Set(Array.from(pending, toDraftName));
  for (const name of storage.names())
    if (name.startsWith(toDraftName("")) && !kept.has(name))
      if (Date.now() - (parseDraft(storage.read(name))?.at ?? 0) > keptMs) storage.write(name, null);
}

/** The draft of one ask on one surface: stored there at once, at the hub a moment later, and updated from other screens. */
export function createLiveDraft(
  client: Pick<PersonClient, "saveDraft">,
  ask: WireAsk,
  { surface, storage, onChange }: LiveDraftOptions,
) {
  const name = toDraftName(ask.id);
  let sending: Promise<unknown> = Promise.resolve();
  let inFlight: Draft | undefined;
  let ownRevision = 0;
  /** The hub's latest revision that is known here. */
  let known = ask.draft?.revision ?? 0;
  /** What was typed here and is not saved at the hub yet. */
  let unsaved: Draft | undefined;
  /** What was typed here. */
  let typed: Draft | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let ended = ask.status !== "pending";

  const keeper = createDraftKeeper(
    {
      async saveDraft(id, body) {
        await sending;
        if (ended) throw new Error("The ask has ended.");
        inFlight = body.draft;
        const saved = await client.saveDraft(id, body);
        ownRevision = saved.revision;
        known = Math.max(known, saved.revision);
        if (body.draft === unsaved) {
          unsaved = undefined;
          unstore(body.draft);
        }
        return saved;
      },
    },
    ask,
    { surface },
  );

  const stored = parseDraft(storage?.read(name));
  const local = stored !== undefined && isNewest(stored, ask.draft) ? stored.draft : undefined;
  if (local === undefined) storage?.write(name, null);
  const first = local ?? (ended ? undefined : ask.draft?.draft);
  let shown: ShownDraft = first === undefined ? {} : { draft: first };
  unsaved = local;
  if (ended) keeper.stop();
  else if (local !== undefined) keeper.keep(local);
  // A draft of this surface may be our own from before a reload; only a change event means that another tab is typing.
  else if (ask.draft !== undefined && ask.draft.surface !== surface && isRecent(ask.draft)) notice(ask.draft);

  function notice({ draft, surface: where, at }: WireDraft): void {
    clearTimeout(quiet);
    // It came with the ask: somebody filled it in for the version before.
    if (Date.parse(at) <= Date.parse(ask.createdAt)) {
      shown = { draft };
      return;
    }
    const elsewhere = where === undefined ? "another screen" : where === surface ? "another tab" : toSurfaceName(where);
    // An empty draft only means that somebody looked at the ask.
    shown = hasContent(draft) ? { draft, elsewhere } : { draft };
    if (shown.elsewhere === undefined) return;
    quiet = setTimeout(() => {
      shown = { draft };
      onChange();
    }, typingMs);
  }

  function store(draft: Draft): void {
    const local: StoredDraft = { draft, at: Date.now(), base: known, sent: inFlight };
    storage?.write(name, JSON.stringify(local));
  }

  /** Another tab may have stored a draft of its own since. */
  function unstore(draft: Draft | undefined): void {
    const stored = parseDraft(storage?.read(name));
    if (stored !== undefined && isSameDraft(stored.draft, draft)) storage?.write(name, null);
  }

  return {
    now: () => shown,
    /** The person has changed something here. */
    keep(draft: Draft): void {
      unsaved = draft;
      typed = draft;
      shown = { ...shown, draft };
      store(draft);
      if (!ended) keeper.keep(draft);
    },
    /** The hub has a draft; it may be ours. */
    update(saved: WireDraft): void {
      known = Math.max(known, saved.revision);
      // The event for a draft that we are sending may arrive before the response.
      const isOwn = saved.revision <= ownRevision || isSameDraft(inFlight, saved.draft);
      // Unsaved text typed here is about to replace the hub's draft.
      if (ended || isOwn || unsaved !== undefined) return;
      if (isSameDraft(shown.draft, saved.draft)) return;
      notice(saved);
      onChange();
    },
    /** A decision is being sent: no draft is saved until the hub has responded. */
    pauseFor(call: Promise<unknown>): void {
      sending = call.catch(() => {});
    },
    /** Sends an unsent draft immediately. Resolves when that is done or has failed. */
    flush: keeper.flush,
    /** For a page that is closing: sends an unsent draft immediately, even while another request is under way. */
    leave: keeper.leave,
    /** The ask has ended. A draft that was not sent stays in the storage, to be copied. */
    end(isSent: boolean): void {
      ended = true;
      clearTimeout(quiet);
      keeper.stop();
      if (isSent) unstore(shown.draft);
      else if (typed !== undefined && hasContent(typed)) store(typed);
      shown = shown.draft === undefined ? {} : { draft: shown.draft };
    },
    /** Nothing more is sent. */
    stop(): void {
      clearTimeout(quiet);
      keeper.stop();
    },
  };
}

/**
 * Reports to the hub that a person is working on an ask, so that it extends the deadline, if there is one. For screens that store no
 * draft: the one that the hub has stays as it is. Nothing happens if the ask has ended, or if another screen was at work too.
 */
export async function touchDeadline(client: Pick<PersonClient, "get" | "saveDraft">, id: string): Promise<void> {
  try {
    const { status, expiresAt = "", draft } = await client.get(id);
    const due = Date.parse(expiresAt);
    if (status !== "pending" || Number.isNaN(due) || extendDeadline(due, machineClock.now()) === due) return;
    const { draft: content = { entries: [], comment: "", reason: "" }, revision = 0, surface } = draft ?? {};
    await client.saveDraft(id, { draft: content, baseRevision: revision, surface });
  } catch {
    // The next edit tries again.
  }
}

/** A draft as a surface stores it until the hub has it. */
interface StoredDraft {
  draft: Draft;
  /** When it was typed, in milliseconds since the epoch. */
  at: number;
  /** The hub's revision that it is based on. */
  base?: number | undefined;
  /** What had last been sent to the hub by then. */
  sent?: Draft | undefined;
}

/** Whether a stored draft is newer than the hub's, which another screen may have changed since. */
function isNewest({ at, base = -1, sent }: StoredDraft, saved: WireDraft | undefined): boolean {
  if (saved === undefined) return true;
  // If nobody else has changed the draft, clocks do not matter.
  if (saved.revision <= base || at >= Date.parse(saved.at)) return true;
  // The hub's draft may be an earlier one of ours that was still being sent when this one was typed.
  return isSameDraft(sent, saved.draft);
}

function isRecent({ at }: WireDraft): boolean {
  return Date.now() - Date.parse(at) < typingMs;
}

// Not validated further: nothing else writes this value, and surfaces check drafts.
function parseDraft(text: string | null | undefined): StoredDraft | undefined {
  try {
    const stored = JSON.parse(text ?? "null") as Partial<StoredDraft> | null;
    if (stored?.draft === undefined || typeof stored.at !== "number") return undefined;
    return { draft: stored.draft, at: stored.at, base: stored.base, sent: stored.sent };
  } catch {
    return undefined;
  }
}
