import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";

/** A model that first makes these calls of a tool, in one step, and then repeats their results. */
export class ScriptedModel extends BaseChatModel {
  readonly #tool: string;
  readonly #paths: string[];
  readonly #onEnd: (text: string) => void;
  constructor(tool: string, paths: string[], onEnd: (text: string) => void) {
    super({});
    this.#tool = tool;
    this.#paths = paths;
    this.#onEnd = onEnd;
  }
  _llmType() {
    return "scripted";
  }
  override bindTools() {
    return this;
  }
  async _generate(messages: BaseMessage[]) {
    const results = messages.filter((message) => message.getType() === "tool");
    const calls = this.#paths.map((path, at) => ({
      id: `c${at}`,
      name: this.#tool,
      args: { path },
      type: "tool_call" as const,
    }));
    const text = results.map(({ content }) => content).join("; ");
    if (text !== "") this.#onEnd(text);
    const message = text === "" ? new AIMessage({ content: "", tool_calls: calls }) : new AIMessage(text);
    return { generations: [{ text: "", message }] };
  }
}
