import type { WireAsk } from "@yourcall/client";
import { type Outcome, toEffect, toToolResult, toUnansweredText } from "@yourcall/core";

/** What an agent is told that was cut off while it waited for this. */
export function toLostWords(ask: WireAsk, outcome: Outcome): string {
  const { approval, kind, questions } = ask;
  if (approval === undefined)
    return `You had asked the user, and were cut off. What came of it:\n\n${toToolResult({ kind, questions }, outcome)}`;
  const asked = `You had asked for permission to use ${approval.tool}, and were cut off before it was given. The call was: ${JSON.stringify(approval.input)}`;
  return `${asked}\n\n${toDecision(ask, outcome)}`;
}

function toDecision({ approval }: WireAsk, outcome: Outcome): string {
  if (outcome.status !== "answered") return `It was not run. ${toUnansweredText(outcome)}`;
  const effect = toEffect({ approval }, outcome);
  const note = [outcome.answers[0]?.notes, outcome.comment].filter((text) => text?.trim()).join("\n");
  const said = note === "" ? "" : ` They say: ${note}`;
  return effect === "allow-once" || effect === "allow-always"
    ? `The user has allowed this call. It has not run yet: make it again if you still need it.${said}`
    : `The user denied this call, and it was not run. Do not try to reach the same in another way.${said}`;
}
