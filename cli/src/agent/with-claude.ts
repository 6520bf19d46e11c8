import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createClaudeAgent, createFileDeferStore, loadSdk } from "@yourcall/claude";
import { type AgentRun, YourcallError } from "@yourcall/core";
import { followOpenTurns, type OpenChatAgent, type Said } from "./chat-agent.ts";
import { holdRun } from "./hold-run.ts";

/** `--with claude`: Claude Code on the Agent SDK, with its own tools, settings and login. A run is a session of Claude. */
export const openChatAgent: OpenChatAgent = async ({ asker, cwd, runs, model, maxSteps, planMode }) => {
  const { getSessionMessages } = await loadSdk();
  const last = `${runs}/claude-last`;

  function kept(run: AgentRun): AgentRun {
    async function* events() {
      await mkdir(runs, { recursive: true, mode: 0o700 });
      await writeFile(last, run.id, { mode: 0o600 });
      yield* run;
    }
    const iterator = events();
    return { id: run.id, [Symbol.asyncIterator]: () => iterator };
  }

  return {
    name: model === undefined ? "Claude Code" : `Claude Code, ${model}`,
    open(signal) {
      const agent = createClaudeAgent({
        cwd,
        planMode,
        signal,
        agent: { name: "yourcall agent" },
        asker,
        store: createFileDeferStore(`${runs}/claude-asks`),
        model,
        options: { maxTurns: maxSteps },
      });
      return { run: (prompt) => kept(agent.run(prompt)), resume: (id, prompt) => kept(agent.resume(id, prompt)) };
    },
    lastRun: async () => (await readFile(last, "utf8").catch(() => "")).trim() || undefined,
    follow: followOpenTurns(`${runs}/claude-open`),
    hold: (id) => holdRun(runs, id),
    async recall(id) {
      const messages = await getSessionMessages(id, { dir: cwd });
      if (messages.length === 0)
        throw new YourcallError("not-found", `Claude has no session "${id}" in this directory.`);
      return messages.flatMap(({ type, message }): Said[] => {
        const text = textOf(message).trim();
        return text === "" || type === "system" ? [] : [{ who: type === "user" ? "you" : "agent", text }];
      });
    },
  };
};

function textOf(message: unknown): string {
  const content = (message as { content?: unknown } | null)?.content;
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((block) => (block?.type === "text" ? String(block.text) : "")).join("");
}
