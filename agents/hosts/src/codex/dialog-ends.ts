import { toFields } from "@yourcall/core/internal";
import type { DialogEnd } from "../follow-dialog.ts";
import type { AppServer } from "./app-server.ts";
import { answered, interrupted, noLongerWaits, wentOn } from "./ends.ts";
import { isSameResult, readAnswers, toWindowEnd, wasAllowed } from "./from-outcome.ts";
import { isRunning } from "./live-items.ts";
import { readItem, readToolOutput } from "./rollout.ts";
import type { CodexAsk } from "./to-ask.ts";

/** A dialog that Codex no longer shows. */
interface ClosedDialog {
  asked: CodexAsk;
  thread: string | undefined;
  item: string;
  /** The result that Codex was given by us, if it was. */
  sent?: unknown;
  /** The file of the conversation. */
  file: string | undefined;
}

// How Codex itself begins the result of a call that did not run. Later words may be the model's.
const aborted = /^(Wall time: [\d.]+ seconds\n)?aborted by user/;
const rejected = /^(exec_command failed: CreateProcess \{ message: "Rejected\(|patch rejected by user)/;

/** How it ended: as the conversation's file says, or as Codex does, which knows what runs now. Undefined if neither says anything yet. */
export async function findDialogEnd(
  dialog: ClosedDialog,
  codex: AppServer | undefined,
): Promise<DialogEnd | undefined> {
  const { asked, thread, item, sent, file } = dialog;
  const [told, ended] = await Promise.all(
    [readToolOutput, readItem].map((read) =>
      file === undefined ? undefined : read(file, item).catch(() => undefined),
    ),
  );
  if (asked.type === "question") {
    if (typeof told !== "string") return undefined;
    if (sent !== undefined && isSameResult(sent, told)) return "as-sent";
    const report = readAnswers(asked, told);
    return report === undefined ? { reason: wentOn } : { report };
  }
  if (ended !== undefined) return toApprovalEnd(dialog, wasAllowed(toFields(ended)));
  if (typeof told === "string")
    return aborted.test(told) ? { reason: interrupted } : toApprovalEnd(dialog, !rejected.test(told));
  const runs = codex !== undefined && thread !== undefined && (await isRunning(codex, thread, item).catch(() => false));
  return runs ? toApprovalEnd(dialog, true) : undefined;
}

/** If ours was the other way round, or was not sent, it was decided in Codex's own dialog. */
export function toApprovalEnd({ asked, sent }: Pick<ClosedDialog, "asked" | "sent">, isAllowed: boolean): DialogEnd {
  const { decision, action } = toFields(sent);
  const isOurs = sent !== undefined && isAllowed === (decision !== "decline" && action !== "decline");
  return isOurs ? "as-sent" : toWindowEnd(asked.ask, isAllowed);
}

/** How it ended if nothing says so; undefined while Codex may still confirm our decision. */
export function toUnknownEnd(isDecided: boolean, isTurnRunning: boolean): DialogEnd | undefined {
  if (!isTurnRunning) return { reason: noLongerWaits };
  return isDecided ? undefined : { reason: answered };
}
