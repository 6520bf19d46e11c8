import type { Line, Prompt, Script } from "./scripted-model.ts";

const sessions = {
  question: "Where should we keep login sessions?",
  header: "Sessions",
  options: [
    { label: "Redis (Recommended)", description: "Shared by all servers, one more service to run" },
    { label: "PostgreSQL", description: "Already there, a little slower" },
    { label: "Signed cookie", description: "Nothing to run, cannot be revoked early" },
  ],
  multiSelect: false,
};

const extras = {
  question: "What else should the login page have?",
  header: "Login page",
  options: [
    { label: "Passkeys", description: "No password to forget" },
    { label: "Remember me", description: "Thirty days on this device" },
    { label: "Magic link", description: "A link by e-mail instead of a password" },
    { label: "Audit log", description: "Who logged in, from where, when" },
  ],
  multiSelect: true,
};

/** The demonstration: two questions and an approval on the way to a plan. */
export const story: Script = (prompt) => {
  const said = sinceLastMessage(prompt);
  const turns: (() => Line)[] = [
    () => ({
      text: "Happy to plan that. The rest depends on where sessions live, and that is your call:",
      calls: [{ name: "AskUserQuestion", input: { questions: [sessions] } }],
    }),
    () => ({
      text: `${toReply(said.results[0])} One more thing before I write the plan.`,
      calls: [{ name: "AskUserQuestion", input: { questions: [extras] } }],
    }),
    () => ({
      text: "I have what I need. May I save the plan?",
      calls: [{ name: "saveFile", input: { name: "PLAN.md", content: toPlan(said.results) } }],
    }),
    () => ({ text: toEnd(said.results) }),
  ];
  return turns[Math.min(said.turns, turns.length - 1)]?.() ?? {};
};

/** What the model did since the person last wrote: its turns, and the results of its calls as text. */
export function sinceLastMessage(prompt: Prompt): { asked: string; turns: number; results: string[] } {
  const from = prompt.findLastIndex(({ role }) => role === "user");
  const later = prompt.slice(from + 1);
  const results = later.flatMap((message) =>
    message.role !== "tool"
      ? []
      : message.content.flatMap((part) =>
          part.type !== "tool-result" ? [] : ["value" in part.output ? toText(part.output.value) : part.output.type],
        ),
  );
  const asked = prompt[from]?.role === "user" ? prompt[from].content : [];
  return {
    asked: asked.map((part) => (part.type === "text" ? part.text : "")).join(" "),
    turns: later.filter(({ role }) => role === "assistant").length,
    results,
  };
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The chosen labels and own words in a result, or undefined if nobody answered. */
export function toChosen(result: string | undefined): string | undefined {
  const lines = [...(result ?? "").matchAll(/^ {3}(?:Selected|Other|Skipped): (.*)$/gm)].map(([, chosen]) => chosen);
  return lines.length === 0 ? undefined : lines.join(", ");
}

function toReply(result: string | undefined): string {
  const chosen = toChosen(result);
  if (chosen === undefined) return "No answer, then I leave the sessions open in the plan.";
  if (chosen.startsWith("no preference")) return "No preference, then I would take **Redis**.";
  return `**${chosen}** it is.`;
}

function toPlan([first, second]: string[]): string {
  return [
    "# Login",
    "",
    `- Sessions: ${toChosen(first) ?? "open"}`,
    `- Login page: ${toChosen(second) ?? "open"}`,
    "- Log out everywhere from one place",
    "",
  ].join("\n");
}

function toEnd(results: string[]): string {
  const saved = results.at(-1)?.startsWith("Saved") === true;
  const lines = [`- Sessions: ${toChosen(results[0]) ?? "open"}`, `- Login page: ${toChosen(results[1]) ?? "open"}`];
  return [
    saved ? "Done. **PLAN.md** is saved:" : "Nothing was saved. This would have been the plan:",
    "",
    ...lines,
  ].join("\n");
}
