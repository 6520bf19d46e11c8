import type { Ask, Clock } from "@yourcall/core";
import { isRecord, toAllowedText, toFields, toNonEmpty } from "@yourcall/core/internal";
import {
  type DialogEnd,
  type DialogOptions,
  followDialog,
  type OpenDialog,
  type SendResult,
} from "../follow-dialog.ts";
import { losesNote } from "../loses-note.ts";
import {
  addToResult,
  covers,
  type HostReply,
  isInterrupted,
  toPermissionReport,
  toQuestionReport,
  toReply,
} from "./from-outcome.ts";
import { toPermissionAsk, toQuestionAsk, toRequest } from "./to-ask.ts";

type Fields = Record<string, unknown>;

/** The host's own API, called inside its process. */
export interface HostApi {
  get(url: string): Promise<{ status: number; data: unknown }>;
  post(url: string, body: unknown): Promise<{ status: number; data: unknown }>;
}

export interface FollowOptions {
  /** The host for people and in the hub: `OpenCode`, `opencode`. */
  title: string;
  name: string;
  api: HostApi;
  hub: DialogOptions["hub"];
  clock: Clock;
  directory?: string;
  pane?: string;
  /** The dialogs that are open in this process, by the id of their request. */
  open: Map<string, Followed>;
}

interface Followed {
  asked: Fields;
  ask: Ask;
  dialog: OpenDialog;
  /** The session that started this one, once it is known. */
  parent?: string;
  /** Set if another decision seems to settle this request too: what the host then says of it, and the words for that. */
  settled?: { reply: "always" | "reject"; reason: string };
  /** Set if the hub's decision allows the call with words for the model. Resolves with them, or with "" if it was not taken. */
  note?: Promise<string>;
}

/** What the host calls with its events and, before its model gets it, with the result of each call that did not fail. */
export interface Follower {
  onEvent(event: { type: string; properties: unknown }): void;
  onResult(call: { sessionID?: unknown; callID?: unknown }, result: unknown): Promise<void>;
}

// What the host settles by itself, as `opencode run` does, is settled by then.
const delayMs = 150;

/**
 * Takes the host's events and keeps an ask in the hub for each dialog that is open:
 *
 *     question.asked, permission.asked        → an ask, after 150 ms
 *     question.replied, permission.replied    → reported, or ended as allowed or denied along with another one
 *     question.rejected                       → withdrawn: dismissed
 *     session.idle, session.error, .deleted   → withdrawn: the turn was interrupted, and the host forgot to say so
 *     session.deleted, server.instance.disposed → the session has ended, or all that asked here have
 *
 * The host confirms a reply with 200 even if the turn was interrupted before, so `send` also looks at what became of the call. Its reply
 * has no place for what a person says with Allow, so that is added to the result of the call, and counts as taken only then.
 */
