import type { Clock } from "@yourcall/core";
import { pause } from "@yourcall/core/internal";
import { type Decision, type DialogEnd, type DialogOptions, followDialog } from "../follow-dialog.ts";
import type { AppServer, Fields, ServerMessage } from "./app-server.ts";
import type { CodexThreads } from "./codex-threads.ts";
import { findDialogEnd, toApprovalEnd, toUnknownEnd } from "./dialog-ends.ts";
import { answered, interrupted, wentOn } from "./ends.ts";
import { toCodexResult, toNote, wasAllowed } from "./from-outcome.ts";
import { endDialog, type LiveDialog, wake } from "./live-dialog.ts";
import { type CodexAsk, isAboutItem, toCodexAsk } from "./to-ask.ts";

interface Dialog extends LiveDialog {
  /** Undefined until the item that Codex asks about has been found. */
  asked?: CodexAsk;
  thread: string;
  turn: string;
  item: string;
  requestId: string | number;
  /** The connection over which Codex sent the request last. */
  connection: number;
  /** What was given to Codex as the result. */
  sent?: unknown;
  /** Whether Codex accepted the person's remark. For a subagent it refuses one, because subagents take no messages. */
  note?: "taken" | "refused";
  /** Codex has a reply: ours, or one from its own dialog. */
  isResolved: boolean;
  /** Codex has declined the item. */
  isDeclined: boolean;
}

interface Options {
  hub: DialogOptions["hub"];
  clock: Clock;
  threads: CodexThreads;
  server(): AppServer | undefined;
}

/** The dialogs that are open in Codex. */
interface CodexDialogs {
  open(request: ServerMessage & { id: string | number }): Promise<void>;
  resolved(thread: string, requestId: unknown): void;
  itemCompleted(thread: string, item: Fields): void;
  turnCompleted(thread: string, turn: Fields): void;
  connected(): void;
  has(key: string): boolean;
  /** Ends the asks of dialogs that Codex did not send again after it reconnected. */
  endUnsent(): void;
  endAll(reason: string): void;
  /** Forgets all dialogs. Their asks stay as they are, and nobody is notified. */
  leave(): void;
}

const lookAgainMs = 50;
const longestLookMs = 10_000;
// "No" in Codex's dialog declines the item a moment after the reply, and ends the turn a moment after that.
const turnEndsMs = 1000;

