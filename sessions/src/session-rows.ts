import { sessionPaths as at } from "@yourcall/client/internal";
import { maxPageSize } from "@yourcall/core/internal";
import * as shapes from "@yourcall/core/internal/wire";
import * as z from "zod/mini";

const reply = (description: string, schema: z.ZodMiniType) => ({ description, type: "application/json", schema });
const one = reply("The session", shapes.session);
const onOne = { replies: { 200: one }, refusals: [404] };
const act = { ...onOne, body: z.object({}) };

/**
 * The table of `/v1/sessions`: the desk answers by it, the hub checks and forwards by it, and clients call by its paths. The order is
 * that of the OpenAPI document.
 */
export const sessionRows = {
  list: {
    ...at.list,
    summary: "The sessions of the desk, and what can be started",
    replies: { 200: reply("The sessions", shapes.deskInfo) },
    refusals: [],
  },
  start: {
    ...at.start,
    usesGit: true,
    summary: "Start a session",
    body: shapes.startBody,
    maxBodyBytes: shapes.maxStartBody,
    replies: { 201: one },
    refusals: [],
  },
  events: {
    ...at.events,
    summary: "Events of the sessions",
    description:
      "Server-sent events: first `desk`, then `session` and `session-forgotten`. With a session also `transcript`, its last page, then `entry` and `text`.",
    query: shapes.eventsQuery,
    replies: { 200: { description: "The stream", type: "text/event-stream" } },
    refusals: [404],
  },
  get: { ...onOne, ...at.get, summary: "A session" },
  transcript: {
    ...at.transcript,
    summary: "A page of a session's transcript",
    description: `The last ${shapes.usualPageSize} entries, or those before \`before\`; at most ${maxPageSize}.`,
    query: shapes.transcriptQuery,
    replies: { 200: reply("The page", shapes.transcriptPage) },
    refusals: [404],
  },
  send: {
    ...act,
    ...at.send,
    summary: "Send a message to a session",
    body: shapes.messageBody,
    refusals: [404, 429],
  },
  addPicture: {
    ...at.addPicture,
    summary: "Add a picture for a message to a session",
    description: "PNG, JPEG, WebP or GIF, by its bytes. `send` names it by the id in the reply.",
    body: shapes.pictureBody,
    maxBodyBytes: shapes.maxPictureBody,
    replies: { 201: reply("Its id", shapes.keptPicture) },
    refusals: [404, 413, 429],
  },
  picture: {
    ...at.picture,
    summary: "A picture of a session",
    query: shapes.pictureQuery,
    replies: { 200: reply("The picture", shapes.sessionPicture) },
    refusals: [404],
  },
  interrupt: { ...act, ...at.interrupt, summary: "End the turn of a session" },
  resume: { ...act, ...at.resume, summary: "Resume a session" },
  stop: { ...act, ...at.stop, summary: "End the agent of a session" },
  changes: {
    ...at.changes,
    usesGit: true,
    summary: "What a session with a worktree has changed",
    description: "The whole diff against the commit where it began, committed or not.",
    replies: { 200: reply("The changes", shapes.sessionChanges) },
    refusals: [404],
  },
  merge: {
    ...act,
    ...at.merge,
    usesGit: true,
    summary: "Merge a session's worktree into the branch it began from",
    description:
      "Uncommitted changes are committed first. Nothing is pushed. Refused if anything differs from `revision`.",
    body: shapes.revisionBody,
  },
  discard: {
    ...act,
    ...at.discard,
    usesGit: true,
    summary: "Remove a session's worktree and its branch",
    description: "Refused if anything differs from `revision`.",
    body: shapes.revisionBody,
  },
  rename: { ...act, ...at.rename, summary: "Rename a session", body: shapes.titleBody },
  archive: { ...act, ...at.archive, summary: "Put a session away, or back", body: shapes.archiveBody },
  remove: { ...onOne, ...at.remove, summary: "Delete a session and its transcript" },
  setMode: {
    ...act,
    ...at.setMode,
    summary: "Set what a session may do without asking",
    description: "It takes effect with the session's next turn; with Claude at once.",
    body: shapes.modeBody,
  },
  setModel: {
    ...act,
    ...at.setModel,
    summary: "Set the model of a session",
    description: "One of its `models`. It takes effect with the session's next turn; with Claude at once.",
    body: shapes.modelBody,
  },
} as const;
