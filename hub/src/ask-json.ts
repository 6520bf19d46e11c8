import type { NewAsk } from "./store/store.ts";

type Part = Pick<NewAsk, "kind" | "agent" | "questions" | "approval" | "context" | "metadata">;

interface Known extends Part {
  text: string;
}

const known = new WeakMap<object, Known>();

/**
 * What the agent said, which never changes, as fields of a JSON object with a comma after each: it is written to the store, to
 * every stream and into several responses. Made once, and kept for as long as the questions are.
 */
export function toAskJson(ask: Part): string {
  const { kind, agent, questions, approval, context, metadata } = ask;
  const made = known.get(questions);
  // Questions could be shared by two asks; then the text is that of the other one.
  if (
    made !== undefined &&
    made.kind === kind &&
    made.agent === agent &&
    made.approval === approval &&
    made.context === context &&
    made.metadata === metadata
  )
    return made.text;
  let text = `"kind":"${kind}","agent":${JSON.stringify(agent)},"questions":${JSON.stringify(questions)},`;
  if (approval !== null) text += `"approval":${JSON.stringify(approval)},`;
  if (context !== null) text += `"context":${JSON.stringify(context)},`;
  if (metadata !== null) text += `"metadata":${JSON.stringify(metadata)},`;
  known.set(questions, { kind, agent, questions, approval, context, metadata, text });
  return text;
}
