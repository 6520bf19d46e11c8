import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askInputJsonSchema, askToolDescription } from "@yourcall/core";
import {
  convertToModelMessages,
  isStepCount,
  jsonSchema,
  type LanguageModel,
  streamText,
  tool,
  toUIMessageStream,
} from "ai";
import type { Provider } from "./provider.ts";

const system =
  "You help with software. Before a decision that is the person's to make, ask with AskUserQuestion. Answer in short markdown.";

/** Any model of the AI SDK, with a tool that asks and one that needs an approval. */
export function createModelProvider(name: string, model: LanguageModel, { files }: { files: string }): Provider {
  const tools = {
    AskUserQuestion: tool({
      description: askToolDescription,
      inputSchema: jsonSchema<Record<string, unknown>>(askInputJsonSchema() as never),
      toModelOutput: ({ output }) => ({ type: "text", value: (output as { text: string }).text }),
    }),
    saveFile: createSaveFile(files),
  };
  return {
    name,
    async reply({ messages, signal }) {
      const result = streamText({
        model,
        system,
        messages: await convertToModelMessages(messages, { tools, ignoreIncompleteToolCalls: true }),
        tools,
        toolApproval: { saveFile: "user-approval" },
        stopWhen: isStepCount(20),
        abortSignal: signal,
      });
      return toUIMessageStream({ stream: result.stream, tools, onError: toMessage });
    },
  };
}

/** Saves a file into one folder, once a person allows it. */
function createSaveFile(folder: string) {
  return tool({
    description: "Saves a text file, such as PLAN.md. The person is asked for permission.",
    inputSchema: jsonSchema<{ name: string; content: string }>({
      type: "object",
      properties: {
        name: { type: "string", pattern: "^[\\w-]+(\\.[\\w-]+)*$" },
        content: { type: "string" },
      },
      required: ["name", "content"],
      additionalProperties: false,
    }),
    async execute({ name, content }) {
      if (!/^[\w-]+(\.[\w-]+)*$/.test(name)) return `"${name}" is not the name of a file.`;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), content);
      return `Saved ${name}.`;
    },
  });
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
