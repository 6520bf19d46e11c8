import { createAskId, type LiveEnd } from "@yourcall/client";
import type { OwnLiveAsk } from "@yourcall/client/internal";
import { type Ask, type Asker, type AskRequest, machineClock, type Outcome, renderSheet } from "@yourcall/core";
import { inScreenOrder, toCancelled } from "@yourcall/core/internal";
import { goLive } from "../../ask/go-live.ts";
import { createPictureReader } from "../../ask/picture-reader.ts";
import { findAgentVariable } from "../../who-acts.ts";
import { onAbort } from "../../with-timeout.ts";
import { createLineTaker, toEndedLine } from "./ask-lines.ts";
import type { LineOut } from "./line-schemas.ts";

export type HostAsker = ReturnType<typeof createHostAsker>;

interface OpenAsk {
  id: string;
  askId: string;
  ask: Ask;
  live: OwnLiveAsk;
}

const stoppedReason = "the turn was stopped";

/**
 * Sends asks to the host as lines, and through the hub to every other surface. `warn` is for people who read
 * standard error.
 */
export function createHostAsker(emit: (line: LineOut) => void, warn: (message: string) => void) {
  const open = new Map<string, OpenAsk>();
  const ended = new Map<string, Outcome["status"]>();
  const lives = new Set<OwnLiveAsk>();
  const pictures = createPictureReader();
  let before: Promise<unknown> = Promise.resolve();
  let left = false;
  // The agent is being ended. It must not go on because its question was withdrawn.
  let forgotten = false;

  async function ask(request: AskRequest, signal: AbortSignal | undefined): Promise<Outcome> {
    const { kind = "question", questions, approval, context, asksAgain, agent } = request;
    const asked: Ask = { kind, questions, approval, context, asksAgain };
    const live = goLive(asked, request, { onHere: warn, onLost: warn });
    const stopped = onAbort(signal, null);
    lives.add(live);
    // Lines keep the order of the asks, whichever the hub accepts first.
    const earlier = before;
    before = Promise.allSettled([before, live.created]);
    let entry: OpenAsk | undefined;
    try {
      const created = earlier.then(() => live.created);
      const there = await Promise.race([created, stopped]).catch(unlessLeft);
      // Without an id the turn was stopped before the hub had the ask, and no line mentions it.
      const askId = there?.id ?? createAskId();
      const id = request.key ?? askId;
      entry = { id, askId, ask: asked, live };
      const sheet = renderSheet(asked, { id: askId, agent, quitHint: false, context: false, canAllow: true });
      const wasShown = there !== null && there.outcome === undefined && !signal?.aborted;
      if (wasShown) {
        open.set(id, entry);
        emit({
          type: "ask_user_question",
          id,
          askId,
          runId: agent?.session,
          ...inScreenOrder(asked),
          sheet,
          url: there.url,
        });
        live.deadline((at) => emit({ type: "deadline_changed", id, askId, expiresAt: new Date(at).toISOString() }));
      }
      const end = (await Promise.race([live.ended, stopped]).catch(unlessLeft)) ?? (await withdraw());
      if (forgotten) return await never();
      open.delete(id);
      for (const name of [id, askId]) ended.set(name, end.outcome.status);
      emit(toEndedLine({ ...entry, ask: { ...asked, agent }, sheet: wasShown ? undefined : sheet }, end));
      return pictures.take(live, end.outcome);

      // The host stopped the turn. If somebody was faster, their answer is the outcome.
      async function withdraw(): Promise<LiveEnd> {
        if (left) return never();
        const outcome = (await live.withdraw(stoppedReason)) ?? toCancelled(machineClock, stoppedReason);
        return { outcome, elsewhere: outcome.status !== "cancelled" };
      }
    } finally {
      if (entry !== undefined) open.delete(entry.id);
      lives.delete(live);
      live.close();
    }
  }

  const unlessLeft = (error: unknown) => {
    if (left) return never();
    throw error;
  };

  return {
    picture: pictures.picture,
    ask: ((request, { signal } = {}) => ask(request, signal)) satisfies Asker["ask"],
    ...createLineTaker({
      find: (id) => open.get(id) ?? [...open.values()].find(({ askId }) => askId === id),
      ended,
      emit,
      // Unless the host may be the agent.
      touch: (live) => findAgentVariable() === null && live.touch(),
    }),
    /** Stops following the asks. They stay, unless a reason to withdraw them is given. Pending calls of `ask` never settle. */
    async leave(reason?: string): Promise<void> {
      left = true;
      forgotten = reason !== undefined;
      if (reason !== undefined) await Promise.allSettled([...lives].map((live) => live.withdraw(reason)));
      for (const live of lives) live.close();
    },
  };
}

function never(): Promise<never> {
  return new Promise(() => {});
}
