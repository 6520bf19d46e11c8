import type { Decision, HubClient, LiveEnd, WireAsk } from "@yourcall/client";
import { createBatchClient, groupSame, toOneForAll } from "@yourcall/client/internal";
import { cleanLine } from "@yourcall/core";
import { maxBatch, maxPageSize, toAge, toPlaceParts, toShowableJson } from "@yourcall/core/internal";
import type { Terminal } from "@yourcall/terminal";
import { askHere } from "../ask/ask-here.ts";
import { joinAsk } from "../ask/go-live.ts";
import { info, print, warn } from "../print.ts";
import { exitCodes, UsageError } from "../run-command.ts";
import { currentUser } from "../who-acts.ts";
import type { AnswerForm } from "./answer-arguments.ts";

interface SameOptions {
  form: AnswerForm;
  /** Where to show the prompt, if no answer was given. */
  terminal: Terminal | null;
  json: boolean;
  toReply: (ask: WireAsk, form: AnswerForm) => Promise<(Decision & { sheet?: string }) | null>;
}

/** Answers all pending asks that are the same as this one by one act. Those that arrive after the list was printed stay. */
export async function answerSame(
  client: HubClient,
  ask: WireAsk,
  { form, terminal, json, toReply }: SameOptions,
): Promise<number> {
  if (form.type === "editor") throw new UsageError("A sheet is for one ask: use --editor without --same.");
  const listed = await findSame(client, ask);
  const ended: WireAsk[] = [];
  let result: { done: boolean; text: string } | undefined;
  const person = createBatchClient(client, {
    like: ask.id,
    ids: () => listed.map(({ id }) => id),
    onEnded: (each) => ended.push(each),
    onDone: (done) => {
      result = done;
    },
  });
  for (const line of toListedLines(listed)) info(line);
  // Only what the person does here ends the prompt: one of them may end elsewhere without the others.
  const join = () => joinAsk(person, toOneForAll(ask), { isUpdatedByCaller: true });

  async function report({ elsewhere }: LiveEnd): Promise<number> {
    if (json) for (const each of ended) await print(`${toShowableJson(each)}\n`);
    // Sent again after the hub had gone: it had taken the answer the first time.
    const { done, text } = result ?? {
      done: !elsewhere,
      text: elsewhere
        ? "Nothing was sent: all of them had already ended."
        : "The hub had taken the answer, and only its reply was lost.",
    };
    if (done) info(text);
    else warn(text);
    return done ? 0 : exitCodes.failure;
  }

  if (terminal !== null)
    return askHere({
      ask: toOneForAll(ask),
      terminal,
      join,
      footer: `One answer for all ${listed.length}.`,
      async onEnded(prompt, end) {
        await prompt.finish(end.outcome, { elsewhere: end.elsewhere });
        return report(end);
      },
      async onInterrupted(prompt) {
        prompt.stop();
        warn("Nothing was sent: they are still pending.");
        return exitCodes.interrupted;
      },
    });
  const reply = await toReply(ask, form);
  if (reply === null) return exitCodes.failure;
  const { sheet: _, ...decision } = reply;
  const live = join();
  try {
    const refusal = await live.submit(decision, { surface: "terminal", act: "script", ...currentUser() });
    if (refusal !== null) throw refusal.error ?? new Error(refusal.reason);
    return await report(await live.ended);
  } finally {
    live.close();
  }
}

/** The pending asks that are the same, this one first. */
async function findSame(client: HubClient, ask: WireAsk): Promise<WireAsk[]> {
  const pending: WireAsk[] = [];
  for await (const other of client.listAll({ status: "pending", limit: maxPageSize }))
    if (other.id !== ask.id) pending.push(other);
  const same = groupSame([ask, ...pending])[0]?.pending ?? [];
  if (same.length > maxBatch) warn(`${same.length} asks are the same; the oldest ${maxBatch} are answered.`);
  return same.slice(0, maxBatch);
}

function toListedLines(asks: readonly WireAsk[]): string[] {
  const now = Date.now();
  return [
    asks.length === 1 ? "No other ask is the same:" : `${asks.length} asks are the same:`,
    ...asks.map((ask) => {
      const { who } = toPlaceParts(ask);
      const parts = [who, cleanLine(ask.agent.branch ?? ""), toAge(now - Date.parse(ask.createdAt))];
      return `  ${parts.filter((part) => part !== "").join("  ")}`;
    }),
  ];
}
