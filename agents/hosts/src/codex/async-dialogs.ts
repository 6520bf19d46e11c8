import { randomUUID } from "node:crypto";
import type { Clock } from "@yourcall/core";
import { type Decision, type DialogEnd, type DialogOptions, followDialog } from "../follow-dialog.ts";
import type { AppServer } from "./app-server.ts";
import { type Asked, findEnd, findOpen, toAsyncEnd, toDialogEnd } from "./async-ends.ts";
import { type AsyncQuestion, toAsyncQuestions, toReplyText } from "./async-reply.ts";
import type { CodexThreads } from "./codex-threads.ts";
import { noLongerWaits } from "./ends.ts";
import { endDialog, type LiveDialog, wake } from "./live-dialog.ts";
import { type RolloutEvent, readEvents } from "./rollout.ts";

interface Dialog extends Asked, LiveDialog {
  thread: string;
  /** The connection over which the question was last known to be open. */
  connection: number;
  /** The id of our message with the answer. */
  sent?: { client: string; text: string };
}

interface Options {
  hub: DialogOptions["hub"];
  clock: Clock;
  threads: CodexThreads;
  server(): AppServer | undefined;
}

/**
 * The questions that Codex's model asked without waiting (`request_user_input_async`). A message of the person answers one of them, also
 * after the turn. Codex accepts both of two answers: each is a message to its model.
 */
interface AsyncDialogs {
  happened(thread: string, event: RolloutEvent): void;
  /** Reads what happened in the thread before this connection. */
  catchUp(thread: string): Promise<void>;
  connected(): void;
  has(key: string): boolean;
  endAll(reason: string): void;
  /** Forgets all, without a word to anybody. */
  leave(): void;
}

export function createAsyncDialogs({ hub, clock, threads, server }: Options): AsyncDialogs {
  const all = new Map<string, Dialog>();
  let connection = 0;

  function open(thread: string, { turn, question }: Asked): void {
    const key = toAsyncKey(thread, turn, question);
    const known = all.get(key);
    if (known !== undefined) {
      known.connection = connection;
      wake(known);
      return;
    }
    if (!threads.takesMessages(thread)) return;
    const changed = Promise.withResolvers<void>();
    const dialog: Dialog = { thread, turn, question, connection, isOver: false, changed };
    all.set(key, dialog);
    const { call, at, ask } = question;
    const request = threads.toRequest(thread, ask, key, { item: call, at, turn });
    const send = (decision: Decision) => give(dialog, decision);
    dialog.opened = followDialog({ host: "Codex", surface: "codex", request, send }, { hub, clock });
  }

  async function give(dialog: Dialog, decision: Decision): Promise<"sent"> {
    const { thread: threadId, question } = dialog;
    const text = toReplyText(question, decision);
    while (!dialog.isOver) {
      const codex = server();
      if (codex === undefined || dialog.connection !== connection) {
        await dialog.changed.promise;
        continue;
      }
      dialog.sent = { client: randomUUID(), text };
      const message = { threadId, clientUserMessageId: dialog.sent.client, input: [{ type: "text", text }] };
      const expectedTurnId = threads.turn(threadId);
      try {
        if (expectedTurnId === undefined) await codex.call("turn/start", message);
        else
          await codex
            .call("turn/steer", { ...message, expectedTurnId })
            .catch((error) => (codex.isOpen() ? codex.call("turn/start", message) : Promise.reject(error)));
        break;
      } catch {
        // Whether it arrived before the connection broke is in the conversation's file, which is read with the next one.
        if (codex.isOpen()) end(dialog, { reason: noLongerWaits });
        else await dialog.changed.promise;
      }
    }
    return "sent";
  }

  const end = (dialog: Dialog, how: DialogEnd) => endDialog(all, dialog, how);

  function take(dialog: Dialog, event: RolloutEvent): void {
    const over = toAsyncEnd(dialog, event);
    if (over === undefined) return;
    if (dialog.sent === undefined || event.type === "turn-interrupted") end(dialog, toDialogEnd(dialog, over));
    // Another message may come first. Codex still passes ours on to its model.
    else if ("client" in over && over.client === dialog.sent.client) end(dialog, "as-sent");
  }

  function ofThread(thread: string): Dialog[] {
    return [...all.values()].filter((dialog) => dialog.thread === thread);
  }

  return {
    happened(thread, event) {
      for (const dialog of ofThread(thread)) take(dialog, event);
      if (event.type !== "message") return;
      for (const question of toAsyncQuestions(event.item)) open(thread, { turn: event.turn, question });
    },
    async catchUp(thread) {
      const file = threads.file(thread);
      const events = file === undefined ? [] : await readEvents(file);
      const started = connection;
      const last = events.findLast(({ type }) => type !== "message");
      if (last?.type === "turn-started") threads.turnStarted(thread, last.turn);
      for (const dialog of ofThread(thread)) {
        const how = findEnd(events, dialog, dialog.sent?.text);
        if (how !== undefined) end(dialog, how);
      }
      if (started === connection) for (const asked of findOpen(events)) open(thread, asked);
    },
    connected() {
      connection += 1;
    },
    has: (key) => all.has(key),
    endAll(reason) {
      for (const dialog of all.values()) end(dialog, { reason });
    },
    leave: () => all.clear(),
  };
}

function toAsyncKey(thread: string, turn: string, { call, at }: AsyncQuestion): string {
  return ["codex", thread, turn, call, "async", at].join(":");
}
