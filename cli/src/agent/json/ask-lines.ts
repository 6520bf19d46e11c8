import type { Decision, LiveAsk, LiveEnd, Refusal } from "@yourcall/client";
import {
  type AgentInfo,
  type Ask,
  checkAnswers,
  type Issue,
  messageOf,
  type Outcome,
  type PersonBy,
  parseSheet,
  type SheetError,
} from "@yourcall/core";
import { checkSheet, toDecision, toLocalTime, toPlaceText, withHostOptions } from "@yourcall/core/internal";
import type { PictureFile } from "../../inbox/attach-files.ts";
import { matchLabel } from "../../inbox/choose-answers.ts";
import { currentUser, findAgentVariable } from "../../who-acts.ts";
import type { CheckLine, LineOut, ResponseLine } from "./line-schemas.ts";

/** An ask with both of the ids that lines use for it. */
interface NamedAsk {
  id: string;
  askId: string;
  ask: Ask & { agent?: AgentInfo };
}

interface Shown {
  /** An ask that the host was shown and that has not ended. */
  find(id: string): (NamedAsk & { live: LiveAsk }) | undefined;
  /** How asks that were shown have ended, by id. */
  ended: ReadonlyMap<string, Outcome["status"]>;
  emit(line: LineOut): void;
  /** Called when a person is at work on this ask. */
  touch(live: LiveAsk): void;
}

/** Takes a host's lines about the asks that it was shown. A fault becomes an error line, and the ask stays open. */
export function createLineTaker({ find, ended, emit, touch }: Shown) {
  const isEdit = createEditWatch();
  return {
    async respond(line: ResponseLine): Promise<void> {
      const entry = find(line.id);
      if (entry === undefined) return emit(toNotOpenLine(line.id, ended.get(line.id)));
      const taken = takeResponse(line, entry);
      if ("fault" in taken) {
        touch(entry.live);
        return emit(taken.fault);
      }
      const fault = await sendTaken(entry.id, entry.live, taken);
      if (fault !== null) emit(fault);
    },
    /** Says what a sheet would send, without sending it. */
    check(line: CheckLine) {
      const entry = find(line.id);
      if (entry === undefined) return emit(toNotOpenLine(line.id, ended.get(line.id)));
      emit(toCheckedLine(entry, line));
      if (isEdit(entry.askId, line.sheet)) touch(entry.live);
    },
  };
}

/**
 * How an ask ended. The summary also says who ended it and where, unless this host did. `sheet` is for an ask that no line has
 * asked: the host can tell with it whether the person edited the sheet that they have kept. `next` is the ask to go on with.
 */
export function toEndedLine(
  { id, askId, ask, sheet, next }: NamedAsk & { sheet?: string | undefined; next?: string | undefined },
  { outcome, elsewhere }: LiveEnd,
): LineOut {
  const who = "by" in outcome ? `${outcome.status} ${toPlaceText(outcome.by)} ` : "";
  const where = elsewhere ? ` · ${who}at ${toLocalTime(outcome.at, Date.now())}` : "";
  const summary = `${toDecision(ask, outcome)}${where}`;
  return { type: "ask_ended", id, askId, outcome, elsewhere, summary, sheet, next };
}

/** What a sheet would send, and how complete it is. Sends nothing. */
function toCheckedLine({ id, askId, ask }: NamedAsk, { sheet, seen = [] }: CheckLine): LineOut {
  const { answers, comment, declined, errors, progress } = checkSheet(sheet, ask, { id: askId, seen });
  const named = { type: "sheet_checked", id, askId, errors, progress } as const;
  if (errors.length > 0) return named;
  const by = { surface: "json", act: "sheet" } as const;
  const at = new Date().toISOString();
  const outcome: Outcome =
    declined === undefined
      ? { status: "answered", answers, comment, by, at }
      : { status: "declined", ...declined, by, at };
  const summary = toDecision(ask, outcome);
  return declined === undefined ? { ...named, answers, comment, summary } : { ...named, declined, summary };
}

/** Returns a function that says whether a person has edited the sheet since it was last checked. The first check is no edit. */
function createEditWatch(): (askId: string, text: string) => boolean {
  const last = new Map<string, string>();
  return (askId, text) => {
    const sheet = text.split(`<!-- yourcall ${askId}`)[1]?.split("<!-- /yourcall")[0] ?? text;
    const before = last.get(askId) ?? sheet;
    last.set(askId, sheet);
    return sheet !== before;
  };
}

/** Why a line about an ask changes nothing: the ask is unknown, or has ended. */
function toNotOpenLine(id: string, status: string | undefined): LineOut {
  return status === undefined
    ? toFaultLine(id, "unknown-ask", `No ask "${id}" is open.`)
    : toFaultLine(id, "already-ended", `The ask had already ended: ${status}. This response changed nothing.`);
}

