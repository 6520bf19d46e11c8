import {
  AgentError,
  type AgentEvent,
  type AgentInfo,
  type Ask,
  type AskRequest,
  askToolName,
  checkAskInput,
  formatIssues,
  messageOf,
  type Outcome,
  parseAsk,
  type ToolResult,
  toToolResult,
  YourcallError,
} from "@yourcall/core";
import { toCallApproval, toVerdict } from "./approve-call.ts";
import { capText } from "./cap-text.ts";
import { type LoopAsker, putAsk } from "./put-ask.ts";
import type { OpenCall, SavedRun } from "./run-store.ts";
import type { Tool, ToolCall, ToolContext } from "./tool.ts";

const longestResult = 60_000;

/** What a call of this run is settled with. */
export interface Settling {
  run: SavedRun;
  tools: ReadonlyMap<string, Tool>;
  asker: LoopAsker | undefined;
  agent: AgentInfo;
  cwd: string;
  signal: AbortSignal;
  /** What goes with an ask of kind question. */
  deadline: Pick<AskRequest, "timeoutMs" | "onTimeout">;
  /** What the model said in this turn. */
  context: string;
  /** Resolves when the host has the event. */
  emit(event: AgentEvent): Promise<void>;
  save(): Promise<void>;
}

/**
 * Brings one call to its result. Whatever the model can correct, and whatever a person decides, is a result; only an ask that
 * could not be put to anybody throws (`ask-failed`), and leaves the call open for `resume`.
 */
export async function settleCall(call: OpenCall, settling: Settling): Promise<ToolResult> {
  if (call.fault !== undefined) return failed(call.fault);
  if (call.name === askToolName && settling.asker !== undefined) return await askPerson(call, settling);
  const tool = settling.tools.get(call.name);
  if (tool === undefined) return failed(`There is no tool "${call.name}" any more.`);
  if (call.started === true && !tool.repeatable)
    return failed(
      `The agent was stopped while ${call.name} ran: it may have had its effect in part, in full or not at all. Look before you do it again.`,
    );
  const opened = await tool.open(call.input);
  if ("issues" in opened) return failed(`The input of ${call.name} was refused. ${formatIssues(opened.issues)}`);
  try {
    return await runTool(call, opened.call, settling);
  } catch (error) {
    if (AgentError.isInstance(error) && error.code === "ask-failed") throw error;
    if (settling.signal.aborted) return failed(`${call.name} was stopped before its end, because the run was.`);
    return failed(capText(messageOf(error), longestResult));
  }
}

async function askPerson(call: OpenCall, settling: Settling): Promise<ToolResult> {
  const checked = checkAskInput(call.input);
  if ("issues" in checked)
    return failed(
      `The call was refused and no person saw it. Correct it and call again.\n${formatIssues(checked.issues)}`,
    );
  try {
    const outcome = await ask(call, call.id, { ...checked.ask, ...contextOf(settling) }, settling);
    return { text: toToolResult(checked.ask, outcome), isError: false, outcome };
  } catch (error) {
    if (!YourcallError.isInstance(error)) throw error;
    return failed(error.message);
  }
}

async function runTool(call: OpenCall, opened: ToolCall, settling: Settling): Promise<ToolResult> {
  const context = toContext(call, settling);
  await opened.check(context);
  let note = "";
  if (await opened.needsApproval(context)) {
    const scope = opened.approval.scope ?? call.name;
    if (!settling.run.allowed.includes(scope)) {
      if (settling.asker === undefined)
        return failed(`${call.name} needs a person's approval, and nobody can be asked in this run. It was not run.`);
      const approval = toCallApproval(call.name, call.input, opened.approval, settling.context.trim() || undefined);
      const outcome = await ask(call, call.id, approval, settling);
      const verdict = toVerdict(call.name, outcome);
      if (!verdict.allowed) return { ...failed(verdict.text), outcome };
      if (verdict.always && !settling.run.allowed.includes(scope)) settling.run.allowed.push(scope);
      if (verdict.note !== "") note = `\n\nThe user allowed this call and says: ${verdict.note}`;
    }
  }
  settling.signal.throwIfAborted();
  call.started = true;
  await settling.save();
  return { text: capText(await opened.execute(context), longestResult) + note, isError: false };
}

function toContext(call: OpenCall, settling: Settling): ToolContext {
  const { cwd, signal, run, asker } = settling;
  let count = 0;
  return {
    cwd,
    signal,
    session: run.id,
    ...(asker === undefined
      ? {}
      : {
          async askUser(questions) {
            count += 1;
            return await ask(call, `${call.id}:${count}`, parseAsk({ questions, ...contextOf(settling) }), settling);
          },
        }),
  };
}

async function ask(call: OpenCall, key: string, asked: Ask, settling: Settling): Promise<Outcome> {
  const { asker, agent, signal, deadline, emit } = settling;
  if (asker === undefined) throw new Error("Nobody can be asked in this run.");
  const request = { ...asked, key, agent, ...(asked.kind === "question" ? deadline : {}) };
  return await putAsk(asker, request, signal, (askId) =>
    emit({
      type: "ask_user",
      id: call.id,
      askId,
      kind: asked.kind,
      questions: asked.questions,
      approval: asked.approval,
    }),
  );
}

function contextOf({ context }: Settling): Pick<Ask, "context"> {
  return context.trim() === "" ? {} : { context: context.trim() };
}

function failed(text: string): ToolResult {
  return { text, isError: true };
}
