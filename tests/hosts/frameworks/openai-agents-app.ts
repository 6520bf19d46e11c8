import { Agent, RunState, run, setTracingDisabled, tool } from "@openai/agents";
import { follow, settle } from "@yourcall/openai-agents";
import { z } from "zod";
import { dieAt, followOptions, note, openHub, resuming, setting } from "./app.ts";
import { createFileStore } from "./docs/openai-agents/file-store.ts";
import { createModel } from "./openai-model.ts";

// A model that makes three calls in one step, two of which need an approval, and then one more.

setTracingDisabled(true);

const model = createModel([
  [
    { callId: "c1", name: "remove", args: { path: "/a" } },
    { callId: "c2", name: "look", args: {} },
    { callId: "c3", name: "remove", args: { path: "/b" } },
  ],
  [{ callId: "c4", name: "remove", args: { path: "/c" } }],
]);

const remove = tool({
  name: "remove",
  description: "Removes a file",
  parameters: z.object({ path: z.string() }),
  needsApproval: true,
  execute({ path }) {
    note(`remove ${path}`);
    if (path === "/c") dieAt("inside");
    return `removed ${path}`;
  },
});
const look = tool({ name: "look", description: "Looks", parameters: z.object({}), execute: () => "seen" });
const agent = new Agent({ name: "cleaner", instructions: "Clean up.", model, tools: [remove, look] });

const bridge = {
  hub: openHub(),
  store: createFileStore(setting("DATABASE")),
  open: (text: string) => RunState.fromString(agent, text),
  run: (state: RunState<unknown, typeof agent>) =>
    resuming(async () => {
      const result = await run(agent, state);
      if (result.interruptions.length === 0) note(`finished ${result.finalOutput}`);
      return result;
    }),
};
if ((await bridge.store.load("run-1")) === undefined) {
  const { state } = await run(agent, "Clean up.");
  await settle(bridge, "run-1", state);
}
follow(bridge, followOptions);
console.log("ready");
