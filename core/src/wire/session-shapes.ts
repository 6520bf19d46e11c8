import * as z from "zod/mini";
import { maxNameLength, maxPageSize, maxPathLength } from "../limits.ts";
import { attachmentSchema, deliverySchema, outcomeSchema } from "../outcome-schemas.ts";
import { maxPictureBytes, pictureTypes } from "../picture.ts";
import { time, upTo } from "../schema-parts.ts";
import { agentKinds, approvalSchema, askKinds, type Question, questionSchema, sessionModes } from "../schemas.ts";

// What the desk, the hub and its clients send each other.

const text = z.string();
const flag = z.optional(z.boolean());
const name = upTo(maxNameLength).check(z.minLength(1));
const longestMessage = 200_000;
const mostPicturesInMessage = 10;
const message = z.string().check(
  z.maxLength(longestMessage, `is longer than ${longestMessage} characters`),
  z.refine((value) => value.trim() !== "", "must not be empty"),
);

/** Derived from the session's open asks and its agent's own reports. */
const sessionStates = ["working", "waiting", "idle", "failed"] as const;
export type SessionState = (typeof sessionStates)[number];

export const startBody = z.strictObject({
  directory: upTo(maxPathLength).check(z.minLength(1)),
  agent: name,
  prompt: message,
  mode: z.optional(z.enum(sessionModes)),
  model: z.optional(name),
  /** Work in a new git worktree with a branch of its own. */
  worktree: flag,
  /** Pictures for the prompt, their bytes as base64; together at most 10 MB. */
  pictures: z.optional(z.array(z.base64()).check(z.minLength(1), z.maxLength(mostPicturesInMessage))),
});
export interface StartSession extends z.output<typeof startBody> {}

export const messageBody = z
  .strictObject({
    text: z.string().check(z.maxLength(longestMessage, `is longer than ${longestMessage} characters`)),
    /** The ids of pictures that were added to the session. */
    pictures: z.optional(z.array(name).check(z.minLength(1), z.maxLength(mostPicturesInMessage))),
  })
  .check(
    z.refine(({ text, pictures }) => text.trim() !== "" || pictures !== undefined, {
      message: "must not be empty",
      path: ["text"],
    }),
  );

const base64Length = Math.ceil(maxPictureBytes / 3) * 4;
export const maxPictureBody = base64Length + 100;
/** The longest prompt, six bytes for each character as JSON may need, and the pictures with it. */
export const maxStartBody = maxPictureBody + longestMessage * 6;
/** The bytes of the picture as base64. */
export const pictureBody = z.strictObject({ data: z.base64() });
export const pictureQuery = z.object({ picture: name });
export const keptPicture = z.object({ id: text, type: z.enum(pictureTypes) });
/** A picture that messages of its session can name. */
export interface KeptPicture extends z.output<typeof keptPicture> {}
export const sessionPicture = z.object({ id: text, type: z.enum(pictureTypes), data: text });
/** A picture of a session, as base64. */
export interface SessionPicture extends z.output<typeof sessionPicture> {}

export const modelBody = z.strictObject({ model: name });
export const modeBody = z.strictObject({ mode: z.enum(sessionModes) });
export const titleBody = z.strictObject({
  title: name.check(z.refine((value) => value.trim() !== "", "must not be empty")),
});
export const archiveBody = z.strictObject({ archived: z.boolean() });

/** Entries in a page of a transcript, unless a query says otherwise. */
export const usualPageSize = 100;
export const transcriptQuery = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxPageSize))),
});
export interface TranscriptQuery extends z.output<typeof transcriptQuery> {}
export const eventsQuery = z.object({ session: z.optional(name) });

export const session = z.object({
  id: text,
  /** The beginning of its first prompt, until a person renames it. */
  title: text,
  /** The agent's name in the list of agents. */
  agent: text,
  cwd: text,
  /** The directory as a person would write it, as `~/shop`. */
  project: text,
  branch: z.optional(text),
  /** Its own worktree: the checkout that it was made from, and the branch that was checked out there. */
  worktree: z.optional(
    z.object({
      branch: text,
      root: text,
      baseBranch: z.optional(text),
      mergedAt: z.optional(time()),
      discardedAt: z.optional(time()),
    }),
  ),
  /** It runs in a terminal of its own, and is only shown here. Its questions can be answered. */
  isElsewhere: flag,
  mode: z.enum(sessionModes),
  /** As the agent reports it. */
  model: z.optional(text),
  /** The models that can be chosen, if the agent offers any. */
  models: z.optional(z.array(z.object({ id: text, name: text }))),
  /** The modes that can be chosen; all if it is omitted. */
  modes: z.optional(z.array(z.enum(sessionModes))),
  /** Whether its messages can have pictures. */
  takesPictures: flag,
  /** What it has used so far, as the agent reports it. */
  usage: z.optional(z.object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.optional(z.number()) })),
  state: z.enum(sessionStates),
  /** When it entered this state. */
  since: time(),
  /** Its pending asks, oldest first. Empty while a message is still streaming. */
  asks: z.array(text),
  /** The first question of the oldest pending ask, or what its approval is about, and since when it has been waiting. */
  question: z.optional(text),
  waitingSince: z.optional(time()),
  /** What it said or did last, in one line. */
  lastLine: z.optional(text),
  /** Why it failed, and what to do. */
  failure: z.optional(text),
  /** A person stopped it. `resume` and `send` start it again. */
  stoppedAt: z.optional(time()),
  /** A person put it away. */
  archivedAt: z.optional(time()),
  /** Set if it is working but has been silent since this time. */
  silentSince: z.optional(time()),
  /** How many messages wait for the end of its turn. */
  queued: z.int(),
  /** The messages that are not in the transcript yet: it gets them when the reply or the turn has ended. */
  queue: z.array(text),
  /** What `resume` does with a session that failed or was stopped: continue it, or begin again with its first prompt. */
  continues: z.optional(z.enum(["resume", "restart"])),
  createdAt: time(),
});
/** One run of one agent under the desk. Its id is the `agent.session` of its asks. */
export interface Session extends z.output<typeof session> {}

