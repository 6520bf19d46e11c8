import {
  AgentError,
  type AgentEvent,
  type AgentInfo,
  type Ask,
  type Asker,
  type AskRequest,
  askToolName,
  type Clock,
  checkAskInput,
  formatIssues,
  messageOf,
  type Outcome,
  parseAsk,
  putAsk,
  type ToolResult,
  toApprovalAsk,
  toToolResult,
  toVerdict,
  YourcallError,
} from "@yourcall/core";
import {
  attachmentsOf,
  findEditable,
  maxContextLength,
  toAllowedText,
  toRefusalText,
  toRefusedCallText,
} from "@yourcall/core/internal";
import type { OpenCall, SavedRun } from "./run-store.ts";
import type { Tool, ToolCall, ToolContext } from "./tool.ts";

const longestResult = 60_000;

/** What resolving a call needs. */
export interface ResolveOptions {
  run: SavedRun;
  tools: ReadonlyMap<string, Tool>;
  asker: Asker | undefined;
  agent: AgentInfo;
  cwd: string;
  signal: AbortSignal;
  clock: Clock;
  /** Extra fields for an ask of kind question. */
  deadline: Pick<AskRequest, "timeoutMs" | "onTimeout">;
  /** What the model said in this turn. */
  context: string;
  /** Resolves when the host has received the event. */
  emit(event: AgentEvent): Promise<void>;
  save(): Promise<void>;
}

/**
 * The result of one call, from the tool or the person asked. Errors that the model can correct and a person's decisions are results; only an ask that
 * reached nobody throws (`ask-failed`), and leaves the call open for `resume`.
 */
export async function resolveCall(call: OpenCall, options: ResolveOptions): Promise<ToolResult> {
  if (call.fault !== undefined) return failed(call.fault);
  if (call.name === askToolName && options.asker !== undefined) return await askPerson(call, options);
  const tool = options.tools.get(call.name);
  if (tool === undefined) return failed(`There is no tool "${call.name}" any more.`);
  if (call.started === true && !tool.repeatable)
    return failed(
      `The agent was stopped while ${call.name} ran: it may have had its effect in part, in full or not at all. Look before you do it again.`,
    );
  const opened = await tool.open(call.input);
  if ("issues" in opened) return failed(`The input of ${call.name} was refused. ${formatIssues(opened.issues)}`);
  try {
    return await runTool(call, opened.call, options);
  } catch (error) {
    if (AgentError.isInstance(error) && error.code === "ask-failed") throw error;
    if (options.signal.aborted) return failed(`${call.name} was stopped before its end, because the run was.`);
    return failed(capText(messageOf(error)));
  }
}

async function askPerson(call: OpenCall, options: ResolveOptions): Promise<ToolResult> {
  const checked = checkAskInput(call.input);
  if ("issues" in checked) return failed(toRefusedCallText(checked.issues));
  try {
    // What the model says before it asks again, and the reply that it puts into the call, are read together.
    const asked = { ...checked.ask, ...contextOf(options, checked.ask.context) };
    const { outcome, id } = await ask(call, call.id, asked, options);
    return { text: toToolResult({ ...checked.ask, id }, outcome), isError: false, outcome };
  } catch (error) {
    if (!YourcallError.isInstance(error)) throw error;
    return failed(error.message);
  }
}

