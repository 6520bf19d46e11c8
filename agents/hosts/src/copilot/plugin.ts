// @ts-expect-error Copilot resolves it; there is no package of this name to install.
import { joinSession } from "@github/copilot-sdk/extension";
import { stateDirectoryPath } from "@yourcall/client/internal/node";
import { machineClock } from "@yourcall/core";
import { panePattern, toFields, toNonEmpty } from "@yourcall/core/internal";
import type { PluginSettings } from "../host.ts";
import { recordSeen } from "../host-seen.ts";
import { openHostHub, toHubEnvironment } from "../open-host-hub.ts";
import { type CopilotEvent, followEvents } from "./follow-events.ts";

// Declared at the head of the file that `setup` writes.
declare const yourcallSettings: PluginSettings;

type Call = (params?: object) => Promise<unknown>;

/** What Copilot gives its extensions, as far as it is used here. */
interface Session {
  sessionId: string;
  on(listener: (event: CopilotEvent) => void): void;
  rpc: {
    metadata: Record<"snapshot", Call>;
    ui: Record<"handlePendingElicitation" | "handlePendingExitPlanMode", Call>;
    permissions: Record<"handlePendingPermissionRequest", Call>;
  };
}

const approvals = yourcallSettings.approvals === true;
const forApprovals = {
  // Copilot's own dialog decides, unless the hub settles the request first.
  onPermissionRequest: async () => ({ kind: "no-result" }),
  hooks: { onPostToolUse: (call: object) => follow.onResult(call).catch(() => undefined) },
};
const session: Session = await joinSession(approvals ? forApprovals : {});
const { rpc } = session;
const isTaken = (reply: unknown) => toFields(reply).success === true;
const { TMUX, TMUX_PANE = "" } = process.env;
const follow = followEvents({
  api: {
    snapshot: () => rpc.metadata.snapshot(),
    settleForm: async (requestId, result) => isTaken(await rpc.ui.handlePendingElicitation({ requestId, result })),
    settlePermission: async (requestId, result) =>
      isTaken(await rpc.permissions.handlePendingPermissionRequest({ requestId, result })),
    settlePlan: async (requestId, response) => isTaken(await rpc.ui.handlePendingExitPlanMode({ requestId, response })),
  },
  hub: openHostHub(yourcallSettings),
  clock: machineClock,
  around: {
    session: session.sessionId,
    directory: process.cwd(),
    pane: TMUX !== undefined && panePattern.test(TMUX_PANE) ? TMUX_PANE : undefined,
  },
  approvals,
});
session.on((event) => {
  try {
    follow.onEvent(event);
  } catch {
    // Copilot goes on without us.
  }
});
// A Copilot that was killed cannot end its extensions, and nobody is left to be told.
process.stdin.once("close", () => process.exit(0));
const name = approvals ? `${yourcallSettings.host}-approvals` : yourcallSettings.host;
recordSeen(stateDirectoryPath(toHubEnvironment(yourcallSettings)), name, {
  at: new Date(machineClock.now()).toISOString(),
  version: toNonEmpty(process.env.COPILOT_CLI_BINARY_VERSION),
});
