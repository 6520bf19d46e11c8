import { type Approval, type Ask, toApprovalAsk, toAskLeniently } from "@yourcall/core";
import { isRecord, toFields, toList } from "@yourcall/core/internal";
import { toChanges } from "../read-diff.ts";
import type { Fields, ServerMessage } from "./app-server.ts";

type HostOption = NonNullable<Approval["options"]>[number];

/** What Codex takes as a decision about a command or a change: a word, or an object with one field. */
type CodexDecision = string | Fields;

/** A request of Codex that a person can settle. */
export type CodexAsk =
  | { type: "question"; ask: Ask; ids: string[] }
  /** `decisions` by the id of the option. */
  | { type: "approval"; ask: Ask; decisions: Readonly<Record<string, CodexDecision>> }
  /** A call of a tool of an MCP server. */
  | { type: "tool"; ask: Ask };

/**
 * A request of Codex as an ask. Null for everything else: a request that is not understood is left to Codex's own dialog. A secret
 * never leaves Codex.
 *
 * @param item the item that the request is about, as Codex announced it: the approval of a change does not contain the change
 */
export function toCodexAsk({ method, params }: ServerMessage, item: Fields | undefined): CodexAsk | null {
  switch (method) {
    case "item/tool/requestUserInput":
      return toQuestions(params);
    case "item/commandExecution/requestApproval":
      return toCommand(params);
    case "item/fileChange/requestApproval":
      return toFileChange(params, item);
    case "mcpServer/elicitation/request":
      return toToolCall(params, item);
    default:
      return null;
  }
}

/** Whether a request is about a change or a call that it does not contain, or does not name. */
export function isAboutItem({ method, params }: ServerMessage): boolean {
  return method === "item/fileChange/requestApproval" || isToolCall(params);
}

function isToolCall({ _meta }: Fields): boolean {
  return toFields(_meta).codex_approval_kind === "mcp_tool_call";
}

function toQuestions({ questions }: Fields): CodexAsk | null {
  const list = toList(questions).map(toFields);
  if (list.length === 0 || list.some(({ isSecret }) => isSecret === true)) return null;
  const asked = list.map(({ question, header, options }) => ({
    question,
    header,
    ...(toList(options).length > 0 ? { options, multiSelect: false } : { kind: "text", options: [] }),
  }));
  const result = toAskLeniently({ questions: asked });
  if (!("ask" in result) || result.ask.questions.length !== list.length) return null;
  return { type: "question", ask: result.ask, ids: list.map(({ id }) => String(id)) };
}

const labels: Readonly<Record<string, Omit<HostOption, "id">>> = {
  accept: { label: "Allow once", effect: "allow-once" },
  acceptForSession: { label: "Allow for this session", effect: "allow-always" },
  acceptWithExecpolicyAmendment: { label: "Always allow", effect: "allow-always" },
  decline: { label: "Deny", effect: "deny" },
};

/** Codex takes `decline` although it does not list it. `cancel` would end the turn, and is left to Codex's own dialog. */
function toOffer(offered: unknown, fallback: CodexDecision[]): Pick<Approval, "options"> & { all: CodexAskDecisions } {
  const given = toList(offered) as CodexDecision[];
  const options: HostOption[] = [];
  const all: Record<string, CodexDecision> = {};
  for (const decision of [...(given.length > 0 ? given : fallback), "decline"]) {
    const id = typeof decision === "string" ? decision : (Object.keys(toFields(decision))[0] ?? "");
    const known = Object.hasOwn(labels, id) ? labels[id] : undefined;
    if (known === undefined || Object.hasOwn(all, id)) continue;
    all[id] = decision;
    options.push({ id, ...known, label: toLabel(known.label, decision) });
  }
  return { options, all };
}

type CodexAskDecisions = Readonly<Record<string, CodexDecision>>;

/** "Always allow commands that begin with npm test". */
function toLabel(label: string, decision: CodexDecision): string {
  const words = toList(toFields(toFields(decision).acceptWithExecpolicyAmendment).execpolicy_amendment);
  return words.length === 0 ? label : `${label} commands that begin with ${words.join(" ")}`.slice(0, mostLabel);
}

const mostLabel = 200;

function toCommand(params: Fields): CodexAsk | null {
  const { kind, approvalId, command, cwd, reason, availableDecisions, commandActions } = params;
  // Input for a running terminal does not come with the request; of a part of a command, Codex does not say what became of it.
  const isWhole = (kind === undefined || kind === "command") && typeof approvalId !== "string";
  if (!isWhole || typeof command !== "string") return null;
  const { options, all } = toOffer(availableDecisions, ["accept"]);
  const input = {
    command: toPlainCommand(command, commandActions),
    ...(typeof cwd === "string" ? { cwd } : {}),
    ...(isRecord(params.additionalPermissions) ? { permissions: params.additionalPermissions } : {}),
    ...(isRecord(params.networkApprovalContext) ? { network: params.networkApprovalContext } : {}),
  };
  return { type: "approval", ask: toApprovalAsk({ tool: "Shell", input, options }, toWords(reason)), decisions: all };
}

/** The command without the shell that Codex starts for it, if Codex itself gives it so. */
function toPlainCommand(command: string, actions: unknown): string {
  const [only, ...others] = toList(actions).map((action) => toFields(action).command);
  return others.length === 0 && typeof only === "string" && command.endsWith(` -lc '${only}'`) ? only : command;
}

function toFileChange({ reason, grantRoot }: Fields, item: Fields | undefined): CodexAsk | null {
  const changes = toList(item?.changes).map(toFields);
  // Without the change nobody can decide about it.
  if (changes.length === 0) return null;
  const content = changes.flatMap(({ path, kind, diff }) =>
    toChanges(String(path), String(diff ?? ""), String(toFields(kind).type)),
  );
  const input = { content, ...(typeof grantRoot === "string" ? { writesBelow: grantRoot } : {}) };
  const { options, all } = toOffer(undefined, ["accept", "acceptForSession"]);
  return { type: "approval", ask: toApprovalAsk({ tool: "Edit", input, options }, toWords(reason)), decisions: all };
}

function toToolCall({ message, serverName, _meta }: Fields, item: Fields | undefined): CodexAsk | null {
  // Without the call nobody would know how it ended.
  if (!isToolCall({ _meta }) || typeof message !== "string" || item === undefined) return null;
  const options: HostOption[] = [
    { id: "accept", label: "Allow once", effect: "allow-once" },
    { id: "decline", label: "Deny", effect: "deny" },
  ];
  const input = toFields(_meta).tool_params ?? { message };
  const tool = `mcp__${serverName}__${item.tool}`;
  return { type: "tool", ask: toApprovalAsk({ tool, input, options }, { question: message }) };
}

function toWords(reason: unknown): { question?: string } {
  return typeof reason === "string" && reason.trim() !== "" ? { question: reason } : {};
}
