import { type Ask, cleanLine, type KeyedRequest, toApprovalAsk, toAskLeniently } from "@yourcall/core";
import { maxNameLength, toFields, toHostRequest, toList, toNonEmpty } from "@yourcall/core/internal";

import { toTextList } from "./from-outcome.ts";

type Fields = Record<string, unknown>;

/** The ask for `question.asked`; null if it cannot be shown. */
export function toQuestionAsk({ questions }: Fields): Ask | null {
  const read = toAskLeniently({ questions });
  return "ask" in read ? read.ask : null;
}

/** The ask for `permission.asked`. */
export function toPermissionAsk(title: string, { permission, patterns, metadata, always }: Fields): Ask {
  const tool = cleanLine(toNonEmpty(permission) ?? "").slice(0, maxNameLength) || "tool";
  const given = toFields(metadata);
  const input = Object.keys(given).length > 0 ? toInput(given) : { patterns };
  const rules = toTextList(always);
  const words =
    rules.length === 0
      ? "There is no rule for calls like this: the same as once"
      : `Until ${title} is restarted: ${rules.map((rule) => `${tool} ${rule}`).join(", ")}`;
  return toApprovalAsk({ tool, input }, { question: `May ${title} use ${tool}?`, always: cleanLine(words) });
}

/** What has to be read before it is allowed. A patch becomes the edits in it, which screens show as a diff. */
function toInput(metadata: Fields): Fields {
  const { diff, filepath, ...rest } = metadata;
  const edits = typeof diff === "string" && typeof filepath === "string" ? toEdits(diff) : null;
  return edits === null ? metadata : { path: filepath, edits, ...withoutCopies(rest) };
}

/** Fields of newer versions that repeat the change. */
function withoutCopies({ filediff, files, ...rest }: Fields): Fields {
  return rest;
}

/** The hunks of a patch of one file; null if it is anything else. */
function toEdits(patch: string): { old: string; new: string }[] | null {
  const [head = "", ...hunks] = patch.split(/^@@ .*\n/m);
  if (hunks.length === 0 || (head.match(/^--- /gm) ?? []).length > 1) return null;
  const edits = hunks.map((hunk) => {
    const lines = hunk.replace(/\n$/, "").split("\n");
    if (!lines.every((line) => /^[-+ \\]/.test(line) || line === "")) return null;
    const take = (marks: string) =>
      lines.flatMap((line) => (marks.includes(line[0] ?? " ") ? [`${line.slice(1)}\n`] : [])).join("");
    return { old: take(" -"), new: take(" +") };
  });
  return edits.includes(null) ? null : edits.filter((edit) => edit !== null);
}

/** What the host says about a request, as its own API replies. */
interface RequestContext {
  session?: unknown;
  vcs?: unknown;
  message?: unknown;
  directory?: string;
  pane?: string;
}

/** The request for the hub: the ask, and who asks where. A subagent's asks are listed with the session that started it. */
export function toRequest(ask: Ask, name: string, asked: Fields, around: RequestContext): KeyedRequest {
  const session = toFields(around.session);
  const parent = toNonEmpty(session.parentID);
  const title = toNonEmpty(session.title);
  const cwd = toNonEmpty(session.directory) ?? around.directory;
  return toHostRequest(ask, {
    key: String(asked.id),
    agent: {
      ...{ name, session: parent ?? String(asked.sessionID), cwd, pane: around.pane },
      title: parent === undefined ? title : undefined,
      branch: toNonEmpty(toFields(around.vcs).branch),
      subagent: parent === undefined ? undefined : (title ?? "subagent"),
    },
    said: lastText(around.message),
    metadata: { source: name },
  });
}

/** What the model said in the message with the call. */
function lastText(message: unknown): string | undefined {
  const { parts } = toFields(message);
  const texts = toList(parts)
    .map(toFields)
    .filter(({ type }) => type === "text");
  return toNonEmpty(texts.at(-1)?.text);
}