export function followEvents(options: FollowOptions): Follower {
  const { title, name, api, hub, clock, open } = options;
  const interrupted = { reason: `Interrupted in ${title}.` };
  /** The sessions that asked here, by which grants know them. */
  const asked = new Set<string>();

  function begin(asked: Fields, ask: Ask | null): void {
    const id = toNonEmpty(asked.id);
    if (ask === null || id === undefined || open.has(id)) return;
    const followed: Followed = { asked, ask, dialog: { end: async () => {} } };
    open.set(id, followed);
    const dialog = followDialog(
      {
        host: title,
        surface: name,
        request: readRequest(followed),
        async send(decision) {
          const giving = give(asked, toReply(ask, id, decision));
          const words = toFields(asked.tool).callID === undefined ? "" : toAllowedText(ask, decision);
          if (words !== "")
            followed.note = giving.then(
              (given) => (given === "taken" ? words : ""),
              () => "",
            );
          const given = await giving;
          if (given === "late" || typeof given === "object") return given;
          // Called later, because it waits for this result.
          if (given === "interrupted") queueMicrotask(() => void finish(id, interrupted));
          if (given === "interrupted" || words !== "") return "sent";
          return losesNote(ask, decision) ? "taken-without-note" : "taken";
        },
      },
      { hub, clock, delayMs, keepsReporting: true },
    );
    followed.dialog = dialog;
  }

  async function give(asked: Fields, { url, body, endsTurn }: HostReply): Promise<SendResult | "interrupted"> {
    const { status } = await api.post(url, body ?? {});
    if (status === 404) return "late";
    if (status !== 200) return { failed: `${title} replied with status ${status}` };
    return !endsTurn && (await wasInterrupted(asked)) ? "interrupted" : "taken";
  }

  async function readRequest(followed: Followed) {
    const { asked: of, ask } = followed;
    const session = `/session/${of.sessionID}`;
    const messageId = toNonEmpty(toFields(of.tool).messageID);
    const [about, vcs, message] = await Promise.all([
      read(session),
      read("/vcs"),
      messageId === undefined ? undefined : read(`${session}/message/${messageId}`),
    ]);
    followed.parent = toNonEmpty(toFields(about).parentID);
    const request = toRequest(ask, name, of, { ...options, session: about, vcs, message });
    if (request.agent?.session !== undefined) asked.add(request.agent.session);
    return request;
  }

  async function read(url: string): Promise<unknown> {
    return api.get(url).then(
      ({ status, data }) => (status === 200 ? data : undefined),
      () => undefined,
    );
  }

  async function wasInterrupted({ sessionID, tool }: Fields): Promise<boolean> {
    const { messageID, callID } = toFields(tool);
    const look = async () =>
      isInterrupted(await read(`/session/${sessionID}/message/${messageID}`), toNonEmpty(callID));
    const known = await look();
    if (known !== undefined) return known;
    // The call has not ended. An interrupted session is idle at once, even if its message is not yet marked.
    const states = await read("/session/status");
    if (!isRecord(states) || toFields(states[String(sessionID)]).type === "busy") return false;
    // It is also idle if the call and the turn have ended since.
    return (await look()) ?? true;
  }

  async function finish(id: string, how: DialogEnd): Promise<void> {
    const followed = open.get(id);
    open.delete(id);
    await followed?.dialog.end(how);
  }

  /** The host settles other requests of the session with this one: all of them after a refusal, those that a rule now allows. */
  function settleOthers(decided: Followed, reply: unknown): void {
    for (const other of open.values()) {
      const isOther = other !== decided && other.asked.permission !== undefined;
      if (!isOther || other.asked.sessionID !== decided.asked.sessionID) continue;
      if (reply === "reject") other.settled = { reply, reason: `Denied in ${title}, together with another request.` };
      const isSame = other.asked.permission === decided.asked.permission;
      if (reply === "always" && isSame && covers(decided.asked.always, other.asked))
        other.settled = { reply, reason: `Allowed by a rule in ${title}.` };
    }
  }

  function endOfReply(type: string, properties: Fields): void {
    const id = toNonEmpty(properties.requestID) ?? "";
    const followed = open.get(id);
    if (followed === undefined) return;
    const { ask, settled, note } = followed;
    if (settled !== undefined && settled.reply === properties.reply) return void finish(id, { reason: settled.reason });
    if (type === "question.rejected") return void finish(id, { reason: `Dismissed in ${title}.` });
    if (type === "permission.replied") settleOthers(followed, properties.reply);
    // Ours, unless the window was first; then `send` says so. The call goes on, and its result takes the note.
    if (note !== undefined) return void note.then((words) => words === "" && open.delete(id));
    const report =
      type === "question.replied"
        ? toQuestionReport(ask, properties.answers)
        : toPermissionReport(ask, properties.reply);
    void finish(id, report === undefined ? { reason: `Answered in ${title}.` } : { report });
  }

  async function onResult(call: Parameters<Follower["onResult"]>[0], result: unknown): Promise<void> {
    for (const [id, followed] of open) {
      const words = isAbout(followed, call) ? await followed.note : undefined;
      if (words) void finish(id, addToResult(result, words) ? "as-sent" : "as-sent-without-note");
    }
  }

  /** A call that failed has no result to which a note could be added. */
  function endOfCall(part: Fields): void {
    if (toFields(part.state).status !== "error") return;
    for (const [id, followed] of open) if (isAbout(followed, part)) void finishUnsaid(id, followed);
  }

  async function finishUnsaid(id: string, { note }: Followed): Promise<void> {
    await finish(id, (await note) ? "as-sent-without-note" : interrupted);
  }

  function endOfSession(session: string | undefined): void {
    for (const [id, followed] of open)
      if (session !== undefined && (followed.asked.sessionID === session || followed.parent === session))
        void finishUnsaid(id, followed);
  }

  /** What was allowed until the end of these sessions is taken back. */
  function sayEnded(sessions: readonly string[]): void {
    for (const session of sessions) if (asked.delete(session)) void hub.endSession?.(session)?.catch(() => {});
  }

  function onEvent({ type, properties }: { type: string; properties: unknown }): void {
    const fields = toFields(properties);
    if (type === "question.asked") begin(fields, toQuestionAsk(fields));
    else if (type === "permission.asked") begin(fields, toPermissionAsk(title, fields));
    else if (/^(question\.(replied|rejected)|permission\.replied)$/.test(type)) endOfReply(type, fields);
    else if (type === "message.part.updated") endOfCall(toFields(fields.part));
    else if (type === "session.idle" || type === "session.error") endOfSession(toNonEmpty(fields.sessionID));
    else if (type === "session.deleted") {
      const session = toNonEmpty(toFields(fields.info).id);
      endOfSession(session);
      sayEnded(session === undefined ? [] : [session]);
    } else if (type === "server.instance.disposed") sayEnded([...asked]);
  }

  return { onEvent, onResult };
}

/** Whether a decision with a note was made about this call. */
function isAbout({ asked, note }: Followed, { sessionID, callID }: { sessionID?: unknown; callID?: unknown }): boolean {
  return note !== undefined && asked.sessionID === sessionID && toFields(asked.tool).callID === callID;
}
