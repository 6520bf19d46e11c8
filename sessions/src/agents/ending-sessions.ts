import { type Asker, type AskRequest, isHubAsker } from "@yourcall/core";
import type { OpenAgent } from "./agent.ts";

/** Opens an agent that, when it is closed, says that the sessions have ended in which it asked. */
export function endingSessions(open: OpenAgent): OpenAgent {
  return async (settings) => {
    const { asker } = settings;
    const asked = new Set<string>();
    const note = ({ agent }: AskRequest) => {
      if (agent?.session !== undefined) asked.add(agent.session);
    };
    const noting: Asker = {
      ...asker,
      ask(request, options) {
        note(request);
        return asker.ask(request, options);
      },
    };
    if (isHubAsker(asker)) {
      const create: typeof asker.create = (request, options) => {
        note(request);
        return asker.create(request, options);
      };
      Object.assign(noting, { create });
    }
    const agent = await open({ ...settings, asker: noting });
    return {
      ...agent,
      async close() {
        await agent.close?.();
        await Promise.allSettled([...asked].map((session) => asker.endSession?.(session)));
      },
    };
  };
}
