import { YourcallError } from "@yourcall/core";
import type { AgentArguments } from "./agent-arguments.ts";
import type { ChatAgentSource, Said } from "./chat-agent.ts";

/** The run that `--resume` means, with the end of what was said in it; undefined without `--resume`. */
export async function findRun(
  source: ChatAgentSource,
  resume: AgentArguments["resume"],
): Promise<{ id: string; said: Said[] } | undefined> {
  if (resume === undefined) return undefined;
  const id = resume.run ?? (await source.lastRun());
  if (id === undefined)
    throw new YourcallError("not-found", "There is no saved run of this directory. Start one without --resume.");
  const said = (await source.recall?.(id)) ?? [];
  await source.hold?.(id);
  return { id, said };
}