export function createCodexDialogs({ hub, clock, threads, server }: Options): CodexDialogs {
  const all = new Map<string, Dialog>();
  let connection = 0;

  async function open(request: ServerMessage & { id: string | number }): Promise<void> {
    const { threadId, turnId, itemId } = request.params;
    const [thread, turn] = [String(threadId), String(turnId)];
    // With the request's id: Codex may ask twice about one item, and the second time is a new question.
    const key = ["codex", thread, turn, String(itemId ?? ""), request.id].join(":");
    const known = all.get(key);
    if (known !== undefined) {
      known.connection = connection;
      // The reply was lost with the connection before.
      if (known.sent !== undefined) server()?.reply(request.id, known.sent);
      wake(known);
      return;
    }
    const dialog: Dialog = {
      ...{ thread, turn, item: String(itemId ?? ""), connection, requestId: request.id },
      ...{ isResolved: false, isDeclined: false, isOver: false, changed: Promise.withResolvers<void>() },
    };
    all.set(key, dialog);
    const about = isAboutItem(request) ? await threads.findItem(request.params, server()) : undefined;
    const asked = toCodexAsk(request, about);
    if (asked === null) all.delete(key);
    if (asked === null || dialog.isOver) return;
    dialog.asked = asked;
    if (about !== undefined) dialog.item = String(about.id);
    const mark = { thread, item: dialog.item, ...(asked.type === "question" ? { ids: asked.ids } : {}) };
    const ask = threads.toRequest(thread, asked.ask, key, mark);
    const send = (decision: Decision) => give(dialog, asked, decision);
    dialog.opened = followDialog({ host: "Codex", surface: "codex", request: ask, send }, { hub, clock });
  }

  async function give(dialog: Dialog, asked: CodexAsk, decision: Decision): Promise<"sent" | "sent-note"> {
    const { requestId, thread: threadId, turn: expectedTurnId } = dialog;
    const text = toNote(asked, decision);
    // If it has ended there in the meantime, or has a reply, `end` says how.
    while (!dialog.isOver && !dialog.isResolved) {
      const codex = server();
      if (!codex?.isOpen() || dialog.connection !== connection) await dialog.changed.promise;
      else if (text !== "" && dialog.note === undefined) {
        const input = [{ type: "text", text }];
        await codex.call("turn/steer", { threadId, expectedTurnId, input }).then(
          () => {
            dialog.note = "taken";
          },
          () => {
            if (codex.isOpen()) dialog.note = "refused";
          },
        );
      } else {
        dialog.sent = toCodexResult(asked, decision);
        codex.reply(requestId, dialog.sent);
        break;
      }
    }
    return dialog.note === "taken" ? "sent-note" : "sent";
  }

  function end(dialog: Dialog, how: DialogEnd): void {
    endDialog(all, dialog, how === "as-sent" && dialog.note === "refused" ? "as-sent-without-note" : how);
  }

  function ofThread(thread: string): Dialog[] {
    return [...all.values()].filter((dialog) => dialog.thread === thread);
  }

  const find = async ({ asked, thread, item, sent }: Dialog): Promise<DialogEnd | undefined> =>
    asked && findDialogEnd({ asked, thread, item, sent, file: threads.file(thread) }, server());

  /** The result in the conversation's file says who was first: Codex does not. */
  async function settleQuestion(dialog: Dialog): Promise<void> {
    const isWritten = threads.file(dialog.thread) !== undefined;
    for (let spent = 0; isWritten && spent < longestLookMs && !dialog.isOver; spent += lookAgainMs) {
      const how = await find(dialog);
      if (how !== undefined) return end(dialog, how);
      await pause(clock, lookAgainMs);
    }
    end(dialog, { reason: dialog.sent === undefined ? answered : "Codex does not say what became of it." });
  }

  function settleApproval(dialog: Dialog, isAllowed: boolean): void {
    const { asked, sent } = dialog;
    if (asked !== undefined) end(dialog, toApprovalEnd({ asked, sent }, isAllowed));
  }

  /** Ends the dialog of a command that may run for long, even after its turn. */
  async function settleRunning(dialog: Dialog, otherwise: DialogEnd | undefined): Promise<void> {
    if (dialog.isOver || dialog.isDeclined) return;
    const how = (await find(dialog)) ?? otherwise;
    if (how !== undefined) end(dialog, how);
  }

  return {
    open,
    resolved(thread, requestId) {
      const dialog = ofThread(thread).find((one) => one.requestId === requestId);
      if (dialog === undefined || dialog.isResolved) return;
      dialog.isResolved = true;
      if (dialog.asked?.type === "question") return void settleQuestion(dialog);
      // What has not ended by then was not declined, and may run for hours.
      const otherwise = dialog.sent === undefined ? { reason: answered } : undefined;
      clock.after(turnEndsMs, () => void settleRunning(dialog, otherwise));
    },
    itemCompleted(thread, item) {
      for (const dialog of ofThread(thread)) {
        if (dialog.asked?.type === "question" || dialog.item !== item.id) continue;
        const isAllowed = wasAllowed(item);
        dialog.isDeclined = !isAllowed;
        if (isAllowed || dialog.sent !== undefined) settleApproval(dialog, isAllowed);
        else clock.after(turnEndsMs, () => settleApproval(dialog, false));
      }
    },
    turnCompleted(thread, { id, status }) {
      for (const dialog of ofThread(thread)) {
        if (dialog.turn !== id) continue;
        if (status === "interrupted") end(dialog, { reason: interrupted });
        else if (dialog.asked?.type === "question") void settleQuestion(dialog);
        else void settleRunning(dialog, { reason: wentOn });
      }
    },
    connected() {
      connection += 1;
    },
    has: (key) => all.has(key),
    endUnsent() {
      for (const dialog of all.values()) {
        if (dialog.connection === connection) continue;
        const isTurnRunning = threads.turn(dialog.thread) === dialog.turn;
        void settleRunning(dialog, toUnknownEnd(dialog.sent !== undefined, isTurnRunning));
      }
    },
    endAll(reason) {
      for (const dialog of all.values()) end(dialog, { reason });
    },
    leave: () => all.clear(),
  };
}
