import { approval, type BridgeHub, type EndedAsk, type FollowRunsOptions, type WireAsk } from "@yourcall/client";
import { followRuns, type PausedRuns, settleRun, toPauseAsk } from "@yourcall/client/internal";
import { type AskRequest, toAskToolOutput, toVerdict } from "@yourcall/core";
import { toRefusalText } from "@yourcall/core/internal";

/** A call that waits: for an approval, or for the data that its tool asked for with `suspend`. */
interface SuspendedCall {
  toolCallId?: string;
  toolName?: string;
  args?: unknown;
  requiresApproval: boolean;
  suspendPayload?: unknown;
}

/** Which call of which run is continued. */
interface CallPlace {
  runId: string;
  toolCallId?: string;
}

/** A run that goes on while it is read. */
interface RunStream {
  consumeStream(): Promise<void>;
  error?: unknown;
}

/** What is needed of a Mastra agent. Its `Mastra` has a storage. */
export interface PausableAgent {
  listSuspendedRuns(): Promise<{ runs: { runId: string; suspendedAt: Date; toolCalls: SuspendedCall[] }[] }>;
  approveToolCall(place: CallPlace): Promise<RunStream>;
  declineToolCall(place: CallPlace & { reason?: string }): Promise<RunStream>;
  resumeStream(data: unknown, place: CallPlace): Promise<RunStream>;
}

/** A Mastra agent whose suspended calls are put to people. */
export interface MastraBridge {
  /** With a named agent token. */
  hub: BridgeHub;
  agent: PausableAgent;
  /** The name that people see as the asker. Agents that share a token need different ones. `mastra` by default. */
  name?: string;
  /** What a tool asks with `suspend(payload)`. By default a string, `{ question, options? }` or `{ questions }` is a question. */
  toAsk?: (payload: unknown) => AskRequest;
  /** The tool's `resumeData`. `{ outcome, text }` by default: how the ask ended, and the words for a model. */
  toData?: (ask: EndedAsk) => unknown;
}

export type FollowOptions = FollowRunsOptions;

/**
 * Puts the suspended calls of a run to people, and returns their asks. To be called when a run has been suspended; calling it again is harmless.
 *
 * @example
 * const asks = await settle({ hub, agent }, "run-1");
 */
export function settle(bridge: MastraBridge, runId: string): Promise<WireAsk[]> {
  return settleRun(toRuns(bridge), runId);
}

/**
 * Continues each run once its call has been decided, on one server at a time, also after a crash.
 *
 * @example
 * const following = follow({ hub, agent });
 * await following.close();
 */
export function follow(bridge: MastraBridge, options?: FollowOptions): { close(): Promise<void> } {
  return followRuns(toRuns(bridge), options);
}

function toRuns(bridge: MastraBridge): PausedRuns {
  const { hub, agent, name = "mastra", toData = (ask) => toAskToolOutput(ask, ask.outcome) } = bridge;

  async function callsOf(run: string) {
    const found = (await agent.listSuspendedRuns()).runs.find(({ runId }) => runId === run);
    return (found?.toolCalls ?? []).map((call) => ({ call, key: toKey(call, found?.suspendedAt) }));
  }

  /** Continues the run with one call, and resolves when it has ended or is suspended again. */
  async function resumeCall(
    runId: string,
    { toolCallId, requiresApproval, toolName = "tool" }: SuspendedCall,
    ask: EndedAsk,
  ) {
    const place = { runId, toolCallId };
    const open = () => {
      if (!requiresApproval) return agent.resumeStream(toData(ask), place);
      if (toVerdict(ask, ask.outcome).isAllowed) return agent.approveToolCall(place);
      return agent.declineToolCall({ ...place, reason: toRefusalText(toolName, ask.outcome) });
    };
    const stream = await open();
    await stream.consumeStream();
    if (stream.error !== undefined) throw stream.error;
  }

  return {
    hub,
    name,
    async *list() {
      for (const { runId } of (await agent.listSuspendedRuns()).runs) yield runId;
    },
    read: async (run) => (await callsOf(run)).map(({ call, key }) => ({ ...toRequest(call, bridge), key })),
    async resume(run, asks) {
      for (const { call, key } of await callsOf(run)) {
        const ask = asks.find((one) => one.key === key);
        // Mastra suspends parallel calls one after the other; one that came meanwhile is asked about next.
        if (ask !== undefined) await resumeCall(run, call, ask);
      }
    },
    // Mastra lists a suspended run until its call has ended. If it is no longer listed, it continued, and there is nothing to recover.
    recover: async () => undefined,
  };
}

/** A tool may suspend again, with the same call. The time of a suspension is stored with it. */
function toKey({ toolCallId = "call" }: SuspendedCall, suspendedAt: Date | undefined): string {
  return `${toolCallId}:${new Date(suspendedAt ?? 0).getTime()}`;
}

function toRequest(call: SuspendedCall, { toAsk = toPauseAsk }: MastraBridge): AskRequest {
  const { requiresApproval, toolName = "tool", args, suspendPayload: payload } = call;
  if (requiresApproval) return approval(toolName, args, { options: decisions });
  return toAsk(payload);
}

const decisions = [
  { id: "approve", label: "Allow", effect: "allow-once" as const },
  { id: "decline", label: "Deny", effect: "deny" as const },
];
