import type { AgentEvent } from "@yourcall/core";
import { createAgent, createCodingTools, createFileRunStore, fromEnvironment } from "@yourcall/loop";
import { type AgentTurn, type OpenAgent, type Said, withEvents } from "../agent.ts";
import { holdRun } from "../hold-run.ts";

/** The built-in agent, on the model that the environment names. */
export const open: OpenAgent = async ({ asker, cwd, runs, model: wanted, maxSteps, mode, env, session }) => {
  const named = wanted?.();
  const model = await fromEnvironment(named === undefined ? process.env : { ...process.env, YOURCALL_MODEL: named });
  const store = createFileRunStore(runs);
  const name = typeof model === "string" ? model : model.modelId;
  const create = (signal: AbortSignal) =>
    createAgent({
      ...{ model, cwd, store, signal, asker, maxSteps, planMode: mode() === "plan" },
      agent: { name: "yourcall agent", title: session?.title },
      tools: createCodingTools({ needsApproval: mode() === "acceptEdits" ? "commands" : true, env }),
      window: session !== undefined,
      createId: session && (() => session.id),
    });
  const shown = (turn: AgentTurn) => (session === undefined ? turn : withEvents(turn, withModel(name, turn)));
  return {
    name,
    begin: (prompt, signal, pictures) => shown(create(signal).run(prompt, { pictures })),
    resume: (run, prompt, signal, pictures) => shown(create(signal).resume(run, prompt, { pictures })),
    lastRun: async () => (await store.list())[0]?.id,
    hold: (run) => holdRun(runs, run),
    async recall(id) {
      const run = await store.load(id);
      if (run === undefined) throw new Error(`There is no saved run "${id}" in this directory.`);
      return run.messages.flatMap(({ role, content }): Said[] => {
        if (role !== "user" && role !== "assistant") return [];
        const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
        const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
        return text.trim() === "" ? [] : [{ who: role === "user" ? "you" : "agent", text }];
      });
    },
  };
};

async function* withModel(model: string, run: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent> {
  yield { type: "settings", model };
  yield* run;
}
