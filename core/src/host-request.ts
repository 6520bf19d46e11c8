import type { KeyedRequest } from "./follow-ask.ts";
import { maxContextLength, maxNameLength, maxPathLength } from "./limits.ts";
import type { AgentInfo, AskRequest } from "./schemas.ts";

/** Who asks from within a host, and what the host says of the call. Every text may have any length. */
interface HostCall {
  key: string;
  agent: AgentInfo;
  /** What the agent said just before. */
  said?: string | undefined;
  metadata: Readonly<Record<string, unknown>>;
}

/** A host's ask as a request. What is longer than the hub accepts is cut: a long title must not make the request fail. */
export function toHostRequest(ask: AskRequest, { key, agent, said, metadata }: HostCall): KeyedRequest {
  const { cwd, pane, ...names } = agent;
  const context = [said, ask.context].filter(Boolean).join("\n\n");
  const cut = Object.entries(names).map(([name, text]) => [name, text?.slice(0, maxNameLength)]);
  return {
    ...ask,
    key: key.slice(0, maxNameLength),
    agent: {
      ...(Object.fromEntries(cut) as typeof names),
      // Half a path would be another directory.
      cwd: cwd !== undefined && cwd.length <= maxPathLength ? cwd : undefined,
      pane,
    },
    // Keep the end: it is what was said last.
    context: context === "" ? undefined : context.slice(-maxContextLength),
    metadata: { ...ask.metadata, ...metadata },
  };
}
