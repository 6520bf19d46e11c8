"use client";

import type { JoinedAsk, WireAsk } from "@yourcall/client";
import type { PersonBy } from "@yourcall/core";
import { toChosenEffect } from "@yourcall/core/internal";
import type { GrantBody } from "@yourcall/core/internal/wire";
import { useSyncExternalStore } from "react";
import type { CardProps } from "../card-props.ts";

type Decision = Parameters<JoinedAsk["submit"]>[0];

const nothing = () => undefined;
const neverChanges = () => nothing;

/** Sends the person's decision. Rejects with a sentence for them if it did not end the ask: what was typed is kept. */
export async function sendLive(live: JoinedAsk, end: Decision, by: PersonBy): Promise<void> {
  const refused = await live.submit(end, by);
  if (refused !== null) throw refused.error ?? new Error(refused.reason);
  const { elsewhere } = await live.ended;
  if (elsewhere) throw new Error("Another answer came first.");
}

/** The props of the card of an ask of the hub. */
export type LiveCard = CardProps & { ask: WireAsk };

/**
 * The props of the card of a live ask; undefined without one. `surface` is that of its `by`. `grant` is what else an answer that
 * allows an approval once allows for a while.
 */
export function useLiveCard(live: JoinedAsk, surface: string, grant?: GrantBody): LiveCard;
export function useLiveCard(live: JoinedAsk | undefined, surface: string, grant?: GrantBody): LiveCard | undefined;
export function useLiveCard(live: JoinedAsk | undefined, surface: string, grant?: GrantBody): LiveCard | undefined {
  const state = useSyncExternalStore(live?.subscribe ?? neverChanges, live?.now ?? nothing, nothing);
  if (live === undefined || state === undefined) return undefined;

  return {
    ...state,
    surface,
    onDraft: live.draft,
    pictures: live.takesPictures()
      ? { add: live.addPicture, remove: live.removePicture, read: live.readPicture }
      : undefined,
    onSubmit({ act, ...reply }) {
      const effect = toChosenEffect(state.ask, reply.answers);
      const end = { type: "submitted", ...reply, ...(effect === "allow-once" && { grant }) } as const;
      return sendLive(live, end, { surface, act });
    },
    onDecline: (decline) => sendLive(live, { type: "declined", ...decline }, { surface, act: "submit" }),
  };
}
