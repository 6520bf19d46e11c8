import type { ErrorCode } from "@yourcall/core";
import { httpStatuses } from "@yourcall/core/internal";
import type { Command, Definition } from "../../cli/src/command.ts";

/** What each failure means, and what to do about it. */
const meanings: Record<ErrorCode, [meaning: string, remedy: string]> = {
  "invalid-ask": ["The ask is not valid; no person saw it.", "Correct what `issues` names and ask again."],
  "invalid-answer": ["The answer does not fit the ask; nothing was recorded.", "Correct what `issues` names."],
  "not-found": ["There is no such route, ask, token or session.", "Check the id, and whether the token may see it."],
  "already-ended": ["The ask has ended.", "Use `outcome`: it is the one that counts."],
  "key-conflict": ["The key belongs to an ask with other questions.", "Use a new key for a new call."],
  "draft-conflict": ["Another screen has saved a newer draft.", "Continue with `draft`."],
  unauthorized: ["There is no token, or a wrong or revoked one.", "Log in again, or use a token of `tokens.json`."],
  forbidden: ["The token may not do this, or `Host` or `Origin` is not the hub's.", "Use a token with that right."],
  "too-large": ["The body is too large.", "Send less."],
  "too-many": ["There are too many pending asks, or too many bytes.", "Withdraw some; the message names the setting."],
  "hub-unreachable": ["No hub responds.", "`yourcall status` says why, `yourcall doctor` what to do."],
  "store-unavailable": ["The hub cannot write to its store now.", "Try again after `Retry-After` seconds."],
  "desk-unreachable": ["No desk runs, so there are no sessions.", "Start `yourcall desk`."],
};

/** docs/errors.md: exit codes and failures, from the definitions of the commands and of core. */
export function toErrorsPage(commands: readonly Command[]): string {
  const failures = (Object.keys(meanings) as ErrorCode[]).map((code) => {
    const [meaning, remedy] = meanings[code];
    return `| \`${code}\` | ${httpStatuses[code]} | ${meaning} | ${remedy} |`;
  });
  return `${[
    "# Errors",
    "Generated from the definitions. A person who declines, or a deadline that passes, is an [outcome](glossary.md), not an error.",
    "## Failures",
    "`code` in every refusal [over HTTP](http-reference.md), and of every `YourcallError` in TypeScript. `bad-request` (400 or 422) is a request that is not valid HTTP or JSON, or does not fit its schema.",
    ["| code | status | meaning | what to do |", "| --- | --- | --- | --- |", ...failures].join("\n"),
    "## Exit codes",
    "Of every command; `yourcall NAME --help` has them too. 1 is a failure, with a sentence on standard error, and 2 wrong usage, unless the table says something else.",
    ["| command | exit codes |", "| --- | --- |", ...commands.flatMap(toRows)].join("\n"),
  ].join("\n\n")}\n`;
}

function toRows({ words = {}, ...command }: Command): string[] {
  const all: Definition[] = [command, ...Object.values(words)];
  return all.flatMap(({ name, exits = [] }) =>
    exits.length === 0 ? [] : [`| \`${name}\` | ${exits.map(([code, meaning]) => `${code} ${meaning}`).join(" · ")} |`],
  );
}
