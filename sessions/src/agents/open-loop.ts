import type { AgentEvent } from "@yourcall/core";
import { createAgent, createCodingTools, createFileRunStore, fromEnvironment } from "@yourcall/loop";
import type { OpenDeskAgent } from "../desk-agent.ts";

/** The built-in agent, on the model that the desk's environment names. */
export const openLoop: OpenDeskAgent = async ({ session, title, cwd, mode, model: wanted, asker, env, runs, hold }) => {
  await hold();
  const model = await fromEnvironment(wanted === undefined ? process.env : { ...process.env, YOURCALL_MODEL: wanted });
  const store = createFileRunStore(runs);
  const name = typeof model === "string" ? model : model.modelId;
  const create = (signal: AbortSignal) =>
    createAgent({
      ...{ model, cwd, store, signal, asker, window: true, planMode: mode() === "plan" },
      agent: { name: "yourcall agent", title },
      tools: createCodingTools({ needsApproval: mode() === "acceptEdits" ? "commands" : true, env }),
      createId: () => session,
    });
  return {
    begin: (prompt, signal) => withModel(name, create(signal).run(prompt)),
    goOn: (prompt, signal) => withModel(name, create(signal).resume(session, prompt)),
  };
};

async function* withModel(model: string, run: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent> {
  yield { type: "settings", model };
  yield* run;
}
