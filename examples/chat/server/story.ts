import { type ModelCall, type ScriptedTurn, toolResultsIn } from "@yourcall/loop/testing";

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
export function script({ prompt }: ModelCall): ScriptedTurn {
  const { turns, results } = sinceLastMessage(prompt);
  const said: ScriptedTurn[] = [
    {
      text: "Happy to plan that. The rest depends on where sessions live, and that is your call:",
      calls: [toCall("AskUserQuestion", { questions: [sessions] })],
    },
    {
      text: `${toReply(results[0])} One more thing before I write the plan.`,
      calls: [toCall("AskUserQuestion", { questions: [extras] })],
    },
    {
      text: "I have what I need. May I save the plan?",
      calls: [toCall("saveFile", { name: "PLAN.md", content: toPlan(results) })],
    },
  ];
  return said[turns] ?? { text: toEnd(results) };
}

/** A tool call with a unique id, as a model would make it. */
export function toCall(name: string, input: unknown) {
  return { id: `call_${crypto.randomUUID()}`, name, input };
}

/** What the model did since the person last wrote: its turns, and the results of its calls as text. */
export function sinceLastMessage(prompt: ModelCall["prompt"]): { asked: string; turns: number; results: string[] } {
  const from = prompt.findLastIndex(({ role }) => role === "user");
  const later = prompt.slice(from + 1);
  const results = Array.from(toolResultsIn(later).values(), ({ text }) => text);
  const asked = prompt[from]?.role === "user" ? prompt[from].content : [];
  return {
    asked: asked.map((part) => (part.type === "text" ? part.text : "")).join(" "),
    turns: later.filter(({ role }) => role === "assistant").length,
    results,
  };
}

/** The chosen labels and own words in a result, or undefined if nobody answered. */
function toChosen(result: string | undefined): string | undefined {
  const lines = [...(result ?? "").matchAll(/^ {3}(?:Selected|Other|Skipped): (.*)$/gm)].map(([, chosen]) => chosen);
  return lines.length === 0 ? undefined : lines.join(", ");
}

function toReply(result: string | undefined): string {
  const chosen = toChosen(result);
  if (chosen === undefined) return "No answer, then I leave the sessions open in the plan.";
  if (chosen.startsWith("no preference")) return "No preference, then I would take **Redis**.";
  return `**${chosen}** it is.`;
}

function toPlan(results: string[]): string {
  return `# Login\n\n${toDecisions(results)}\n- Log out everywhere from one place\n`;
}

function toEnd(results: string[]): string {
  const saved = results.at(-1)?.startsWith("Saved") === true;
  const title = saved ? "Done. **PLAN.md** is saved:" : "Nothing was saved. This would have been the plan:";
  return `${title}\n\n${toDecisions(results)}`;
}

function toDecisions([sessions, page]: string[]): string {
  return `- Sessions: ${toChosen(sessions) ?? "open"}\n- Login page: ${toChosen(page) ?? "open"}`;
}
