"use client";

import type { JoinedAsk, WireAsk } from "@yourcall/client";
import { toChosenEffect } from "@yourcall/core/internal";
import type { GrantBody } from "@yourcall/core/internal/wire";
import { useSyncExternalStore } from "react";
import type { CardProps } from "../card-props.ts";

type Decision = Parameters<JoinedAsk["submit"]>[0];

const nothing = () => undefined;
const neverChanges = () => nothing;

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

  async function send(live: JoinedAsk, end: Decision, act: "submit" | "click"): Promise<void> {
    const refused = await live.submit(end, { surface, act });
    if (refused !== null) throw refused.error ?? new Error(refused.reason);
    const { elsewhere } = await live.ended;
    // The card keeps what was typed, and shows the answer that was first.
    if (elsewhere) throw new Error("Another answer came first.");
  }

  return {
    ...state,
    surface,
    onDraft: live.draft,
    pictures: live.takesPictures()
      ? { add: live.addPicture, remove: live.removePicture, read: live.readPicture }
      : undefined,
    onSubmit({ act, ...reply }) {
      const effect = toChosenEffect(state.ask, reply.answers);
      return send(live, { type: "submitted", ...reply, ...(effect === "allow-once" && { grant }) }, act);
    },
    onDecline: (decline) => send(live, { type: "declined", ...decline }, "submit"),
  };
}
