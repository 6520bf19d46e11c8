import type { WireAsk } from "@yourcall/client";
import {
  cleanLine,
  cleanText,
  type Outcome,
  revealText,
  toAnswerText,
  toHeaderName,
  toOptionNames,
} from "@yourcall/core";
import {
  describePicture,
  isAgentGone,
  showTabs,
  toAgentText,
  toApprovalText,
  toDeliveryText,
  toEndText,
  toFallbackLines,
  toLocalDate,
  toMarksText,
  toQuestionLine,
  toShowableJson,
  toTimeLeft,
} from "@yourcall/core/internal";
import { show } from "../commands/show.ts";
import { withHub } from "../hub/connect.ts";
import { print } from "../print.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { findAsk } from "./find-ask.ts";
import { toOutput } from "./table-text.ts";

/** `yourcall show ID`: one ask whole. */
export function run(args: string[]): Promise<number> {
  return runCommand(show, args, async ({ values, positionals }) => {
    const [given, ...rest] = positionals;
    if (given === undefined || rest.length > 0) throw new UsageError("Name one ask: yourcall show ID.");
    const ask = await withHub("human", { start: true }, (client) => findAsk(client, given));
    const text = values.json === true ? `${toShowableJson(ask)}\n` : toOutput(toShownLines(ask, Date.now()));
    await print(text, { partly: true });
    return 0;
  });
}

/** The ask as lines for a person, at most as wide as its texts. */
export function toShownLines(ask: WireAsk, now: number): string[] {
  const by = ask.outcome !== undefined && "by" in ask.outcome ? ask.outcome.by : undefined;
  const facts: [name: string, text: string | undefined][] = [
    ["Asked by", toAgentText(ask, process.env.HOME)],
    ["Session", ask.agent.session],
    ["Asked", toLocalDate(ask.createdAt)],
    ["For", ask.to?.join(", ")],
    ["Deadline", toDeadline(ask, now)],
    ["Agent", toWaitingText(ask, now)],
    ["Draft", ask.status === "pending" && ask.draft !== undefined ? `since ${toLocalDate(ask.draft.at)}` : undefined],
    ["Ended", ask.outcome === undefined ? undefined : toEndText(ask, ask.outcome, toLocalDate)],
    ["Grant", by?.grant === undefined ? undefined : `${by.grant}, made with ${by.grantedWith}`],
    ["Batch", by?.batch],
    ["Reason", ask.outcome !== undefined && "reason" in ask.outcome ? ask.outcome.reason : undefined],
    ["Comment", ask.outcome?.status === "answered" ? ask.outcome.comment : undefined],
    ["Fallback", ask.outcome === undefined ? undefined : toFallbackLines(ask, ask.outcome).join(" · ") || undefined],
    ["Delivery", toDeliveryWords(ask, now)],
    ...(ask.notices ?? []).map((notice): [string, string] => ["Notice", toNoticeText(notice)]),
    ...(ask.receipts ?? []).map((receipt): [string, string] => ["Device", toReceiptText(receipt)]),
    ["Link", ask.status === "pending" ? ask.url : undefined],
  ];
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== "");
  const width = Math.max(...known.map(([name]) => name.length)) + 2;
  return [
    `${ask.id}  ${ask.status === "cancelled" ? "withdrawn" : ask.status}`,
    ...(ask.context === undefined ? [] : ["", ...toIndented(ask.context, "  ")]),
    ...ask.questions.flatMap((_, index) => ["", ...toQuestionLines(ask, index)]),
    "",
    ...known.map(([name, text]) => `${name.padEnd(width)}${cleanLine(text)}`),
  ];
}

function toQuestionLines(ask: WireAsk, index: number): string[] {
  const question = ask.questions[index];
  if (question === undefined) return [];
  const names = toOptionNames(question, ask);
  const several = question.multiSelect ? "  (choose any)" : "";
  return [
    `${toHeaderName(ask, index)}: ${toQuestionLine(question.question)}${several}`,
    ...(ask.approval === undefined ? [] : toIndented(revealText(toApprovalText(ask.approval.input)), "    ")),
    ...question.options.flatMap(({ description }, at) => [
      `  ${at + 1}  ${names[at]?.name ?? ""}${names[at]?.recommended === true ? " (recommended)" : ""}`,
      ...(description === undefined ? [] : toIndented(description, "     ")),
    ]),
    // `answer --select` takes the name or the id.
    ...(ask.approval?.options ?? []).map(({ label, id }) => `  ${cleanLine(label)}  (${cleanLine(id)})`),
    ...toAnswerLines(ask, index, ask.outcome),
  ];
}

function toAnswerLines(ask: WireAsk, index: number, outcome: Outcome | undefined): string[] {
  const answer = outcome?.status === "answered" ? outcome.answers[index] : undefined;
  if (answer === undefined) return [];
  const edited =
    answer.edited === undefined ? [] : toIndented(revealText(showTabs(`Changed to: ${answer.edited}`)), "  ");
  const note = answer.notes === undefined ? [] : toIndented(`Note: ${answer.notes}`, "  ");
  const review = answer.review === undefined ? [] : toIndented(toMarksText(answer.review), "  ");
  const pictures = (answer.attachments ?? []).map(
    (picture) => `  Picture: ${describePicture({ ...picture, where: `/v1/asks/${ask.id}/pictures/${picture.hash}` })}`,
  );
  return [
    `  ${answer.skipped === true ? "Skipped" : "Answer"}: ${toAnswerText(ask, index, answer)}`,
    ...edited,
    ...note,
    ...review,
    ...pictures,
  ];
}

function toIndented(text: string, indent: string): string[] {
  return cleanText(text)
    .trimEnd()
    .split("\n")
    .map((line) => `${indent}${line}`.trimEnd());
}

function toDeadline({ status, expiresAt }: WireAsk, now: number): string | undefined {
  if (status !== "pending" || expiresAt === undefined) return undefined;
  return `${toLocalDate(expiresAt)} (${toTimeLeft(Date.parse(expiresAt) - now)} left)`;
}

function toWaitingText(ask: WireAsk, now: number): string | undefined {
  if (ask.status !== "pending") return undefined;
  if (ask.waiting.count > 0) return "waits for the answer";
  if (!isAgentGone(ask, now)) return "does not wait right now";
  return ask.kind === "approval" ? "gone; a decision may never reach it" : "gone; the answer is kept for it";
}

function toDeliveryWords(ask: WireAsk, now: number): string | undefined {
  if (ask.delivery === undefined) return undefined;
  const { state, at } = ask.delivery;
  return toDeliveryText(ask, now) ?? (state === "taken" ? `taken ${toLocalDate(at)}` : "on its way");
}

function toNoticeText({ target, state, at, reason }: NonNullable<WireAsk["notices"]>[number]): string {
  return `${target}: ${state} ${toLocalDate(at)}${reason === undefined ? "" : ` (${reason})`}`;
}

function toReceiptText({ device, name = device, what, at, reason }: NonNullable<WireAsk["receipts"]>[number]): string {
  return `${name}: ${what} ${toLocalDate(at)}${reason === undefined ? "" : ` (${reason})`}`;
}
