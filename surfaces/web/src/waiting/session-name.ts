import type { WireAsk } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { toProjectName } from "@yourcall/core/internal";

/** The session of an ask as a heading: who asks, and for which task or project. */
export function toSessionName({ agent }: Pick<WireAsk, "agent">): { name: string; title: string } {
  return { name: cleanLine(agent.name), title: cleanLine(agent.title ?? "") || toProjectName(agent) };
}
