import type { Clock } from "@yourcall/core";
import { pause, toFields } from "@yourcall/core/internal";
import { type Decision, type DialogEnd, type DialogOptions, followDialog } from "../follow-dialog.ts";
import type { AppServer, Fields, ServerMessage } from "./app-server.ts";
import type { CodexThreads } from "./codex-threads.ts";
import { answered, interrupted, noLongerWaits, wentOn } from "./ends.ts";
import { isSameResult, readAnswers, toCodexResult, toNote, toReport } from "./from-outcome.ts";
import { endDialog, type LiveDialog, wake } from "./live-dialog.ts";
import { readToolOutput } from "./rollout.ts";
import { type CodexAsk, toCodexAsk } from "./to-ask.ts";

interface Dialog extends LiveDialog {
  asked: CodexAsk;
  thread: string;
  turn: string;
  item: string;
  requestId: string | number;
  /** The connection over which Codex sent the request last. */
  connection: number;
  /** What was given to Codex as the result. */
  sent?: unknown;
  /** Codex did not take what the person wrote with the decision: it takes no message for a subagent. */
  isNoteLost?: true;
  isResolved: boolean;
}

interface Options {
  hub: DialogOptions["hub"];
  clock: Clock;
  threads: CodexThreads;
  server(): AppServer | undefined;
}

/** The dialogs that are open in Codex. */
export interface CodexDialogs {
  open(request: ServerMessage & { id: string | number }): void;
  resolved(thread: string, requestId: unknown): void;
  itemCompleted(thread: string, item: Fields): void;
  turnCompleted(thread: string, turn: Fields): void;
  connected(): void;
  has(key: string): boolean;
  /** Ends what Codex has not sent again over the present connection. */
  endUnsent(): void;
  endAll(reason: string): void;
  /** Forgets all, without a word to anybody. */
  leave(): void;
}

const lookAgainMs = 50;
const longestLookMs = 10_000;
// "No" in Codex's dialog ends the turn a moment after it has declined the item.
const turnEndsMs = 1000;

export function createCodexDialogs({ hub, clock, threads, server }: Options): CodexDialogs {
  const all = new Map<string, Dialog>();
  let connection = 0;

  function open(request: ServerMessage & { id: string | number }): void {
    const { threadId, turnId, itemId } = request.params;
    const about = threads.itemOf(request.params);
    const [thread, turn, item] = [String(threadId), String(turnId), String(itemId ?? about?.id ?? "")];
    // With the request's id: Codex may ask twice about one item, and the second time is a new question.
    const key = ["codex", thread, turn, item, request.id].join(":");
    const known = all.get(key);
    if (known !== undefined) {
      known.connection = connection;
      wake(known);
      return;
    }
    const asked = toCodexAsk(request, about);
    if (asked === null) return;
    const dialog: Dialog = {
      ...{ asked, thread, turn, item, connection, requestId: request.id },
      ...{ isResolved: false, isOver: false, changed: Promise.withResolvers<void>() },
    };
    all.set(key, dialog);
    const mark = { item, ...(asked.type === "question" ? { ids: asked.ids } : {}) };
    const ask = threads.toRequest(thread, asked.ask, key, mark);
    const send = (decision: Decision) => give(dialog, decision);
    dialog.opened = followDialog({ host: "Codex", surface: "codex", request: ask, send }, { hub, clock });
  }

  async function give(dialog: Dialog, decision: Decision): Promise<"sent"> {
    const { asked, requestId, thread: threadId, turn: expectedTurnId } = dialog;
    while (!dialog.isOver && (server() === undefined || dialog.connection !== connection)) await dialog.changed.promise;
    const codex = server();
    // It has ended there in the meantime, and `end` says how.
    if (dialog.isOver || codex === undefined) return "sent";
    const text = toNote(asked, decision);
    if (text !== "") {
      const input = [{ type: "text", text }];
      await codex.call("turn/steer", { threadId, expectedTurnId, input }).catch(() => {
        dialog.isNoteLost = true;
      });
    }
    dialog.sent = toCodexResult(asked, decision);
    codex.reply(requestId, dialog.sent);
    return "sent";
  }

  const end = (dialog: Dialog, how: DialogEnd) => endDialog(all, dialog, how);

  function ofThread(thread: string): Dialog[] {
    return [...all.values()].filter((dialog) => dialog.thread === thread);
  }

  /** The result in the conversation's file says who was first: Codex does not. */
  async function settleQuestion(dialog: Dialog): Promise<void> {
    const { asked, thread, item, sent } = dialog;
    if (asked.type !== "question") return;
    const file = threads.file(thread);
    for (let spent = 0; file !== undefined && spent < longestLookMs && !dialog.isOver; spent += lookAgainMs) {
      const told = await readToolOutput(file, item).catch(() => undefined);
      if (told !== undefined) {
        if (dialog.sent !== undefined && isSameResult(dialog.sent, told)) return end(dialog, "as-sent");
        const report = readAnswers(asked, told);
        return end(dialog, report === undefined ? { reason: wentOn } : { report });
      }
      await pause(clock, lookAgainMs);
    }
    end(dialog, sent === undefined ? { reason: answered } : { reason: "Codex does not say what became of it." });
  }

  function settleApproval(dialog: Dialog, isAllowed: boolean): void {
    const { asked, sent } = dialog;
    const report = toReport(asked, isAllowed);
    if (sent !== undefined && isAllowed === allows(sent))
      end(dialog, dialog.isNoteLost ? "as-sent-without-note" : "as-sent");
    else end(dialog, report === undefined ? { reason: answered } : { report });
  }

  return {
    open,
    resolved(thread, requestId) {
      const dialog = ofThread(thread).find((one) => one.requestId === requestId);
      if (dialog === undefined || dialog.isResolved) return;
      dialog.isResolved = true;
      if (dialog.asked.type === "question") void settleQuestion(dialog);
    },
    itemCompleted(thread, { id, status, error }) {
      for (const dialog of ofThread(thread)) {
        if (dialog.asked.type === "question" || dialog.item !== id) continue;
        const isAllowed = status !== "declined" && toFields(error).message !== "user rejected MCP tool call";
        if (isAllowed || dialog.sent !== undefined) settleApproval(dialog, isAllowed);
        else clock.after(turnEndsMs, () => settleApproval(dialog, false));
      }
    },
    turnCompleted(thread, { id, status }) {
      for (const dialog of ofThread(thread)) {
        if (dialog.turn !== id) continue;
        if (status === "interrupted") end(dialog, { reason: interrupted });
        else if (dialog.asked.type === "question") void settleQuestion(dialog);
        else end(dialog, { reason: wentOn });
      }
    },
    connected() {
      connection += 1;
    },
    has: (key) => all.has(key),
    endUnsent() {
      for (const dialog of all.values()) if (dialog.connection !== connection) end(dialog, { reason: noLongerWaits });
    },
    endAll(reason) {
      for (const dialog of all.values()) end(dialog, { reason });
    },
    leave: () => all.clear(),
  };
}

function allows(result: unknown): boolean {
  const { decision, action } = toFields(result);
  return decision !== "decline" && action !== "decline";
}
