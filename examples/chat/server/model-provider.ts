import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askApproval, askUserQuestion } from "@yourcall/ai-sdk";
import type { HubClient } from "@yourcall/client";
import { messageOf } from "@yourcall/core";
import {
  convertToModelMessages,
  isStepCount,
  jsonSchema,
  type LanguageModel,
  streamText,
  tool,
  toUIMessageStream,
} from "ai";
import type { Provider } from "./providers.ts";

const system =
  "You help with software. Before a decision that is the person's to make, ask with AskUserQuestion. Answer in short markdown.";

export interface ModelOptions {
  /** Where the tool saves files. */
  files: string;
  hub?: HubClient;
}

/** Any model of the AI SDK, with a tool that asks and one that needs an approval. */
export function createModelProvider(name: string, model: LanguageModel, { files, hub }: ModelOptions): Provider {
  return {
    name,
    async reply({ id: session, title, messages, signal }) {
      const form = { session, title, lenient: true };
      const approved = ["saveFile"];
      const tools = {
        AskUserQuestion: askUserQuestion(hub === undefined ? form : { ...form, hub }),
        saveFile: createSaveFile(files),
      };
      const result = streamText({
        model,
        system,
        messages: await convertToModelMessages(messages, { tools, ignoreIncompleteToolCalls: true }),
        tools,
        toolApproval:
          hub === undefined ? { saveFile: "user-approval" } : askApproval({ hub, session, title, tools: approved }),
        stopWhen: isStepCount(20),
        abortSignal: signal,
      });
      return toUIMessageStream({ stream: result.stream, tools, onError: messageOf });
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