async function runTool(call: OpenCall, opened: ToolCall, options: ResolveOptions): Promise<ToolResult> {
  const context = toContext(call, options);
  await opened.check(context);
  let note = "";
  let allowed = opened;
  let shown: Outcome | undefined;
  if (await opened.needsApproval(context)) {
    const scope = opened.approval.scope ?? call.name;
    if (!options.run.allowed.includes(scope)) {
      if (options.asker === undefined)
        return failed(`${call.name} needs a person's approval, and nobody can be asked in this run. It was not run.`);
      const { question, always = `Every call of ${call.name} in this session` } = opened.approval;
      const words = { question, always, ...contextOf(options) };
      const approval = toApprovalAsk({ tool: call.name, input: call.input, editable: findEditable(call.input) }, words);
      const { outcome } = await ask(call, call.id, approval, options);
      const { isAllowed, isAlways, input } = toVerdict(approval, outcome);
      if (!isAllowed) return { ...failed(toRefusalText(call.name, outcome)), outcome };
      if (isAlways && !options.run.allowed.includes(scope)) options.run.allowed.push(scope);
      const told = toAllowedText(approval, outcome);
      if (told !== "") note = `\n\n${told}`;
      if (attachmentsOf(outcome).length > 0) shown = outcome;
      if (input !== call.input) {
        const changed = await options.tools.get(call.name)?.open(input);
        if (changed === undefined || "issues" in changed)
          return { ...failed(`${call.name} was not run: what the user changed it to was refused.${note}`), outcome };
        allowed = changed.call;
        await allowed.check(context);
      }
    }
  }
  options.signal.throwIfAborted();
  call.started = true;
  await options.save();
  const result = { text: capText(await allowed.execute(context)) + note, isError: false };
  return shown === undefined ? result : { ...result, outcome: shown };
}

function toContext(call: OpenCall, options: ResolveOptions): ToolContext {
  const { cwd, signal, run, asker } = options;
  let count = 0;
  return {
    cwd,
    signal,
    session: run.id,
    askUser:
      asker &&
      (async (questions) => {
        count += 1;
        const asked = parseAsk({ questions, ...contextOf(options) });
        // The tool reads the outcome, not the model, and goes on with it.
        return (await ask(call, `${call.id}:${count}`, asked, options, false)).outcome;
      }),
  };
}

/**
 * Asks the person. The host gets the event first, so that a prompt on its terminal comes after its own output.
 * Passes `invalid-ask` and `too-large` on for the model to correct; anything else becomes `ask-failed`.
 */
async function ask(
  call: OpenCall,
  key: string,
  asked: Ask,
  options: ResolveOptions,
  asksAgain = true,
): Promise<{ outcome: Outcome; id: string | undefined }> {
  const { asker, agent, clock, signal, deadline, emit } = options;
  if (asker === undefined) throw new Error("Nobody can be asked in this run.");
  const request = { ...asked, asksAgain, key, agent, ...(asked.kind === "question" ? deadline : {}) };
  const { kind, questions, approval } = asked;
  let id: string | undefined;
  const onAsked = (askId?: string) => {
    id = askId;
    return emit({ type: "ask_user", id: call.id, askId, kind, questions, approval });
  };
  try {
    return { outcome: await putAsk(asker, request, { clock, signal, onAsked }), id };
  } catch (error) {
    if (YourcallError.isInstance(error) && (error.code === "invalid-ask" || error.code === "too-large")) throw error;
    throw new AgentError(
      "ask-failed",
      `The question could not be put to a person: ${messageOf(error)} Nothing was answered; resume the run to ask again.`,
      { cause: error },
    );
  }
}

/** What the model said just before, and its reply to a question of the person. Of too much, the end is kept: the model cannot shorten it. */
function contextOf({ context }: ResolveOptions, reply?: string): Pick<Ask, "context"> {
  const said = [context.trim(), reply].filter(Boolean).join("\n\n");
  return { context: said.slice(-maxContextLength) || undefined };
}

function failed(text: string): ToolResult {
  return { text, isError: true };
}

/** The text, or its beginning and end with a line between them that says how much is missing. */
function capText(text: string): string {
  if (text.length <= longestResult) return text;
  const head = text.slice(0, longestResult * 0.7).replace(/[\uD800-\uDBFF]$/, "");
  const tail = text.slice(text.length - longestResult * 0.3).replace(/^[\uDC00-\uDFFF]/, "");
  return `${head}\n[${text.length - head.length - tail.length} characters left out]\n${tail}`;
}
