import { type Ask, type Clock, toVerdict } from "@yourcall/core";
import { toAllowedText, toFields, toNonEmpty } from "@yourcall/core/internal";
import {
  type Decision,
  type DialogEnd,
  type DialogOptions,
  followDialog,
  type HostDialog,
  type OpenDialog,
} from "../follow-dialog.ts";
import { losesNote } from "../loses-note.ts";
import {
  toFormEnd,
  toFormResult,
  toPermissionEnd,
  toPermissionResult,
  toPlanEnd,
  toPlanResult,
} from "./from-outcome.ts";
import {
  type Fields,
  type SessionContext,
  toPermissionAsk,
  toPlanAsk,
  toQuestionAsk,
  toRequest,
  toRule,
} from "./to-ask.ts";

/** Copilot's own API, as far as it is used here. */
interface CopilotApi {
  snapshot(): Promise<unknown>;
  /** Each resolves with whether Copilot takes the result; false if it was decided before. */
  settleForm(requestId: string, result: Fields): Promise<boolean>;
  settlePermission(requestId: string, result: Fields): Promise<boolean>;
  settlePlan(requestId: string, result: Fields): Promise<boolean>;
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

/** What Copilot calls with its events and, before its model gets the result, for each call that did not fail. */
export interface Follower {
  onEvent(event: CopilotEvent): void;
  onResult(call: { toolName?: unknown; toolArgs?: unknown }): Promise<{ additionalContext: string } | undefined>;
}

/** A dialog that has opened. */
interface Begun {
  ask: Ask;
  settle(id: string, decision: Decision): Promise<boolean>;
  toEnd(completed: Fields): DialogEnd;
  losesNote(decision: Decision): boolean;
}

interface Followed extends Pick<Begun, "toEnd"> {
  dialog: OpenDialog;
  /** The call that asks for permission. */
  call?: string | undefined;
  /** Set if the hub's decision allows the call with words for the model. Resolves with them, or with "" if it was not taken. */
  note?: Promise<string>;
  isNoteAdded?: true;
}

// What Copilot settles by itself is settled by then.
const delayMs = 150;

/**
 * Takes the events of a session and keeps an ask in the hub for each dialog that is open:
 *
 *     elicitation, exit_plan_mode, permission .requested    → an ask, after 150 ms
 *     the same .completed                                   → reported, or withdrawn with the reason
 *     abort, session.idle                                   → withdrawn: the turn was interrupted
 *
 * Copilot's decision has no place for what a person says with Allow, so that is added to the result of the call. It counts as taken
 * once the result that Copilot reports has it.
 */
export function followEvents({ api, hub, clock, around, approvals }: FollowOptions): Follower {
  const open = new Map<string, Followed>();
  /** The calls that are running, as the hook names them. */
  const calls = new Map<string, string>();
  let said: string | undefined;

  function begin(data: Fields, { agentId }: CopilotEvent, { ask, settle, toEnd, losesNote }: Begun): void {
    const id = toNonEmpty(data.requestId);
    if (id === undefined || open.has(id)) return;
    const context = { ...around, said, subagent: toNonEmpty(agentId) };
    const request = api.snapshot().then(
      (snapshot) => toRequest(ask, id, { ...context, snapshot }),
      () => toRequest(ask, id, context),
    );
    const call = toNonEmpty(toFields(data.permissionRequest).toolCallId);
    const send: HostDialog["send"] = async (decision) => {
      const settling = settle(id, decision);
      const words = call === undefined ? "" : toAllowedText(ask, decision);
      if (words !== "")
        followed.note = settling.then(
          (isTaken) => (isTaken ? words : ""),
          () => "",
        );
      if (!(await settling)) return "late";
      if (words !== "") return "sent";
      return losesNote(decision) ? "taken-without-note" : "taken";
    };
    const dialog = followDialog(
      { host: "Copilot", surface: "copilot", request, send },
      { hub, clock, delayMs, keepsReporting: true },
    );
    const followed: Followed = { dialog, toEnd, call };
    open.set(id, followed);
  }

  function beginForm(data: Fields, event: CopilotEvent): void {
    // A form of an MCP server, or a page to open.
    if (data.elicitationSource !== undefined || data.url !== undefined) return;
    const form = toQuestionAsk(data);
    if (form === null) return;
    const { ask, fields } = form;
    begin(data, event, {
      ask,
      settle: (id, decision) => api.settleForm(id, toFormResult(fields, decision)),
      toEnd: (completed) => toFormEnd(fields, completed),
      losesNote: (decision) => losesNote(ask, decision),
    });
  }

  function beginPermission(data: Fields, event: CopilotEvent): void {
    // Without a prompt there is no dialog.
    if (data.resolvedByHook === true || data.promptRequest === undefined) return;
    const request = toFields(data.permissionRequest);
    const ask = toPermissionAsk(request);
    if (ask === null) return;
    begin(data, event, {
      ask,
      settle: (id, decision) => api.settlePermission(id, toPermissionResult(ask, toRule(request), decision)),
      toEnd: (completed) => toPermissionEnd(ask, completed),
      losesNote: (decision) => losesNote(ask, decision),
    });
  }

  function beginPlan(data: Fields, event: CopilotEvent): void {
    const ask = toPlanAsk(data);
    if (ask === null) return;
    begin(data, event, {
      ask,
      settle: (id, decision) => api.settlePlan(id, toPlanResult(ask, decision)),
      toEnd: (completed) => toPlanEnd(ask, completed),
      losesNote: (decision) => toPlanResult(ask, decision).approved === true && toVerdict(ask, decision).remark !== "",
    });
  }

  async function finish(id: string, toEnd: (followed: Followed, words: string) => DialogEnd): Promise<void> {
    const followed = open.get(id);
    if (followed === undefined) return;
    const words = (await followed.note) ?? "";
    open.delete(id);
    await followed.dialog.end(toEnd(followed, words));
  }

  function complete(data: Fields): void {
    const id = String(data.requestId);
    const note = open.get(id)?.note;
    // Ours, unless the window was first; then `send` says so. The call goes on, and its result takes the note.
    if (note !== undefined) void note.then((words) => words === "" && open.delete(id));
    else void finish(id, ({ toEnd }) => toEnd(data));
  }

  function endOfCall({ toolCallId, result }: Fields): void {
    calls.delete(String(toolCallId));
    const told = String(toFields(result).content);
    for (const [id, { call, note }] of open)
      if (note !== undefined && call === toolCallId)
        void finish(id, (_, words) => (told.includes(words) ? "as-sent" : "as-sent-without-note"));
  }

  async function onResult({ toolName, toolArgs }: Parameters<Follower["onResult"]>[0]) {
    const name = toCallName(toolName, toolArgs);
    for (const followed of open.values()) {
      if (followed.isNoteAdded || calls.get(followed.call ?? "") !== name) continue;
      const additionalContext = await followed.note;
      if (!additionalContext) continue;
      followed.isNoteAdded = true;
      return { additionalContext };
    }
    return undefined;
  }

  const dialogs: Readonly<Record<string, typeof beginForm>> = approvals
    ? { permission: beginPermission }
    : { elicitation: beginForm, exit_plan_mode: beginPlan };
  function onEvent(event: CopilotEvent): void {
    const data = toFields(event.data);
    const [what = "", happened] = event.type.split(".");
    if (event.type === "assistant.message") said = toNonEmpty(data.content);
    else if (happened === "requested") dialogs[what]?.(data, event);
    else if (happened === "completed" && what in dialogs) complete(data);
    else if (event.type === "tool.execution_start")
      calls.set(String(data.toolCallId), toCallName(data.toolName, data.arguments));
    else if (event.type === "tool.execution_complete") endOfCall(data);
    else if (event.type === "abort" || event.type === "session.idle")
      for (const id of open.keys())
        void finish(id, (_, words) => (words === "" ? { reason: "Interrupted in Copilot." } : "as-sent-without-note"));
  }

  return { onEvent, onResult };
}

/** A call as its hook knows it, which is not told the call's id. */
function toCallName(tool: unknown, input: unknown): string {
  return JSON.stringify([tool, input]);
}
