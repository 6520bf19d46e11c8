import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const here = import.meta.dirname;

/** What the pages take for granted: models that need no key, and tools. */
const given = {
  "langgraph/parts.ts": `
    import { MemorySaver } from "@langchain/langgraph";
    import { tool } from "langchain";
    import { z } from "zod";
    import { ScriptedModel } from "../../langchain-model.ts";
    export const model = new ScriptedModel("removeFile", ["/a"], (text) => console.log(text));
    export const checkpointer = new MemorySaver();
    const schema = z.object({ path: z.string() });
    export const removeFile = tool(({ path }) => \`removed \${path}\`, { name: "removeFile", description: "Removes", schema });`,
  "openai-agents/agent.ts": `
    import { Agent, setTracingDisabled, tool } from "@openai/agents";
    import { z } from "zod";
    import { createModel } from "../../openai-model.ts";
    import { createFileStore } from "./file-store.ts";
    setTracingDisabled(true);
    const parameters = z.object({ path: z.string() });
    const execute = ({ path }: { path: string }) => \`removed \${path}\`;
    const remove = tool({ name: "remove", description: "Removes", parameters, needsApproval: true, execute });
    const model = createModel([[{ callId: "c1", name: "remove", args: { path: "/a" } }]]);
    export const agent = new Agent({ name: "cleaner", instructions: "Clean up.", model, tools: [remove] });
    export const store = createFileStore("runs");`,
  "mastra/cleaner.ts": `
    import { Agent } from "@mastra/core/agent";
    import { createModel } from "../../mastra-model.ts";
    import { chooseRegion } from "./choose-region.ts";
    const model = createModel([{ name: "chooseRegion", input: {} }], (results) => console.log(JSON.stringify(results)));
    const tools = { chooseRegion };
    export const cleaner = new Agent({ id: "cleaner", name: "cleaner", instructions: "Clean up.", model, tools });`,
};

/** The files of the blocks of each page, in their order. */
const names = {
  langgraph: ["program.ts", "shapes.ts", "review.ts"],
  "openai-agents": ["program.ts", "file-store.ts"],
  mastra: ["program.ts", "agent.ts", "choose-region.ts"],
};

/** Writes the code of the pages about frameworks to files, which tests compile and run. */
export default function setup(): void {
  rmSync(join(here, "docs"), { recursive: true, force: true });
  for (const [page, files] of Object.entries(names)) {
    const text = readFileSync(join(here, `../../../docs/agents/${page}.md`), "utf8");
    const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
    if (blocks.length !== files.length) throw new Error(`Name every block of docs/agents/${page}.md here.`);
    for (const [at, file] of files.entries()) write(`${page}/${file}`, blocks[at] ?? "");
  }
  for (const [file, code] of Object.entries(given)) write(file, code);
}

function write(file: string, code: string): void {
  const path = join(here, "docs", file);
  mkdirSync(dirname(path), { recursive: true });
  // Node runs the sources themselves here.
  writeFileSync(path, code.replace(/"(\.\/[\w-]+)\.js"/g, '"$1.ts"'));
}