const deskAgent = z.object({
  name: text,
  kind: z.enum(agentKinds),
  /** Whether the first prompt can have pictures. */
  takesPictures: flag,
});
/** An agent that a session can be started with. */
export interface DeskAgentInfo extends z.output<typeof deskAgent> {}

export const deskInfo = z.object({
  sessions: z.array(session),
  agents: z.array(deskAgent),
  /** Sessions can be started in these directories and below. */
  directories: z.array(text),
});
/** What the desk offers and runs. Sessions are in no particular order. */
export interface DeskInfo extends z.output<typeof deskInfo> {}

const place = { seq: z.int(), at: time() };

const transcriptEntry = z.union([
  /** A message from the person. */
  z.object({ ...place, type: z.literal("message"), text, pictures: z.optional(z.array(text)) }),
  /** Text from the agent, as markdown. `open`: it is still growing. */
  z.object({ ...place, type: z.literal("text"), text, open: flag }),
  z.object({ ...place, type: z.literal("reasoning"), text, open: flag, endedAt: z.optional(time()) }),
  /** A tool call, without a `result` while it runs. */
  z.object({
    ...{ ...place, type: z.literal("tool"), call: text, name: text, input: z.unknown() },
    result: z.optional(z.object({ text, isError: z.boolean() })),
  }),
  /** Something put to the person, without an `outcome` while it is pending. */
  z.object({
    ...{ ...place, type: z.literal("ask"), ask: text, kind: z.enum(askKinds) },
    questions: z.array(questionSchema()),
    approval: z.optional(approvalSchema()),
    outcome: z.optional(outcomeSchema()),
    delivery: z.optional(deliverySchema()),
  }),
  /** A remark of the desk on the session. */
  z.object({ ...place, type: z.literal("note"), tone: z.enum(["info", "failure"]), text }),
]);
/** One entry of a transcript. A later version of an entry has the same `seq` and replaces it. */
type ReadEntry = z.output<typeof transcriptEntry>;
interface AskEntry extends Omit<Extract<ReadEntry, { type: "ask" }>, "questions"> {
  questions: Question[];
}
export type TranscriptEntry = Exclude<ReadEntry, { type: "ask" }> | AskEntry;
type WithoutPlace<Entry> = Entry extends unknown ? Omit<Entry, keyof typeof place> : never;
export type TranscriptContent = WithoutPlace<TranscriptEntry>;

export const transcriptPage = z.object({
  entries: z.array(transcriptEntry),
  /** Whether there are earlier ones: ask with `before` and the first `seq` of this page. */
  more: z.boolean(),
});
/** Consecutive entries, oldest first. */
export interface TranscriptPage extends Omit<z.output<typeof transcriptPage>, "entries"> {
  entries: TranscriptEntry[];
}

/** An event of the stream. `desk` comes first, then, if a session was named, `transcript` with its last page. */
export type SessionEvent =
  | ({ type: "desk" } & DeskInfo)
  | { type: "session"; session: Session }
  | { type: "session-forgotten"; id: string }
  | ({ type: "transcript"; id: string } & TranscriptPage)
  /** A new entry, or a new version of one. */
  | { type: "entry"; id: string; entry: TranscriptEntry }
  /** Text to add to the end of an open entry. */
  | { type: "text"; id: string; seq: number; text: string };

// Pictures that go with an answer.

/** The bytes of the picture as base64. */
export const addedPicture = z.strictObject({
  data: z.base64(),
  name: z.optional(
    upTo(maxNameLength).check(z.describe("The name of the file, for people. The type is taken from the bytes.")),
  ),
});
export interface AddedPicture extends z.output<typeof addedPicture> {}
/** With room for the name. */
export const maxAddedPictureBody = maxPictureBody + 2000;
export const attachment = attachmentSchema();

export const pictureAs = z.object({ as: z.optional(z.enum(["bytes", "json"])) });
export const answerPicture = z.object({ type: z.enum(pictureTypes), data: z.string() });
