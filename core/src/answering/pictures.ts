import { maxPictures } from "../limits.ts";
import type { Attachment } from "../outcome-schemas.ts";
import { type Answering, current } from "./answering.ts";
import type { AnsweringEvent } from "./answering-event.ts";
import { withEntry } from "./pages.ts";
import { canAttach } from "./rows.ts";
import { emptyField } from "./text-field.ts";

/** How many more pictures can go with the answers. */
export function roomForPictures({ entries }: Pick<Answering, "entries">): number {
  return maxPictures - entries.reduce((sum, { attachments }) => sum + attachments.length, 0);
}

/** The events of pictures, and Enter after a path was typed; undefined for all others. */
export function byPictures(state: Answering, event: AnsweringEvent): Answering | undefined {
  switch (event.type) {
    case "attach":
      return attach(state, event);
    case "detach":
      return detach(state, event);
    case "adding":
      return { ...state, adding: { path: event.path, question: event.question } };
    case "not-attached":
      return notAttached(state, event.message);
    case "enter":
      return state.field === "picture" ? addPicture(state) : undefined;
    default:
      return undefined;
  }
}

function attach(state: Answering, given: { attachment: Attachment; question?: number }): Answering {
  const { attachment, question = state.at } = given;
  const entry = state.entries[question];
  const done = { ...state, adding: null, picture: emptyField };
  if (entry === undefined || !canAttach(state, question)) return done;
  if (entry.attachments.some(({ hash }) => hash === attachment.hash)) return done;
  if (roomForPictures(state) <= 0) return { ...done, notice: { code: "too-many-pictures", limit: maxPictures } };
  return withEntry(done, { ...entry, attachments: [...entry.attachments, attachment] }, question);
}

function detach(state: Answering, { hash, question = state.at }: { hash: string; question?: number }): Answering {
  const entry = state.entries[question];
  if (entry === undefined) return state;
  const attachments = entry.attachments.filter((attachment) => attachment.hash !== hash);
  return withEntry(state, { ...entry, attachments }, question);
}

/** The path is complete: the surface adds the picture. An empty one removes the last picture again. */
function addPicture(state: Answering): Answering {
  const path = state.picture.text.trim();
  const closed = { ...state, field: null, picture: emptyField };
  const last = current(state).entry.attachments.at(-1);
  if (path === "") return last === undefined ? closed : detach(closed, { hash: last.hash });
  if (roomForPictures(state) <= 0) return { ...state, notice: { code: "too-many-pictures", limit: maxPictures } };
  return { ...closed, picture: state.picture, adding: { path, question: state.at } };
}

function notAttached(state: Answering, message: string): Answering {
  const isThere =
    state.settings.pictures && state.page === "question" && state.field === null && state.at === state.adding?.question;
  return { ...state, field: isThere ? "picture" : state.field, adding: null, notice: { code: "refused", message } };
}
