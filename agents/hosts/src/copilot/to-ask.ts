import {
  type AgentInfo,
  type Approval,
  type Ask,
  checkAsk,
  cleanLine,
  type KeyedRequest,
  maxOptions,
  maxQuestions,
  type Question,
  toApprovalAsk,
} from "@yourcall/core";
import { maxNameLength, toFields, toHostRequest, toNonEmpty } from "@yourcall/core/internal";
import { toChanges } from "../read-diff.ts";

export type Fields = Record<string, unknown>;

type HostOption = NonNullable<Approval["options"]>[number];

/** A field of Copilot's form, and the question for it. It takes any text, whatever its type. */
export interface CopilotField {
  name: string;
  question: Question;
  choices: readonly { label: string; value: unknown }[];
}

/** The ask for a form of `ask_user`, and its fields in the order of the questions; null if it cannot be shown. */
export function toQuestionAsk({ message, requestedSchema }: Fields): { ask: Ask; fields: CopilotField[] } | null {
  const entries = Object.entries(toFields(toFields(requestedSchema).properties));
  if (entries.length === 0 || entries.length > maxQuestions) return null;
  const said = toNonEmpty(message);
  const fields = withDistinctTexts(entries.map(([name, schema]) => toField(name, toFields(schema))));
  const [first, ...others] = fields;
  // In a form with one field the message usually is the question.
  if (first !== undefined && others.length === 0 && said !== undefined) {
    const title = first.question.header;
    const rest = first.question.question.replace(title, "").trim();
    first.question = { ...first.question, question: rest === "" ? said : `${said}\n\n${rest}` };
  }
  const context = others.length === 0 ? undefined : said;
  const checked = checkAsk({ kind: "question", questions: fields.map(({ question }) => question), context });
  return "ask" in checked ? { ask: checked.ask, fields } : null;
}

function toField(name: string, schema: Fields): CopilotField {
  const isMany = schema.type === "array";
  const choices = schema.type === "boolean" ? yesAndNo : toChoices(isMany ? toFields(schema.items) : schema);
  const header = cleanLine(toNonEmpty(schema.title) ?? name) || "Value";
  const rest = choices.slice(maxOptions).map(({ label }) => label);
  const more = rest.length === 0 ? undefined : `More choices (type one under Other): ${rest.join(", ")}`;
  const text = [header, toNonEmpty(schema.description), more].filter((line) => line !== undefined).join("\n");
  const base = { question: text, header, multiSelect: false as const };
  const options = choices.slice(0, maxOptions).map(({ label }) => ({ label }));
  const question: Question =
    options.length === 0
      ? { ...base, kind: "text", options: [] }
      : { ...base, kind: "choice", options, multiSelect: isMany };
  return { name, question, choices };
}

const yesAndNo = [
  { label: "Yes", value: true },
  { label: "No", value: false },
];

function toChoices({ oneOf, anyOf, enum: values, enumNames }: Fields): { label: string; value: unknown }[] {
  const names: unknown[] = Array.isArray(enumNames) ? enumNames : [];
  const titled = [oneOf, anyOf].find(Array.isArray)?.map(toFields) as Fields[] | undefined;
  const listed =
    titled?.map((choice) => ({ value: choice.const, title: choice.title })) ??
    (Array.isArray(values) ? values.map((value: unknown, at) => ({ value, title: names[at] })) : []);
  const labels = listed.map(({ value, title }) => cleanLine(toNonEmpty(title) ?? String(value)) || "(empty)");
  return listed.flatMap(({ value }, at) => {
    const label = labels[at] ?? "";
    return labels.indexOf(label) === at ? [{ label, value }] : [];
  });
}

function withDistinctTexts(fields: readonly CopilotField[]): CopilotField[] {
  const texts = fields.map(({ question }) => question.question);
  return fields.map((field, at) => {
    const text = texts[at] ?? "";
    if (texts.indexOf(text) === texts.lastIndexOf(text)) return field;
    return { ...field, question: { ...field.question, question: `${text} (${field.name})` } };
  });
}

/** What "always" remembers in Copilot, until its session ends; undefined if it offers no such rule. */
export function toRule({ kind, canOfferSessionApproval, commands }: Fields): Fields | undefined {
  if (kind === "write") return canOfferSessionApproval === true ? { kind: "write" } : undefined;
  if (kind !== "shell" || canOfferSessionApproval !== true || !Array.isArray(commands)) return undefined;
  const commandIdentifiers = commands.map((command) => toNonEmpty(toFields(command).identifier));
  const isKnown = commandIdentifiers.length > 0 && !commandIdentifiers.includes(undefined);
  return isKnown ? { kind: "commands", commandIdentifiers: [...new Set(commandIdentifiers)] } : undefined;
}

// Whether other code may be loaded into Copilot is decided in front of it.
const leftAlone = /^extension-/;

