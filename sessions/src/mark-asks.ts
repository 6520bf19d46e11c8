import type { HubClient } from "@yourcall/client";
import type { AskRequest } from "@yourcall/core";

/** Marks every ask, so that pages learn of a desk even if they know none of its sessions. */
export function withMark(asker: HubClient): HubClient {
  const mark = (request: AskRequest): AskRequest => ({ ...request, metadata: { ...request.metadata, desk: true } });
  return {
    ...asker,
    ask: (request, options) => asker.ask(mark(request), options),
    create: (request, options) => asker.create(mark(request), options),
  };
}
