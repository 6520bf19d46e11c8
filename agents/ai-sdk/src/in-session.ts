import { type Asker, type AskRequest, type HubAsker, isHubAsker } from "@yourcall/core";

/** The same asker, whose asks belong to one session (the id of a chat), whatever the agent calls its own. */
export function inSession(
  asker: Asker,
  session: string | undefined,
  toKey: (request: AskRequest) => string | undefined = ({ key }) => key,
): Asker {
  function placed(request: AskRequest): AskRequest {
    const agent = { name: "chat", ...request.agent, session: session ?? request.agent?.session };
    return { ...request, key: toKey(request), agent };
  }
  const ask: Asker["ask"] = (request, options) => asker.ask(placed(request), options);
  if (!isHubAsker(asker)) return { ask };
  const placedHub: HubAsker = {
    ...asker,
    ask,
    create: (request, options) => asker.create(placed(request), options),
    delivery: (id, delivery) => asker.delivery(id, { ...delivery, session: session ?? delivery.session }),
    report: (id, report) => asker.report(id, { ...report, session: session ?? report.session }),
  };
  return placedHub;
}
