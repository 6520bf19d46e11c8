import type { HubClient } from "@yourcall/client";
import {
  type Asker,
  type AskInput,
  type AskToolOutput,
  askInputJsonSchema,
  askToolDescription,
  InvalidAskError,
  machineClock,
  putAsk,
  toAskToolOutput,
} from "@yourcall/core";
import { readAnswerPictures, toRefusedCallText } from "@yourcall/core/internal";
import { jsonSchema, type Tool, type ToolResultPart, tool } from "ai";
import { type AskForm, readInput, toRequest } from "./ask-form.ts";

/** The tool of a run that waits for the person's answer. */
export interface WaitingTool extends AskForm {
  /** Asks the person: a client of the hub, or any other asker. */
  asker: Asker;
}

/** The tool of a run that ends with the call; another request continues it once there is an answer. */
export interface DurableTool extends AskForm {
  /** Where the ask is registered, so that every other screen shows it too. Its `session` is needed to find it again. */
  hub: Pick<HubClient, "create"> & Partial<Pick<HubClient, "picture">>;
  session: string;
}

/** A tool without a hub: only the page answers. */
export interface PageTool extends AskForm {
  asker?: undefined;
  hub?: undefined;
}

export type AskTool = Tool<AskInput, AskToolOutput>;

/**
 * The tool AskUserQuestion for `streamText` and `generateText`.
 *
 *     tools: { AskUserQuestion: askUserQuestion({ asker }) }         // execute waits; aborting the run withdraws the ask
 *     tools: { AskUserQuestion: askUserQuestion({ hub, session }) }  // ends the stream in `input-available`; answered from any screen
 *     tools: { AskUserQuestion: askUserQuestion() }                  // the same; answered by the page's `addToolOutput` alone
 *
 * The model reads `text` of the output. Pass the same tools to `convertToModelMessages`.
 *
 * @example
 * import { streamText } from "ai";
 * const { textStream } = streamText({ model, prompt, tools: { AskUserQuestion: askUserQuestion({ asker }) } });
 */
export function askUserQuestion(options: WaitingTool | DurableTool | PageTool = {}): AskTool {
  const common = {
    description: askToolDescription,
    inputSchema: jsonSchema<AskInput>(askInputJsonSchema() as Parameters<typeof jsonSchema>[0], {
      validate(value) {
        const read = readInput(value, options);
        if ("issues" in read) return { success: false, error: new Error(toRefusedCallText(read.issues)) };
        // A repaired ask replaces what the model wrote, so that the page can show it as it is.
        const repaired = options.lenient === true && "issues" in readInput(value, {});
        return { success: true, value: (repaired ? { questions: read.ask.questions } : value) as AskInput };
      },
    }),
    async toModelOutput({ output }: { output: AskToolOutput }): Promise<ToolResultPart["output"]> {
      const text = toModelText(output);
      // The conversation keeps only what is known of a picture, and its bytes are read for the model.
      const pictures = await readAnswerPictures(hubOf(options), output?.outcome);
      if (pictures.length === 0) return { type: "text", value: text };
      const files = pictures.map(({ type, data }) => ({
        ...{ type: "file" as const, mediaType: type },
        data: { type: "data" as const, data },
      }));
      return { type: "content", value: [{ type: "text", text }, ...files] };
    },
  };
  if ("asker" in options && options.asker !== undefined) {
    const { asker } = options;
    return tool({
      ...common,
      async execute(input, { toolCallId, abortSignal }) {
        const ask = askIn(input, options);
        let id: string | undefined;
        const outcome = await putAsk(asker, toRequest(ask, toolCallId, options), {
          clock: machineClock,
          signal: abortSignal,
          onAsked(askId) {
            id = askId;
          },
        });
        return toAskToolOutput({ ...ask, id }, outcome);
      },
    });
  }
  if (!("hub" in options) || options.hub === undefined) return tool({ ...common, outputSchema });
  const { hub } = options;
  return tool({
    ...common,
    outputSchema,
    async onInputAvailable({ input, toolCallId, abortSignal }) {
      await hub.create(toRequest(askIn(input, options), toolCallId, options, "durable"), { signal: abortSignal });
    },
  });
}

function hubOf(options: WaitingTool | DurableTool | PageTool): Pick<Asker, "picture"> {
  return ("asker" in options ? options.asker : undefined) ?? ("hub" in options ? options.hub : undefined) ?? {};
}

// Without `execute` the SDK takes the type of the output from a schema. What a page sends is checked in `toModelText`.
const outputSchema = jsonSchema<AskToolOutput>({ type: "object" });

function askIn(input: unknown, form: AskForm) {
  // A repaired input is in the canonical form, which only the lenient door accepts.
  const read = readInput(input, form);
  if ("issues" in read) throw new InvalidAskError(read.issues);
  return read.ask;
}

/** A page may send anything as output; only a text that comes with an outcome reaches the model as an answer. */
function toModelText(output: unknown): string {
  const { outcome, text } = (output ?? {}) as Partial<AskToolOutput>;
  if (typeof text === "string" && typeof outcome?.status === "string") return text;
  return "The user's answer could not be read. There is no answer: do not act as if there were one.";
}
