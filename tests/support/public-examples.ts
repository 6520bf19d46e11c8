import { readPublicApi } from "../../scripts/public-api.mjs";

/** What an example may take for granted, with its type. */
const given: Record<string, string> = {
  agent: 'import("@yourcall/mastra").PausableAgent',
  answers: 'import("@yourcall/core").QuestionAnswer[]',
  ask: 'import("@yourcall/core").Ask',
  asker: 'import("@yourcall/core").Asker',
  bridge: 'import("@yourcall/openai-agents").AgentsBridge',
  graph: 'import("@yourcall/langgraph").PausableGraph',
  hub: 'import("@yourcall/client").HubClient',
  messages: 'import("ai").UIMessage[]',
  model: 'import("ai").LanguageModel',
  outcome: 'import("@yourcall/core").Outcome',
  prompt: "string",
  question: 'import("@yourcall/core").Question',
  session: "string",
  state: 'import("@yourcall/core").Answering',
  token: "string",
  url: "string",
};

/** The `@example` of every public function, with imports for what it uses of its own entry; and the functions without one. */
export function publicExamples() {
  const examples: { name: string; language: string; code: string; before: string }[] = [];
  const missing: string[] = [];
  const seen = new Set<string>();
  for (const { entry, exported } of [...readPublicApi().values()].flat())
    for (const { name, kind, comment, file } of exported) {
      if (kind !== "function" || seen.has(`${name} ${file}`)) continue;
      seen.add(`${name} ${file}`);
      const code = toExample(comment);
      if (code === undefined) missing.push(`${entry}: ${name}`);
      else examples.push({ name: `${entry} ${name}`, language: "tsx", code, before: toBefore(entry, exported, code) });
    }
  return { examples, missing };
}

/** The text after `@example`, to the next tag or the end. */
function toExample(comment: string): string | undefined {
  const lines = comment.replace(/\s*\*\/$/, "").split("\n");
  const at = lines.findIndex((line) => /^\s*\* @example$/.test(line));
  return at === -1
    ? undefined
    : lines
        .slice(at + 1)
        .map((line) => line.replace(/^\s*\* ?/, ""))
        .join("\n");
}

function toBefore(entry: string, exported: readonly { name: string; kind: string }[], code: string): string {
  const plain = code.replaceAll("...", " ");
  const declared = declaredIn(plain);
  const isFree = (name: string) => !declared.has(name) && new RegExp(`(?<![.\\w"-])${name}\\b(?![:"])`).test(plain);
  const used = exported.filter(({ name }) => isFree(name));
  const names = used.map(({ name, kind }) => (kind === "interface" || kind === "type" ? `type ${name}` : name));
  const taken = Object.entries(given).filter(([name]) => isFree(name) && used.every((one) => one.name !== name));
  return [
    names.length === 0 ? "" : `import { ${names.join(", ")} } from "${entry}";`,
    ...taken.map(([name, type]) => `declare const ${name}: ${type};`),
  ].join(" ");
}

/** The names that the code declares or imports itself. */
function declaredIn(code: string): Set<string> {
  const patterns = [...code.matchAll(/\b(?:const|let|function|import(?: type)?) (\{[^}]*\}|\[[^\]]*\]|\w+)/g)];
  const parts = patterns.flatMap(([, pattern = ""]) => pattern.replace(/[[\]{}]/g, "").split(","));
  return new Set(parts.map((part) => part.trim().replace(/^.*(?:: | as |type )/, "")));
}
