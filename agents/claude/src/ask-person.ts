import {
  type AgentInfo,
  type Ask,
  type Asker,
  type AskRequest,
  type Clock,
  type Outcome,
  putAsk,
} from "@yourcall/core";
import { type CallPlace, toAgent } from "./call-place.ts";

/** An ask that is on its way to a person. `toolUseId` is Claude's name for the call; an elicitation has none. */
export interface AskNotice {
  toolUseId?: string;
  /** Known if the asker has a hub. */
  askId?: string;
  /** The turn is about to end, and the ask waits without it. */
  deferred?: true;
  ask: Ask;
}

export type OnAsk = (notice: AskNotice) => void | Promise<void>;

/** How Claude's questions reach a person. */
export interface Asking {
  /** Who puts questions to the person: the client of a hub, or any other asker. */
  asker: Asker;
  /**
   * How the agent is shown to the person: "claude", with the beginning of the session's first prompt as title, by default.
   * Session and directory are always Claude's own.
   */
  agent?: Partial<Pick<AgentInfo, "name" | "title">>;
  /** A deadline for questions, and what happens then. None by default. Approvals never have one. */
  deadline?: Pick<AskRequest, "timeoutMs" | "onTimeout">;
  /** Told of every ask on its way to a person, and awaited before anybody is asked. If it fails, the ask is withdrawn. */
  onAsk?: OnAsk;
  /** Told how the ask of a call ended. */
  onOutcome?: (outcome: Outcome, toolUseId: string) => void;
  /** Told what was changed so that a question could be shown. */
  onRepairs?: (repairs: readonly string[], toolUseId: string) => void;
}

/** Where an ask comes from. */
export interface Origin {
  place: CallPlace;
  signal: AbortSignal;
  /** Not there for a form, which names no call. */
  toolUseId?: string;
}

/** Puts one ask to the person and waits, without a limit of its own, until it has ended. Aborting withdraws it. */
export async function askPerson(
  ask: Ask,
  request: Pick<AskRequest, "timeoutMs" | "onTimeout"> & { key: string },
  { place, signal, toolUseId }: Origin,
  { asker, agent, onAsk, onOutcome }: Asking,
): Promise<Outcome> {
  const onAsked = onAsk && ((askId?: string) => onAsk({ ask, toolUseId, askId }));
  const asked = { ...ask, ...request, agent: toAgent(agent, place) };
  const outcome = await putAsk(asker, asked, { clock: machineClock, signal, onAsked });
  if (toolUseId !== undefined) tellHost(() => onOutcome?.(outcome, toolUseId));
  return outcome;
}

/** Tells the host something. What goes wrong there is a warning of the process and costs nobody an answer. */
export function tellHost(tell: () => void): void {
  try {
    tell();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

const machineClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