/** Why the hub did not accept a response. The ask stays open. */
function toRefusedLine(id: string, { reason, canRetry }: Refusal): LineOut {
  return toFaultLine(id, "not-accepted", `${reason}${canRetry ? " Send it again." : ""}`);
}

/** What is wrong with a line about an ask. The ask itself is unchanged. */
function toFaultLine(
  id: string,
  code: string,
  message: string,
  faults: { issues?: Issue[]; errors?: SheetError[] } = {},
): LineOut {
  return { type: "error", code, message, ...faults, id, ended: false };
}

interface Taken {
  end: Decision;
  by: PersonBy;
  /** Pictures to add before the answer is sent. */
  files?: readonly PictureFile[];
}

/** Adds the pictures of a sheet and sends the decision. Null once the ask has ended; otherwise what to tell the host. */
async function sendTaken(id: string, live: LiveAsk, { end, by, files = [] }: Taken): Promise<LineOut | null> {
  const send = async (decision: Decision) => {
    const refused = await live.submit(decision, by);
    return refused === null ? null : toRefusedLine(id, refused);
  };
  if (files.length === 0 || end.type !== "submitted") return send(end);
  const { attachFiles, NoPictures } = await import("../../inbox/attach-files.ts");
  try {
    return await send({ ...end, answers: await attachFiles(end.answers, files, live.addPicture) });
  } catch (error) {
    const reason = messageOf(error);
    if (!(error instanceof NoPictures)) return toRefusedLine(id, { reason, canRetry: false });
    const errors = error.faults.map(({ file, message }) => ({ line: file.line ?? 1, message }));
    return toFaultLine(id, "invalid-answer", `The sheet is not an answer yet. It stays open. ${reason}`, { errors });
  }
}

/**
 * Turns a host's response into a decision, or into an error line. A response claims that a person acted; inside an agent's
 * environment that is not trusted, and the answer is recorded as a script's.
 */
function takeResponse(line: ResponseLine, { id, askId, ask }: NamedAsk): Taken | { fault: LineOut } {
  const usual = line.sheet === undefined ? "submit" : "sheet";
  const by: PersonBy = {
    surface: line.surface ?? "json",
    act: findAgentVariable() === null ? (line.act ?? usual) : "script",
    ...(line.user ? { user: line.user } : currentUser()),
  };
  function refuse(what: string, named: string[], faults: { issues?: Issue[]; errors?: SheetError[] }) {
    return { fault: toFaultLine(id, "invalid-answer", `${what} It stays open. ${named.join(" ")}`, faults) };
  }
  const comment = line.comment?.trim() ? { comment: line.comment.trim() } : {};
  if (line.sheet !== undefined) {
    const {
      answers,
      declined,
      errors,
      files,
      kept: _,
      ...rest
    } = parseSheet(line.sheet, ask, { id: askId, seen: line.seen ?? [] });
    const named = errors.map(({ line, message }) => `line ${line}: ${message}`);
    if (errors.length > 0) return refuse("The sheet is not an answer yet.", named, { errors });
    if (declined !== undefined) return { end: { type: "declined", ...declined }, by };
    return { end: { type: "submitted", answers, ...comment, ...rest }, by, files };
  }
  if (line.declined !== undefined) {
    const { reason, asked } = line.declined === true ? {} : line.declined;
    if (asked !== undefined) return { end: { type: "declined", asked }, by };
    return { end: { type: "declined", reason: reason?.trim() || undefined }, by };
  }
  const checked = checkAnswers(
    ask,
    line.answers?.map((answer) => withExactLabels(ask, answer)),
  );
  if (!("issues" in checked)) return { end: { type: "submitted", answers: checked.answers, ...comment }, by };
  const { issues } = checked;
  const named = issues.map(({ path, message }) => `${path}: ${message}`);
  return refuse("The answers do not fit the ask.", named, { issues });
}

type GivenAnswer = NonNullable<ResponseLine["answers"]>[number];

/**
 * Accepts labels as a person sees them, without the recommended mark. One that matches no option, or several, stays as it is
 * and is refused later.
 */
function withExactLabels(ask: Ask, answer: GivenAnswer): GivenAnswer {
  const question = withHostOptions(ask).questions.find((candidate) => candidate.question === answer.question);
  if (question === undefined) return answer;
  return {
    ...answer,
    selectedOptions: answer.selectedOptions?.map((given) => {
      const [label = given, ...others] = matchLabel(question, ask, given);
      return others.length === 0 ? label : given;
    }),
  };
}
