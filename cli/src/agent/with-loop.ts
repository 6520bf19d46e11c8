import { createAgent, createCodingTools, createFileRunStore, fromEnvironment } from "@yourcall/loop";
import type { OpenChatAgent, Said } from "./chat-agent.ts";
import { holdRun } from "./hold-run.ts";

const withoutModel = `No model is set up. Choose one:
  export ANTHROPIC_API_KEY=...    or OPENAI_API_KEY=...
  export OPENAI_BASE_URL=http://127.0.0.1:11434/v1 OPENAI_MODEL=...    for a model on this machine, here with Ollama
Or look around first: \`yourcall demo\` needs no key and no network.`;

/** `--with loop`: the built-in agent on the model that the environment names. */
export const openChatAgent: OpenChatAgent = async ({ asker, cwd, runs, model: wanted, maxSteps, planMode }) => {
  const model = await fromEnvironment(
    wanted === undefined ? process.env : { ...process.env, YOURCALL_MODEL: wanted },
  ).catch((error: Error) => {
    if (error.message.startsWith("No model is set up")) error.message = withoutModel;
    throw error;
  });
  const store = createFileRunStore(runs);
  const tools = createCodingTools();
  return {
    name: typeof model === "string" ? model : model.modelId,
    open: (signal) => createAgent({ model, tools, cwd, planMode, store, signal, asker, maxSteps }),
    lastRun: async () => (await store.list())[0]?.id,
    hold: (id) => holdRun(runs, id),
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
