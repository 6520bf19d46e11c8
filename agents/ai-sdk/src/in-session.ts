import { type Asker, type AskRequest, isHubAsker } from "@yourcall/core";

/** The same asker, whose asks all belong to one session (the id of a chat), whatever the agent calls its own. */
export function inSession<Given extends Asker>(asker: Given, session: string): Given {
  const placed = (request: AskRequest): AskRequest => ({
    ...request,
    agent: { name: "chat", ...request.agent, session },
  });
  if (!isHubAsker(asker)) return { ...asker, ask: (request, options) => asker.ask(placed(request), options) };
  return {
    ...asker,
    ask: (request: AskRequest, options?: { signal?: AbortSignal }) => asker.ask(placed(request), options),
    create: (request: AskRequest, options?: object) => asker.create(placed(request), options),
    delivery: (id: string, delivery: object) => asker.delivery(id, { ...delivery, session } as never),
    report: (id: string, report: object) => asker.report(id, { ...report, session } as never),
  };
}
