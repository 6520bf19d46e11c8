import { type Model, type ModelRequest, Usage } from "@openai/agents";

type Response = Awaited<ReturnType<Model["getResponse"]>>;

/** A model that makes these calls, step by step, and then repeats their results. */
export function createModel(steps: { callId: string; name: string; args: object }[][]): Model {
  return {
    async getResponse({ input }: ModelRequest) {
      const results = typeof input === "string" ? [] : input.filter((item) => item.type === "function_call_result");
      let made = 0;
      const step = steps.find((calls) => {
        made += calls.length;
        return made > results.length;
      });
      const text = results
        .map(({ output }) => (typeof output === "string" ? output : JSON.stringify(output)))
        .join("; ");
      const output =
        step === undefined
          ? [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] }]
          : step.map(({ callId, name, args }) => ({
              ...{ type: "function_call", callId, name, status: "completed" },
              arguments: JSON.stringify(args),
            }));
      return { output, usage: new Usage() } as unknown as Response;
    },
    getStreamedResponse() {
      throw new Error("This model does not stream.");
    },
  };
}
