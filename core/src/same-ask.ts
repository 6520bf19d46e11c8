import type { AgentInfo, Ask } from "./schemas.ts";

/** What decides whether asks are the same. */
export interface ComparedAsk extends Pick<Ask, "kind" | "questions" | "approval" | "context" | "replyTo"> {
  agent: Pick<AgentInfo, "cwd">;
  to?: readonly string[] | undefined;
}

/**
 * A text that two asks share if one act of a person may answer both. Approvals: the same tool, the same input to the byte, the same
 * directory and the same choices. Questions: everything but who asks, and in which session. The people they are addressed to are the
 * same as well. An ask that replies to a question of the person is like no other.
 */
export function toSameKey({ kind, questions, approval, context, replyTo, agent, to }: ComparedAsk): string {
  const { tool, input, options } = approval ?? {};
  // What an agent said before it asked for an approval does not change what it would do; a question may mean nothing without it.
  const said = kind === "approval" ? undefined : context;
  return JSON.stringify([kind, questions, tool, input, options, agent.cwd, to, said, replyTo]);
}

/**
 * The ask as it is shown when one act answers several like it: without choices that allow for ever, which each host keeps by itself, and
 * without asking back and changing it.
 */
export function toBatchAsk<Given extends Ask>(ask: Given): Given {
  const { approval, questions } = ask;
  // What is asked back or changed concerns one call.
  if (approval === undefined) return { ...ask, asksAgain: undefined };
  const { options, suggestions: _, editable: __, ...rest } = approval;
  return {
    ...ask,
    asksAgain: undefined,
    // What one of them said before, the others did not.
    context: undefined,
    questions: questions.map((question) => ({
      ...question,
      options: question.options.filter(({ label }) => label !== "allow-always"),
    })),
    approval: {
      ...rest,
      ...(options === undefined ? {} : { options: options.filter(({ effect }) => effect !== "allow-always") }),
    },
  };
}
