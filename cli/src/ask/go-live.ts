import { type JoinedAsk, type JoinOptions, joinLive, type PersonClient, type WireAsk } from "@yourcall/client";
import { type AskingHub, askLive, type OwnLiveAsk } from "@yourcall/client/internal";
import type { Ask, AskRequest } from "@yourcall/core";
import { connect } from "../hub/connect.ts";
import type { HubHere } from "../hub/hub-here.ts";
import { leaveMs } from "../with-timeout.ts";
import { asPerson } from "./as-person.ts";

interface LiveOptions {
  /** Called with what the person should know if no hub could be started: the ask is only in this process. */
  onHere: (notice: string) => void;
  /** Called if the ask could not be withdrawn and may still be pending. */
  onLost: (message: string) => void;
}

let hubHere: HubHere | undefined;

/** Stops the hub in this process, if one had to be opened. Call this before the command ends. */
export async function stopHubHere(): Promise<void> {
  await hubHere?.stop();
}

/** Puts an ask of this process into the hub, which is started, or opened in this process, if there is none. */
export function goLive(ask: Ask, request: AskRequest, { onHere, onLost }: LiveOptions): OwnLiveAsk {
  const hub: AskingHub = {
    open: (scope, revive) => connect(scope, { start: scope === "agent", revive }),
    async openHere(reason) {
      const { openHubHere } = await import("../hub/hub-here.ts");
      hubHere = await openHubHere(reason);
      onHere(hubHere.notice);
      return hubHere;
    },
  };
  const live = askLive(ask, request, { hub, onLost, withdrawWithinMs: leaveMs, ...asPerson(() => live.created) });
  return live;
}

/** Shows a pending ask of the hub here too. */
export function joinAsk(
  person: PersonClient,
  ask: WireAsk,
  options: Pick<JoinOptions, "isUpdatedByCaller"> = {},
): JoinedAsk {
  return joinLive(person, ask, { ...asPerson(async () => ask), ...options });
}
