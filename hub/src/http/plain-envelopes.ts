import { acts } from "@yourcall/core";
import type * as z from "zod/mini";
import { type answerEnvelope, type askEnvelope, longest } from "./wire-schemas.ts";

type Body = Record<string, unknown>;
type Plain<Schema extends z.ZodMiniType> = {
  [Key in keyof z.infer<Schema>]: Exclude<z.infer<Schema>[Key], undefined>;
};

/** What the schema makes of the envelope of a usual ask, or null where the schema has to look. A test holds the two together. */
export function toPlainAskEnvelope(body: Body): Plain<typeof askEnvelope> | null {
  const { key, agent, timeoutMs, onTimeout, context, metadata } = body;
  if (timeoutMs !== undefined || onTimeout !== undefined || context !== undefined || metadata !== undefined)
    return null;
  const envelope: Plain<typeof askEnvelope> = {};
  if (key !== undefined) {
    if (!isText(key, longest.shortText) || key === "") return null;
    envelope.key = key;
  }
  if (agent === undefined) return envelope;
  if (typeof agent !== "object" || agent === null || Array.isArray(agent)) return null;
  const { name, session, title, cwd } = agent as Body;
  if (!isText(name, longest.shortText) || name === "" || !isTextOrAbsent(session) || !isTextOrAbsent(title))
    return null;
  if (!isTextOrAbsent(cwd, longest.cwd)) return null;
  envelope.agent = { name };
  if (session !== undefined) envelope.agent.session = session;
  if (title !== undefined) envelope.agent.title = title;
  if (cwd !== undefined) envelope.agent.cwd = cwd;
  return envelope;
}

/** The same for the envelope of an answer. */
export function toPlainAnswerEnvelope(body: Body): Plain<typeof answerEnvelope> | null {
  const { comment, surface, act, user } = body;
  const known = act === undefined ? undefined : acts.find((each) => each === act);
  if (known === undefined && act !== undefined) return null;
  if (!isTextOrAbsent(comment, Number.POSITIVE_INFINITY) || !isTextOrAbsent(surface) || !isTextOrAbsent(user))
    return null;
  const envelope: Plain<typeof answerEnvelope> = {};
  if (comment !== undefined) envelope.comment = comment;
  if (surface !== undefined) envelope.surface = surface;
  if (known !== undefined) envelope.act = known;
  if (user !== undefined) envelope.user = user;
  return envelope;
}

function isText(value: unknown, most: number): value is string {
  return typeof value === "string" && value.length <= most;
}

function isTextOrAbsent(value: unknown, most: number = longest.shortText): value is string | undefined {
  return value === undefined || isText(value, most);
}
