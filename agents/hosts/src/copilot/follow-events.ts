import type { Clock } from "@yourcall/core";
import { toFields, toNonEmpty } from "@yourcall/core/internal";
import {
  type Decision,
  type DialogEnd,
  type DialogOptions,
  followDialog,
  type HostDialog,
  type OpenDialog,
} from "../follow-dialog.ts";
import { losesNote } from "../loses-note.ts";
import { toFormEnd, toFormResult, toPermissionEnd, toPermissionResult } from "./from-outcome.ts";
import { type Fields, type SessionContext, toPermissionAsk, toQuestionAsk, toRequest, toRule } from "./to-ask.ts";

/** Copilot's own API, as far as it is used here. */
export interface CopilotApi {
  snapshot(): Promise<unknown>;
  /** Each resolves with whether Copilot takes the result; false if it was decided before. */
  settleForm(requestId: string, result: Fields): Promise<boolean>;
  settlePermission(requestId: string, result: Fields): Promise<boolean>;
}

export interface FollowOptions {
  api: CopilotApi;
  hub: DialogOptions["hub"];
  clock: Clock;
  around: Pick<SessionContext, "session" | "directory" | "pane">;
  /** Which dialogs: an extension that sees approvals leaves the questions to the other one. */
  approvals: boolean;
}

export interface CopilotEvent {
  type: string;
  data: unknown;
  /** Set for a subagent. */
  agentId?: unknown;
}

interface Followed {
  dialog: OpenDialog;
  toEnd(completed: Fields): DialogEnd;
}

// What Copilot settles by itself is settled by then.
const delayMs = 150;

/**
 * Takes the events of a session and keeps an ask in the hub for each dialog that is open:
 *
 *     elicitation.requested, permission.requested    → an ask, after 150 ms
 *     elicitation.completed, permission.completed    → reported, or withdrawn with the reason
 *     abort, session.idle                            → withdrawn: the turn was interrupted
 */
export function followEvents({ api, hub, clock, around, approvals }: FollowOptions): (event: CopilotEvent) => void {
  const open = new Map<string, Followed>();
  let said: string | undefined;

  function begin(
    data: Fields,
    { agentId }: CopilotEvent,
    ask: Parameters<typeof toRequest>[0],
    settle: (id: string, decision: Decision) => Promise<boolean>,
    toEnd: Followed["toEnd"],
  ): void {
    const id = toNonEmpty(data.requestId);
    if (id === undefined || open.has(id)) return;
    const context = { ...around, said, subagent: toNonEmpty(agentId) };
    const request = api.snapshot().then(
      (snapshot) => toRequest(ask, id, { ...context, snapshot }),
      () => toRequest(ask, id, context),
    );
    const send: HostDialog["send"] = async (decision) => {
      if (!(await settle(id, decision))) return "late";
      return losesNote(ask, decision) ? "taken-without-note" : "taken";
    };
    const dialog = followDialog({ host: "Copilot", surface: "copilot", request, send }, { hub, clock, delayMs });
    open.set(id, { dialog, toEnd });
  }

  function beginForm(data: Fields, event: CopilotEvent): void {
    // A form of an MCP server, or a page to open.
    if (data.elicitationSource !== undefined || data.url !== undefined) return;
    const form = toQuestionAsk(data);
    if (form === null) return;
    const { ask, fields } = form;
    const settle = (id: string, decision: Decision) => api.settleForm(id, toFormResult(fields, decision));
    begin(data, event, ask, settle, (completed) => toFormEnd(fields, completed));
  }

  function beginPermission(data: Fields, event: CopilotEvent): void {
    // Without a prompt there is no dialog.
    if (data.resolvedByHook === true || data.promptRequest === undefined) return;
    const request = toFields(data.permissionRequest);
    const ask = toPermissionAsk(request);
    if (ask === null) return;
    const settle = (id: string, decision: Decision) =>
      api.settlePermission(id, toPermissionResult(ask, toRule(request), decision));
    begin(data, event, ask, settle, (completed) => toPermissionEnd(ask, completed));
  }

  function finish(id: string, toEnd: (followed: Followed) => DialogEnd): void {
    const followed = open.get(id);
    open.delete(id);
    if (followed !== undefined) void followed.dialog.end(toEnd(followed));
  }

  const [requested, completed, start] = approvals
    ? (["permission.requested", "permission.completed", beginPermission] as const)
    : (["elicitation.requested", "elicitation.completed", beginForm] as const);
  return (event) => {
    const data = toFields(event.data);
    if (event.type === "assistant.message") said = toNonEmpty(data.content);
    else if (event.type === requested) start(data, event);
    else if (event.type === completed) finish(String(data.requestId), ({ toEnd }) => toEnd(data));
    else if (event.type === "abort" || event.type === "session.idle")
      for (const id of [...open.keys()]) finish(id, () => ({ reason: "Interrupted in Copilot." }));
  };
}
