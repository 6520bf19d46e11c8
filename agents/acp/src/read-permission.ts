import {
  type Approval,
  type ApprovalAnswer,
  type Ask,
  cleanLine,
  type Outcome,
  type ReportedOutcome,
  toApprovalAsk,
  toEffect,
  toVerdict,
} from "@yourcall/core";
import { maxApprovalOptions, maxNameLength, toFields, toList } from "@yourcall/core/internal";
import { cancelled, type Fields, type PersonRequest, toNonBlank } from "./person-request.ts";
import { readQwenQuestions } from "./read-qwen-questions.ts";

type HostOption = NonNullable<Approval["options"]>[number];

/** Options are chosen by their kind: ids differ from agent to agent. */
const effects: Readonly<Record<string, ApprovalAnswer>> = {
  allow_once: "allow-once",
  allow_always: "allow-always",
  reject_once: "deny",
  reject_always: "deny",
};

/** `session/request_permission`; undefined if none of its options can be understood. Nothing is allowed by default. */
export function readPermission({ toolCall, options }: Fields): PersonRequest | undefined {
  const call = toFields(toolCall);
  const offered = toHostOptions(options);
  const questions = readQwenQuestions(call, offered);
  if (questions !== undefined) return questions;
  if (offered.length === 0) return undefined;
  const ask = toPermissionAsk(call, offered);
  return {
    cancelled,
    isWordless: true,
    settle: async (put) => toPermissionResult(ask, await put(ask)),
    toReport: (result) => toPermissionReport(ask, result),
  };
}

function selected(optionId: string) {
  return { outcome: { outcome: "selected", optionId } };
}

/** What the person said besides the option that they chose; empty if nothing. */
export function saidOf(ask: Ask, outcome: Outcome): string {
  return (outcome.status === "declined" ? (outcome.reason ?? "") : toVerdict(ask, outcome).remark).trim();
}

/** The options that can be offered: known kinds, each id once. If there are too many, one that refuses is always kept. */
function toHostOptions(value: unknown): HostOption[] {
  const known = toList(value).flatMap((item): HostOption[] => {
    const { optionId, name, kind } = toFields(item);
    const effect = typeof kind === "string" && Object.hasOwn(effects, kind) ? effects[kind] : undefined;
    if (typeof optionId !== "string" || optionId === "" || optionId.length > maxNameLength || effect === undefined)
      return [];
    return [{ id: optionId, label: toNonBlank(name) ?? optionId, effect }];
  });
  const distinct = known.filter(({ id }, index) => known.findIndex((other) => other.id === id) === index);
  if (distinct.length <= maxApprovalOptions) return distinct;
  const refusing = distinct.filter(({ effect }) => effect === "deny").slice(0, 1);
  const others = distinct.filter((option) => !refusing.includes(option));
  return [...refusing, ...others].slice(0, maxApprovalOptions);
}

function toPermissionAsk(call: Fields, options: HostOption[]): Ask {
  const { kind, title, name, _meta } = call;
  const shown = toNonBlank(title) ?? toNonBlank(kind) ?? "Use a tool";
  const named =
    toNonBlank(name) ?? toNonBlank(toFields(toFields(_meta).claudeCode).toolName) ?? toNonBlank(kind) ?? shown;
  const tool = cleanLine(named).slice(0, maxNameLength) || "tool";
  return toApprovalAsk({ tool, input: toInput(call), options }, { question: shown });
}

/** The file changes in a call's content, without the notes that some agents add for editors. */
export function toChanges(content: unknown): Fields[] {
  return toList(content).flatMap((block) => {
    const { _meta, ...change } = toFields(block);
    return change.type === "diff" ? [change] : [];
  });
}

/** What the person has to read before allowing it: the file changes if there are any, else the tool's own input. */
function toInput({ title, rawInput, content }: Fields): unknown {
  const blocks = toList(content).map(toFields);
  const changes = toChanges(content);
  const words = blocks.flatMap((block) => toNonBlank(toFields(block.content).text) ?? []).join("\n\n");
  const said = words === "" ? {} : { text: words };
  if (changes.length > 0) return { content: changes, ...said };
  const given = toFields(rawInput);
  if (Object.keys(given).length > 0) return { ...said, ...given };
  return toNonBlank(rawInput) ?? { title: toNonBlank(title), ...said };
}

function toPermissionResult(ask: Ask, outcome: Outcome): unknown {
  const options = ask.approval?.options ?? [];
  if (outcome.status === "declined") {
    const refusing = options.find(({ effect }) => effect === "deny");
    return refusing === undefined ? cancelled : selected(refusing.id);
  }
  if (outcome.status !== "answered" || toEffect(ask, outcome) === undefined) return undefined;
  const [id] = outcome.answers[0]?.selectedOptions ?? [];
  return id === undefined ? undefined : selected(id);
}

function toPermissionReport(ask: Ask, result: unknown): ReportedOutcome | undefined {
  const { outcome, optionId } = toFields(toFields(result).outcome);
  const chosen = ask.approval?.options?.find(({ id }) => id === optionId);
  const [question] = ask.questions;
  if (outcome !== "selected" || chosen === undefined || question === undefined) return undefined;
  return { status: "answered", answers: [{ question: question.question, selectedOptions: [chosen.id] }] };
}
