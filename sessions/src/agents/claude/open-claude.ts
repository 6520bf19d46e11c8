import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createClaudeAgent, createFileDeferStore } from "@yourcall/claude";
import { loadSdk } from "@yourcall/claude/internal";
import { type AgentEvent, YourcallError } from "@yourcall/core";
import { type AgentTurn, type OpenAgent, type Said, withEvents } from "../agent.ts";
import { holdRun } from "../hold-run.ts";
import { followOpenTurns } from "../open-turns.ts";

/** Claude Code on the Agent SDK, with its own tools, settings and login. A run is a session of Claude. */
export const open: OpenAgent = async ({ asker, cwd, runs, model, maxSteps, mode, env, session }) => {
  const { getSessionMessages } = await loadSdk();
  const last = `${runs}/claude-last`;
  const followOpen = followOpenTurns(`${runs}/claude-open`);
  const create = (signal: AbortSignal) =>
    createClaudeAgent({
      ...{ cwd, signal, asker, model: model?.(), window: session !== undefined },
      // In a chat Claude's own title of the session is shown.
      agent: session === undefined ? { name: "yourcall agent" } : { name: session.agent, title: session.title },
      store: createFileDeferStore(`${runs}/claude-asks`),
      options: { env, maxTurns: maxSteps, permissionMode: mode() },
    });

  async function* asLast(turn: AgentTurn): AsyncGenerator<AgentEvent> {
    await mkdir(runs, { recursive: true, mode: 0o700 });
    await writeFile(last, turn.id, { mode: 0o600 });
    yield* turn;
  }
  const follow = (turn: AgentTurn, prompt: string | undefined) =>
    session === undefined ? followOpen(withEvents(turn, asLast(turn)), prompt) : turn;

  return {
    name: ["Claude Code", model?.()].filter(Boolean).join(", "),
    begin: (prompt, signal, pictures) => follow(create(signal).run(prompt, { id: session?.id, pictures }), prompt),
    resume: (run, prompt, signal, pictures) => follow(create(signal).resume(run, prompt, { pictures }), prompt),
    lastRun: async () => (await readFile(last, "utf8").catch(() => "")).trim() || undefined,
    hold: (run) => holdRun(runs, run),
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
