import { createDraftKeeper, type HubClient, isOwnEnd, submitEnd, type WireAsk } from "@yourcall/client";
import { type AnsweringEnd, type Outcome, toDraft, toShowableJson } from "@yourcall/core";
import type { Refusal, Terminal } from "@yourcall/terminal";
import { showPrompt } from "../ask/show-prompt.ts";
import { sendAgain } from "../hub/bring-back.ts";
import { exitCodes } from "../run-command.ts";
import { print, say } from "../say.ts";
import { byTerminal } from "../who-acts.ts";
import { leaveMs, within } from "../within.ts";

interface AnswerHere {
  terminal: Terminal;
  /** The hub's store, in case it has to be started again. */
  keptIn: string | undefined;
  json: boolean;
}

/** Shows a pending ask of the hub on this terminal, as `yourcall ask` would. Leaving it changes nothing. */
export async function answerHere(client: HubClient, ask: WireAsk, options: AnswerHere): Promise<number> {
  const { terminal, keptIn, json } = options;
  const by = byTerminal();
  const drafts = createDraftKeeper(client, ask, { surface: by.surface });
  const leaving = new AbortController();
  const accepted = Promise.withResolvers<Outcome>();
  let sent: AnsweringEnd | undefined;

  async function submit(end: AnsweringEnd): Promise<Refusal | null> {
    if (end.type === "left") return null;
    sent = end;
    const submitted = await submitEnd(client, ask.id, end, by, (attempt) => sendAgain(keptIn, attempt));
    if ("refused" in submitted) return { reason: submitted.refused, canRetry: true };
    accepted.resolve(submitted.outcome);
    return null;
  }

  const prompt = await showPrompt({
    ask,
    terminal,
    draft: ask.draft?.draft,
    submit,
    onActed: (state) => drafts.keep(toDraft(state)),
    expiresAt: ask.expiresAt === undefined ? undefined : Date.parse(ask.expiresAt),
  });
  prompt.setExpiresElsewhere();
  const elsewhere = client
    .wait(ask.id, { signal: leaving.signal })
    .then((outcome) => outcome ?? new Promise<never>(() => {}));
  elsewhere.catch(() => {});
  const interrupted = prompt.ended.then((end) => (end.type === "interrupted" ? end : new Promise<never>(() => {})));
  try {
    const end = await Promise.race([accepted.promise, elsewhere, interrupted]);
    if ("type" in end) {
      prompt.stop();
      await within(leaveMs, drafts.flush());
      say(`The ask is still pending: yourcall answer ${ask.id}`);
      return exitCodes.interrupted;
    }
    const own = isOwnEnd(sent, end, ask, by);
    await prompt.finish(end, {
      elsewhere: !own,
      report: async () => void (json && (await print(`${toShowableJson(await client.get(ask.id))}\n`))),
    });
    return own ? 0 : exitCodes.failure;
  } finally {
    prompt.stop();
    drafts.stop();
    leaving.abort();
  }
}