/** The ask for a permission request; null for one that stays in Copilot's window. */
export function toPermissionAsk(request: Fields): Ask | null {
  const kind = toNonEmpty(request.kind);
  if (kind === undefined || leftAlone.test(kind)) return null;
  const { tool, input } = toCall(kind, request);
  const rule = toRule(request);
  const named = Array.isArray(rule?.commandIdentifiers) ? rule.commandIdentifiers.join(", ") : "changes of files";
  const always = cleanLine(`Allow in this session: ${named}`);
  const options = [
    { id: "approve-once", label: "Allow once", effect: "allow-once" as const },
    // Nobody should allow what the label has no room to name.
    ...(rule === undefined || always.length > maxNameLength
      ? []
      : [{ id: "approve-for-session", label: always, effect: "allow-always" as const }]),
    { id: "reject", label: "Deny", effect: "deny" as const },
  ];
  return toApprovalAsk({ tool, input, options }, { question: `May Copilot use ${tool}?` });
}

/** The choice that is not an action of Copilot: what a person writes with it says what to change in the plan. */
export const changePlan = "change";

// In the words of Copilot's own dialog.
const planActions: Readonly<Record<string, Omit<HostOption, "id">>> = {
  interactive: { label: "Accept plan and continue in Interactive mode", effect: "allow-once" },
  autopilot: { label: "Accept plan and continue in Autopilot mode", effect: "allow-always" },
  autopilot_fleet: { label: "Accept plan and continue in Autopilot mode with /fleet", effect: "allow-always" },
  exit_only: { label: "Exit to Interactive mode without running the plan", effect: "deny" },
};

/** The ask for a plan, with the choices of Copilot's own dialog; null if there is nothing to read. */
export function toPlanAsk({ summary, planContent, actions, recommendedAction }: Fields): Ask | null {
  const plan = toNonEmpty(planContent) ?? toNonEmpty(summary);
  if (plan === undefined) return null;
  const offered = new Set(Array.isArray(actions) ? actions.map(String) : []);
  const options = Object.entries(planActions).flatMap(([id, { label, effect }]) =>
    offered.has(id) ? { id, label: id === recommendedAction ? `${label} (recommended)` : label, effect } : [],
  );
  const change: HostOption = { id: changePlan, label: "Suggest changes", effect: "deny" };
  const context = plan === summary ? undefined : toNonEmpty(summary);
  const words = { question: "Copilot has a plan. Go ahead with it?", header: "Plan", context };
  return toApprovalAsk({ tool: "ExitPlanMode", input: { plan }, options: [change, ...options] }, words);
}

/** What has to be read before it is allowed. */
function toCall(kind: string, request: Fields): { tool: string; input: Fields } {
  const { fullCommandText, intention, fileName, diff, serverName, toolName, args, url, path } = request;
  const why = typeof intention === "string" && intention !== "" ? { description: intention } : {};
  if (kind === "shell") return { tool: "Bash", input: { command: fullCommandText, ...why } };
  if (kind === "write" && typeof diff === "string")
    return { tool: "Edit", input: { content: toChanges(String(fileName), diff), ...why } };
  if (kind === "mcp") return { tool: toToolName(`mcp__${serverName}__${toolName}`), input: toInput(args) };
  if (kind === "url") return { tool: "WebFetch", input: { url, ...why } };
  if (kind === "read") return { tool: "Read", input: { path, ...why } };
  if (kind === "custom-tool") return { tool: toToolName(String(toolName)), input: toInput(args) };
  const { kind: _, toolCallId, ...rest } = request;
  return { tool: toToolName(kind), input: rest };
}

function toInput(args: unknown): Fields {
  return typeof args === "object" && args !== null && !Array.isArray(args) ? toFields(args) : { arguments: args };
}

function toToolName(name: string): string {
  return cleanLine(name).slice(0, maxNameLength) || "tool";
}

/** What Copilot says about the session. */
export interface SessionContext {
  session: string;
  snapshot?: unknown;
  directory?: string;
  pane?: string;
  /** What the model said in the message with the call. */
  said?: string;
  /** The subagent that asks. */
  subagent?: string;
}

/** The request for the hub: the ask, and who asks where. */
export function toRequest(ask: Ask, id: string, around: SessionContext): KeyedRequest {
  const { workingDirectory, workspace } = toFields(around.snapshot);
  const { branch, name } = toFields(workspace);
  const cwd = toNonEmpty(workingDirectory) ?? around.directory;
  const title = toNonEmpty(name);
  const { session, pane, subagent, said } = around;
  const agent: AgentInfo = {
    ...{ name: "copilot", session, cwd, pane, subagent },
    title: title && cleanLine(title),
    branch: toNonEmpty(branch),
  };
  return toHostRequest(ask, { key: id, agent, said, metadata: { source: "copilot" } });
}
