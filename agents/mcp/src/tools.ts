import type { Tool } from "@modelcontextprotocol/server";
import { askInputJsonSchema, askToolDescription, askToolName } from "@yourcall/core";
import { answerCardTool, withCard } from "./card/card.ts";

export const getAnswerName = "get_answer";
export const listQuestionsName = "list_questions";
export const cancelQuestionName = "cancel_question";

/** The longest `wait` of `get_answer`, in seconds. */
export const maxWaitSeconds = 86_400;

type Schema = Tool["inputSchema"];

// Clients run a tool without asking only if it is annotated so, and a question about asking a question helps nobody.
const unattended = { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false };
// Claude Code otherwise offers a tool only after its model has searched for it.
const loadedAtOnce = { "anthropic/alwaysLoad": true };

const id = { type: "string", description: "The id of the question, as in ask_…" };
const text = (description: string) => ({ type: "string", description });

const answer = {
  type: "object",
  properties: {
    question: text("The exact text of the question."),
    header: { type: "string" },
    selectedOptions: {
      type: "array",
      items: { type: "string" },
      description: "The exact labels of the chosen options.",
    },
    customInput: text("The user's own words (Other). They count as much as any option."),
    notes: text("A note beside the choice."),
    skipped: { type: "boolean", description: "No preference: you choose." },
    attachments: {
      type: "array",
      items: { type: "object" },
      description: "The pictures that go with the answer. They follow as images, in this order.",
    },
  },
  required: ["question", "header", "selectedOptions"],
};

/** What `AskUserQuestion` and `get_answer` return. Only `answered` carries answers of a person. */
const outcomeSchema: Schema = {
  type: "object",
  properties: {
    status: { type: "string", enum: ["answered", "declined", "expired", "cancelled", "pending"] },
    id,
    message: text("The same in words, and what to do now."),
    answers: {
      type: "array",
      items: answer,
      description: "One for each question. Present only if status is answered.",
    },
    comment: text("The user's remark on the whole."),
    reason: text("Why there is no answer."),
    asked: text("With status declined: what the user asks you before they decide. Reply, and ask again with replyTo."),
    recommended: {
      type: "array",
      items: answer,
      description: "With status expired: what was recommended. Nobody chose it.",
    },
    url: text("Where the user can answer."),
  },
  required: ["status", "id", "message"],
};

/** The tools, as `tools/list` shows them to a client that shows cards or does not. */
export function toTools({ cards }: { cards: boolean }): Tool[] {
  const [ask, ...others] = tools();
  return cards ? [withCard(ask), ...others, answerCardTool] : [ask, ...others];
}

function tools(): [Tool, ...Tool[]] {
  return [
    {
      name: askToolName,
      title: "Ask the user",
      description: `${askToolDescription}
- Pending means nobody has answered yet: call ${getAnswerName} with the id. It is not an answer.`,
      inputSchema: askInputJsonSchema() as Schema,
      outputSchema: outcomeSchema,
      annotations: unattended,
      execution: { taskSupport: "optional" },
      _meta: loadedAtOnce,
    },
    {
      name: getAnswerName,
      title: "Get the user's answer",
      description: `Waits for the answer to a question that ${askToolName} left pending, and returns it. Call it again while the status is pending.`,
      inputSchema: {
        type: "object",
        properties: {
          id,
          wait: {
            type: "number",
            minimum: 0,
            maximum: maxWaitSeconds,
            description: "How many seconds to wait if there is no answer yet. By default as long as possible.",
          },
        },
        required: ["id"],
        additionalProperties: false,
      },
      outputSchema: outcomeSchema,
      annotations: unattended,
      _meta: loadedAtOnce,
    },
    {
      name: listQuestionsName,
      title: "List your questions",
      description:
        "Lists your own questions that are still waiting for the user, and those whose answers you have not received.",
      inputSchema: { type: "object", properties: {}, additionalProperties: false },
      outputSchema: {
        type: "object",
        properties: {
          message: text("The same in words."),
          questions: {
            type: "array",
            items: {
              type: "object",
              properties: {
                id,
                status: { type: "string", enum: ["pending", "answered", "declined"] },
                questions: { type: "array", items: { type: "string" } },
                askedAt: { type: "string" },
              },
              required: ["id", "status", "questions", "askedAt"],
            },
          },
        },
        required: ["message", "questions"],
      },
      annotations: unattended,
    },
    {
      name: cancelQuestionName,
      title: "Withdraw a question",
      description:
        "Withdraws one of your own questions that you no longer need to ask. If the user has already answered, that answer is returned instead.",
      inputSchema: {
        type: "object",
        properties: { id, reason: text("Why, for the user.") },
        required: ["id"],
        additionalProperties: false,
      },
      outputSchema: outcomeSchema,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
  ];
}

/** For an agent's own instructions: when to ask, how to group questions, what to do while nobody has answered. */
export const skill = `Decisions that belong to the user are asked with AskUserQuestion, not guessed and not asked in prose.

When to ask: the request can be read in more than one way; several approaches are sound and differ in cost, risk or taste; something is hard to change later; a fact is missing that only the user knows. Do not ask what the code or a quick look can tell you.

How: put what belongs together into one call of 1 to 4 questions, before you start on the part that depends on it. Offer 2 to 4 distinct options each, the recommended one first with " (Recommended)". Do not offer "Other": the user can always type their own answer.

What comes back: status "answered" is the user's decision, and their own words count as much as an option. "pending" means nobody has answered yet: call get_answer with the id, as often as needed, and meanwhile do only what does not depend on it. "declined", "expired" and "cancelled" are not answers and approve nothing. If "declined" comes with "asked", the user asks you something first: reply in "reply" of another call, with the id as "replyTo". After an interruption, list_questions shows what is still open; cancel_question withdraws what you no longer need.`;
