import { closeSync, openSync } from "node:fs";
import type { Decision, HubClient, JoinedAsk, WireAsk } from "@yourcall/client";
import {
  type Ask,
  checkAnswers,
  formatIssues,
  messageOf,
  type Outcome,
  type ParsedSheet,
  parseSheet,
  YourcallError,
} from "@yourcall/core";
import { toShowableJson, withHostOptions } from "@yourcall/core/internal";
import type { Terminal } from "@yourcall/terminal";
import { askHere, describeStaying } from "../ask/ask-here.ts";
import { joinAsk } from "../ask/go-live.ts";
import { readText } from "../ask/read-ask.ts";
import { openTerminal } from "../ask/show-prompt.ts";
import { answer } from "../commands/answer.ts";
import { withHub } from "../hub/connect.ts";
import { print, warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { currentUser, refuseAgent } from "../who-acts.ts";
import { leaveMs, withTimeout } from "../with-timeout.ts";
import { type AnswerForm, splitOptional, toAnswerArguments } from "./answer-arguments.ts";
import type { PictureFile } from "./attach-files.ts";
import { type ChosenAnswer, chooseAnswers, describeQuestions, toFlagIssue } from "./choose-answers.ts";
import { findAsk } from "./find-ask.ts";
import { printEnding } from "./print-ending.ts";
import { readAnswers } from "./read-answers.ts";

/** What to send, and the person's text in case it cannot be sent. */
type Reply = Decision & { sheet?: string };

/** `yourcall answer ID`: answers or declines an ask from a shell. Refuses to run for an agent. */
export function run(args: string[]): Promise<number> {
  return runCommand(answer, splitOptional(args), async (given) => {
    const { json, id, same, form } = toAnswerArguments(given);
    const elsewhere = "Answer in a terminal that no agent started, or in the web inbox.";
    if (refuseAgent("Only a person may answer", `Nothing was sent.\n${elsewhere}`)) return exitCodes.failure;
    if (id === undefined)
      throw new UsageError("Name an ask: `yourcall answer ID`. `yourcall list` shows the pending ones.");
    return withHub("human", { start: true }, async (client) => {
      const ask = await findAsk(client, id);
      if (ask.outcome !== undefined) return warnTooLate(ask, ask.outcome, json);
      const terminal = form.type === "none" ? openTerminal() : null;
      if (same) return (await import("./answer-same.ts")).answerSame(client, ask, { form, terminal, json, toReply });
      if (terminal !== null) return answerOn(terminal, client, ask, json);
      // Joined before an editor opens, which may be open longer than the hub runs.
      const live = joinAsk(client, ask, { isUpdatedByCaller: true });
      try {
        const reply = await toReply(ask, form, client);
        return reply === null ? exitCodes.failure : await send(live, ask, reply, json);
      } finally {
        live.close();
      }
    });
  });
}

/** Shows the ask on this terminal, as `yourcall ask` would. Leaving it changes nothing. */
async function answerOn(terminal: Terminal, client: HubClient, ask: WireAsk, json: boolean): Promise<number> {
  return askHere({
    ask,
    terminal,
    draft: ask.draft?.draft,
    expiresAt: ask.expiresAt === undefined ? undefined : Date.parse(ask.expiresAt),
    join: () => joinAsk(client, ask),
    async onEnded(prompt, { outcome, elsewhere }) {
      const report = async () => void (json && (await print(`${toShowableJson(await client.get(ask.id))}\n`)));
      await prompt.finish(outcome, { elsewhere, report });
      return elsewhere ? exitCodes.failure : 0;
    },
    async onInterrupted(prompt, _, live) {
      prompt.stop();
      await withTimeout(leaveMs, live?.flush() ?? Promise.resolve());
      warn(describeStaying(ask.id));
      return exitCodes.interrupted;
    },
  });
}

async function toReply(ask: WireAsk, form: AnswerForm, client?: HubClient): Promise<Reply | null> {
  switch (form.type) {
    case "none":
      throw new UsageError(
        `Give an answer: --select LABEL, --other TEXT, --skip, --from FILE, --editor, --decline or --ask-back TEXT.\n${describeQuestions(withHostOptions(ask))}`,
      );
    case "decline":
      return { type: "declined", reason: form.reason };
    case "ask-back":
      return { type: "declined", asked: form.asked };
    case "editor":
      return fromEditor(ask, client);
    case "flags":
      return fromFlags(ask, form, client);
    case "file": {
      const source = form.file === "-" ? "Standard input" : form.file;
      const text = await readText(form.file);
      if (isSheet(text)) return fromSheet(ask, text, source, form.comment, client);
      const { answers, comment } = readAnswers(ask, text, source);
      if (comment !== undefined && form.comment !== undefined)
        throw new UsageError(`There is a comment in ${source} and in --comment. Give only one.`);
      return checked(ask, answers, comment ?? form.comment);
    }
  }
}

/** An approval has one question; elsewhere the change is refused. */
function withEdited(answers: ChosenAnswer[], edited: string | undefined): ChosenAnswer[] {
  return edited === undefined ? answers : answers.map((answer) => ({ ...answer, edited }));
}

function fromFlags(ask: WireAsk, form: AnswerForm & { type: "flags" }, client?: HubClient): Promise<Reply> {
  const chosen = withEdited(chooseAnswers(withHostOptions(ask), form.flags), form.edited);
  const files = chosen.flatMap(({ files = [] }, question) => files.map((path) => ({ question, path })));
  return withPictures(client, ask, checked(ask, chosen, form.comment, true), files);
}

async function withPictures(
  client: HubClient | undefined,
  ask: WireAsk,
  reply: Reply,
  files: readonly PictureFile[],
): Promise<Reply> {
  // A picture is sent only along with an answer that fits.
  if (files.length === 0 || reply.type !== "submitted") return reply;
  if (client === undefined) throw new UsageError("A picture goes with one answer, so not with --same.");
  const { attachFiles } = await import("./attach-files.ts");
  return {
    ...reply,
    answers: await attachFiles(reply.answers, files, (picture) => client.addPicture(ask.id, picture)),
  };
}

function checked(ask: Ask, value: unknown, comment: string | undefined, isFromFlags = false): Reply {
  const result = checkAnswers(ask, value);
  if ("issues" in result) {
    const { issues } = result;
    const faults = isFromFlags ? issues.map((issue) => toFlagIssue(ask, issue)).join("\n") : formatIssues(issues);
    throw new UsageError(`Nothing was sent.\n${faults}\nThe ask:\n${describeQuestions(withHostOptions(ask))}`);
  }
  return { type: "submitted", answers: result.answers, comment };
}

async function fromEditor(ask: WireAsk, client?: HubClient): Promise<Reply | null> {
  const { editSheet, keepSheet } = await import("./edit-sheet.ts");
  const edited = await editSheet(ask);
  if (edited.type === "nothing") {
    const kept =
      edited.text === undefined
        ? ""
        : ` ${toKept(ask, await keepSheet(ask, edited.text), "Fix it, then send it with")}`;
    warn(`${edited.notice} The ask is still pending.${kept}`);
    return null;
  }
  const reply = { ...ofSheet(edited.parsed), sheet: edited.text };
  try {
    return await withPictures(client, ask, reply, edited.parsed.files ?? []);
  } catch (error) {
    const kept = toKept(ask, await keepSheet(ask, edited.text), "Fix it, then send it with");
    throw new YourcallError("invalid-answer", `${messageOf(error)} Nothing was sent. ${kept}`, { cause: error });
  }
}

function toKept(ask: WireAsk, file: string, once = "Send it with"): string {
  return `Your text is kept in ${file}.\n${once}: yourcall answer ${ask.id} --from ${file}`;
}

function isSheet(text: string): boolean {
  return /^\s*<!-- yourcall /m.test(text);
}

function fromSheet(
  ask: WireAsk,
  text: string,
  source: string,
  comment: string | undefined,
  client?: HubClient,
): Reply | Promise<Reply> {
  if (comment !== undefined) throw new UsageError("Write the comment in the sheet instead of --comment.");
  const parsed = parseSheet(text, ask, { id: ask.id });
  if (parsed.errors.length === 0) return withPictures(client, ask, ofSheet(parsed), parsed.files ?? []);
  const faults = parsed.errors.map(({ line, message }) => `line ${line}: ${message}`).join("\n");
  throw new UsageError(`Nothing was sent. The sheet in ${source} has errors:\n${faults}`);
}

function ofSheet({ answers, comment, declined }: ParsedSheet): Decision {
  return declined === undefined ? { type: "submitted", answers, comment } : { type: "declined", ...declined };
}

async function send(live: JoinedAsk, ask: WireAsk, { sheet, ...decision }: Reply, json: boolean): Promise<number> {
  // Without a terminal the editor may be any program, so the answer counts as a script's.
  const act = sheet !== undefined && hasTerminal() ? ("sheet" as const) : ("script" as const);
  const surface = sheet === undefined ? "terminal" : "sheet";
  const refusal = await live.submit(decision, { surface, act, ...currentUser() });
  const end = refusal === null ? await live.ended : undefined;
  if (end?.elsewhere === false) {
    if (json) await print(`${toShowableJson(live.now().ask)}\n`);
    printEnding(ask, end.outcome);
    return 0;
  }
  if (sheet !== undefined) {
    const { keepSheet } = await import("./edit-sheet.ts");
    const file = await keepSheet(ask, sheet);
    warn(end === undefined ? toKept(ask, file) : `Your text is kept in ${file}.`);
  }
  if (end !== undefined) return warnTooLate(live.now().ask, end.outcome, json);
  throw refusal?.error ?? new Error(refusal?.reason);
}

async function warnTooLate(ask: WireAsk, outcome: Outcome, json: boolean): Promise<number> {
  if (json) await print(`${toShowableJson({ ...ask, status: outcome.status, outcome })}\n`);
  warn(`Nothing was sent: ${ask.id} had already ended.`);
  printEnding(ask, outcome, { elsewhere: true });
  return exitCodes.failure;
}

/** Whether this command has a controlling terminal. Its input alone may come from any program. */
function hasTerminal(): boolean {
  if (process.platform === "win32") return process.stdin.isTTY;
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}
