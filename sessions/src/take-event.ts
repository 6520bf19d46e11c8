import { sessionModes, type WireAsk } from "@yourcall/client";
import { type AgentEvent, type AgentUsage, approvalSubject, cleanLine } from "@yourcall/core";
import { toFields, toHeadline, toListWords } from "@yourcall/core/internal";
import type { Transcript } from "./open-transcript.ts";
import type { SessionAsks } from "./session-asks.ts";
import type { SessionRecord } from "./session-record.ts";

interface TakingEvents {
  record: SessionRecord;
  transcript: Transcript;
  asks: SessionAsks;
}

/** Writes what an agent reports to the transcript. True if the session itself has changed. */
export function takeEvent(event: Exclude<AgentEvent, { type: "error" }>, taking: TakingEvents): boolean {
  const { record, transcript, asks } = taking;
  switch (event.type) {
    case "text":
    case "reasoning":
      transcript.addText(event.type, event.text);
      return false;
    case "tool_start": {
      const { id: call, name, input } = event;
      closeText(taking);
      const known = findCall(transcript, call);
      // A resumed agent reports its open call again.
      if (known === undefined || known.result !== undefined)
        transcript.add({ type: "tool", call, name, input: toShortInput(input) });
      record.lastLine = toCallLine(name, input);
      return true;
    }
    case "tool_result": {
      const { isError, text } = event.result;
      const known = findCall(transcript, event.id);
      if (known !== undefined) transcript.replace({ ...known, result: { text: toShortResult(text), isError } });
      return false;
    }
    case "ask_user":
      closeText(taking);
      asks.announce(event.askId);
      return true;
    case "settings":
      record.model = event.model ?? record.model;
      if (event.usage !== undefined) record.usage = addUsage(record.usage, event.usage);
      if (event.totalCostUsd !== undefined)
        record.usage = { ...(record.usage ?? noUsage), costUsd: event.totalCostUsd };
      record.models = event.models ?? record.models;
      record.modes = event.modes === undefined ? record.modes : toKnownModes(event.modes);
      record.takesPictures = event.takesPictures ?? record.takesPictures;
      record.continuesSessions = event.continuesSessions ?? record.continuesSessions;
      record.mode = sessionModes.find((mode) => mode === event.mode) ?? toKnownMode(event.mode, record);
      return true;
    case "done":
      closeText(taking);
      return false;
  }
}

const noUsage: AgentUsage = { inputTokens: 0, outputTokens: 0 };

/** Of the modes that an agent names, those that a desk offers. */
function toKnownModes(names: readonly string[]): SessionRecord["mode"][] {
  return sessionModes.filter((mode) => names.some((name) => name.toLowerCase() === mode.toLowerCase()));
}

function addUsage(before: AgentUsage | undefined, more: AgentUsage): AgentUsage {
  const costs = [before?.costUsd, more.costUsd].filter((cost) => cost !== undefined);
  return {
    inputTokens: (before?.inputTokens ?? 0) + more.inputTokens,
    outputTokens: (before?.outputTokens ?? 0) + more.outputTokens,
    costUsd: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0),
  };
}

/** Claude can leave plan mode for modes that a desk never starts it in; they become `default`. */
function toKnownMode(mode: string | undefined, record: SessionRecord): SessionRecord["mode"] {
  return record.kind === "claude" && record.mode === "plan" && mode !== undefined ? "default" : record.mode;
}

/** Ends the message that is still growing. */
export function closeText({ record, transcript }: Pick<TakingEvents, "record" | "transcript">): void {
  record.lastLine = openLine(transcript) ?? record.lastLine;
  transcript.close();
}

/** The last line of the message that is still growing. */
export function openLine(transcript: Transcript): string | undefined {
  const said = transcript.isOpen ? transcript.find(({ type }) => type === "text") : undefined;
  return said?.type === "text" ? toLastLine(said.text) : undefined;
}

function findCall(transcript: Transcript, call: string) {
  const found = transcript.find((entry) => entry.type === "tool" && entry.call === call);
  return found?.type === "tool" ? found : undefined;
}

const longestInput = 200_000;
const longestResult = 60_000;
const longestLine = 200;

/** A tool's input; if it is too long, its beginning as text. */
function toShortInput(input: unknown): unknown {
  const text = JSON.stringify(input) ?? "null";
  return text.length <= longestInput ? (input ?? null) : `${text.slice(0, longestInput)}…`;
}

/** A tool's result; if it is too long, its beginning and its end. */
function toShortResult(text: string): string {
  if (text.length <= longestResult) return text;
  const half = longestResult / 2;
  return `${text.slice(0, half)}\n[${text.length - longestResult} characters left out]\n${text.slice(-half)}`.toWellFormed();
}

/** What a session waits for, as a line for a list: the question, or what an approval is about. */
export function toWaitingLine(ask: WireAsk): string {
  if (ask.approval === undefined) return toShortLine(toHeadline(ask).text);
  const { verb, object } = toListWords(approvalSubject(ask.approval, ask.agent.cwd));
  return toShortLine(`${verb} ${object}`);
}

/** One line for a list. */
export function toShortLine(text: string): string {
  return cleanLine(text).slice(0, longestLine).toWellFormed();
}

/** The last line of a message that says something: not blank, and not the edge of a block of code. */
function toLastLine(text: string): string {
  return toShortLine(
    text
      .slice(-4 * longestLine)
      .split("\n")
      .findLast((line) => !/^\s*(?:```.*|~~~.*)?$/.test(line)) ?? "",
  );
}

const subjects = ["file_path", "path", "command", "pattern", "query", "url", "title", "description"];

/** A call in one line, as `Read src/app.ts`. */
function toCallLine(name: string, input: unknown): string {
  const fields = toFields(input);
  const subject = subjects.map((field) => fields[field]).find((value) => typeof value === "string" && value !== "");
  // Some agents name a call by what it does.
  return toShortLine(typeof subject !== "string" || name.includes(" ") ? name : `${name} ${subject}`);
}
