import type { ElicitationRequest, ElicitationResult } from "@anthropic-ai/claude-agent-sdk";
import { parseAsk } from "@yourcall/core";
import { answerForm } from "@yourcall/core/elicitation";
import { type Asking, askPerson, toDeadline } from "./ask-person.ts";
import type { CallPlace } from "./call-place.ts";

interface ElicitationAsking extends Asking {
  onFault?: (message: string) => void;
}

/** Asks the person for an MCP server's form. A form that cannot be shown is declined, and `onFault` gets the reason. */
export async function answerElicitation(
  request: ElicitationRequest,
  call: { signal: AbortSignal; requestId: string },
  place: CallPlace,
  asking: ElicitationAsking,
): Promise<ElicitationResult> {
  const { serverName, message, requestedSchema } = request;
  const form = { from: `The MCP server "${serverName}"`, message, requestedSchema };
  const { fault, ...result } = await answerForm(form, async ({ key, ...part }) => {
    const ask = parseAsk({ kind: "question", ...part });
    const keyed = { ...toDeadline(ask, asking.deadline), key: `${call.requestId}:${key}` };
    return askPerson(ask, keyed, { place, signal: call.signal }, asking);
  });
  if (fault !== undefined) asking.onFault?.(`A form of the MCP server "${serverName}" was declined: ${fault}.`);
  return result as ElicitationResult;
}
