import * as z from "zod/mini";
import { defineTool, type Tool } from "../tool.ts";
import { largestFile, readConfined, writeConfined } from "./confined-file.ts";
import { toConfinedPath } from "./confined-path.ts";
import { listTool, path, readTool, searchTool } from "./reading-tools.ts";
import { createRunTool } from "./run-tool.ts";

interface CodingToolsOptions {
  /** Write, Edit and Run need approval. False for a host that has already asked, "commands" if only Run needs it. */
  needsApproval?: boolean | "commands";
  /** The environment of commands; by default the process's, without its API keys and tokens. */
  env?: NodeJS.ProcessEnv;
}

/**
 * The tools of a small coding agent: Read, List, Search, Write, Edit, Run. Paths outside the working directory are refused.
 *
 * @example
 * const agent = createAgent({ model, asker, tools: createCodingTools({ needsApproval: "commands" }) });
 */
export function createCodingTools({ needsApproval = true, env }: CodingToolsOptions = {}): Tool[] {
  const files = needsApproval === true;
  return [
    readTool,
    listTool,
    searchTool,
    createWriteTool(files),
    createEditTool(files),
    createRunTool(needsApproval !== false, env),
  ];
}

/** What "always" covers for files: writing and editing share a scope, since either can do what the other does. */
const always = { scope: "write files", always: "Every file this agent writes in this session" };

function createWriteTool(needsApproval: boolean): Tool {
  return defineTool({
    name: "Write",
    description: "Writes a whole text file, creating directories as needed. An existing file is overwritten.",
    input: z.object({ path, content: z.string() }),
    needsApproval,
    repeatable: false,
    approval: ({ path }) => ({ ...always, question: `May the agent write ${path}?` }),
    async check({ path, content }, { cwd }) {
      await toConfinedPath(cwd, path);
      if (Buffer.byteLength(content) > largestFile) throw new Error(`A file can have at most ${largestFile} bytes.`);
    },
    async execute({ path, content }, { cwd }) {
      await writeConfined(cwd, path, content);
      return `Wrote ${path}, ${Buffer.byteLength(content)} bytes.`;
    },
  });
}

function createEditTool(needsApproval: boolean): Tool {
  return defineTool({
    name: "Edit",
    description:
      "Replaces text in a file. The old text must match exactly, including white space, and occur only once.",
    input: z.object({ path, old: z.string().check(z.minLength(1)), new: z.string() }),
    needsApproval,
    repeatable: false,
    approval: ({ path }) => ({ ...always, question: `May the agent change ${path}?` }),
    async check(input, { cwd }) {
      await toEdited(cwd, input);
    },
    async execute(input, { cwd }) {
      await writeConfined(cwd, input.path, await toEdited(cwd, input));
      return `Changed ${input.path}.`;
    },
  });
}

async function toEdited(cwd: string, edit: { path: string; old: string; new: string }): Promise<string> {
  const text = await readConfined(cwd, edit.path);
  const at = text.indexOf(edit.old);
  if (at < 0) throw new Error(`The old text is not in ${edit.path}. Read the file and copy the text from it.`);
  if (text.indexOf(edit.old, at + 1) >= 0)
    throw new Error(`The old text occurs more than once in ${edit.path}. Include more of the text around it.`);
  return text.slice(0, at) + edit.new + text.slice(at + edit.old.length);
}
