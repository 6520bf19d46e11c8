import { type AgentEvent, type Ask, askToolName, type Outcome } from "@yourcall/core";
import { toFields, toList } from "@yourcall/core/internal";
import { type Fields, hasInput, mostSaid, toNonBlank } from "../person-request.ts";
import { toChanges } from "../read-permission.ts";

/** Turns the updates of one turn into events, and keeps track of open calls. */
export interface UpdateReader {
  read(update: Fields): AgentEvent[];
  /** Starts a call that was announced together with its input, if nothing has started it since. */
  startHeld(id: string): AgentEvent[];
  /** The events of an ask. They also start its call: some agents ask for permission before they announce it. */
  readAsk(ask: Ask, call: { id: string; askId?: string }): AgentEvent[];
  noteOutcome(outcome: Outcome, id: string): void;
  /** What the turn used, from the reply to its prompt. */
  readUsage(usage: unknown): AgentEvent[];
  /** What the agent said since its last call ended. */
  said(): string | undefined;
  /** The events that end the turn: calls without a result, then `done` with its last text. */
  end(): AgentEvent[];
}

export function createUpdateReader(window = false): UpdateReader {
  const open = new Map<string, string>();
  /** Calls that have only been announced. Their input may still follow, or text that belongs before them. */
  const held = new Map<string, Fields>();
  const outcomes = new Map<string, Outcome>();
  let [last, said, plans] = ["", "", 0];

  function start(id: string, name: string, input: unknown): AgentEvent[] {
    if (open.has(id)) return [];
    open.set(id, name);
    last = "";
    return [{ type: "tool_start", id, name, input }];
  }

  function finish(id: string, text: string, isError: boolean): AgentEvent[] {
    const name = open.get(id);
    if (name === undefined) return [];
    open.delete(id);
    said = "";
    return [{ type: "tool_result", id, name, result: { text, isError, outcome: outcomes.get(id) } }];
  }

  function readCall(update: Fields): AgentEvent[] {
    const id = String(update.toolCallId);
    const call = { ...held.get(id), ...withoutNulls(update) };
    const isOver = call.status === "completed" || call.status === "failed";
    const isKnown = call.status === "in_progress" || (hasInput(call) && update.sessionUpdate !== "tool_call");
    if (!open.has(id) && !isOver && !isKnown) {
      held.set(id, call);
      return [];
    }
    held.delete(id);
    // The same input that an approval of this call shows.
    const changes = toChanges(call.content);
    const started = start(id, toName(call), changes.length > 0 ? { content: changes } : call.rawInput);
    return isOver ? [...started, ...finish(id, toResultText(call), call.status === "failed")] : started;
  }

  function readPlan(update: Fields): AgentEvent[] {
    const steps = toList(update.entries).map((entry) => {
      const { content, status } = toFields(entry);
      return `${status === "completed" ? "[x]" : "[ ]"} ${toNonBlank(content) ?? ""}`;
    });
    const id = `plan-${++plans}`;
    return [...start(id, "plan", { steps: steps.length }), ...finish(id, steps.join("\n"), false)];
  }

  return {
    read(update) {
      switch (update.sessionUpdate) {
        case "agent_message_chunk": {
          const { text } = toFields(update.content);
          if (typeof text !== "string" || text === "") return [];
          last += text;
          said = (said + text).slice(-mostSaid);
          return [{ type: "text", text }];
        }
        case "agent_thought_chunk": {
          const { text } = toFields(update.content);
          return window && typeof text === "string" && text !== "" ? [{ type: "reasoning", text }] : [];
        }
        case "tool_call":
        case "tool_call_update":
          return readCall(update);
        case "plan":
          return readPlan(update);
        case "usage_update": {
          const { amount, currency } = toFields(update.cost);
          if (!window || typeof amount !== "number" || currency !== "USD") return [];
          return [{ type: "settings", totalCostUsd: amount }];
        }
        case "current_mode_update": {
          const mode = toNonBlank(update.currentModeId);
          return window && mode !== undefined ? [{ type: "settings", mode }] : [];
        }
        default:
          return [];
      }
    },
    startHeld(id) {
      const call = held.get(id);
      return call !== undefined && hasInput(call) ? readCall({ ...call, status: "in_progress" }) : [];
    },
    readAsk(ask, { id, askId }) {
      const { kind, questions, approval } = ask;
      const name = approval?.tool ?? askToolName;
      held.delete(id);
      const started = start(id, name, approval?.input ?? { questions });
      return [...started, { type: "ask_user", id, askId, kind, questions, approval }];
    },
    noteOutcome(outcome, id) {
      outcomes.set(id, outcome);
    },
    readUsage(usage) {
      const { inputTokens, outputTokens, cachedReadTokens, cachedWriteTokens } = toFields(usage);
      if (!window || typeof inputTokens !== "number" || typeof outputTokens !== "number") return [];
      const cached = [cachedReadTokens, cachedWriteTokens].filter((count) => typeof count === "number");
      const read = cached.reduce((sum, count) => sum + count, inputTokens);
      return [{ type: "settings", usage: { inputTokens: read, outputTokens } }];
    },
    said: () => said.trim() || undefined,
    end() {
      const rest = [...open.keys()].flatMap((id) => finish(id, "", false));
      return [...rest, { type: "done", text: last.trim() }];
    },
  };
}

function toName({ name, title, kind, _meta }: Fields): string {
  const { toolName } = toFields(toFields(_meta).claudeCode);
  return toNonBlank(name) ?? toNonBlank(toolName) ?? toNonBlank(title) ?? toNonBlank(kind) ?? "tool";
}

/** An update omits fields that have not changed, or sets them to null. */
function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

function toResultText({ content, rawOutput }: Fields): string {
  const parts = toList(content).flatMap((item) => {
    const { type, content: block, path } = toFields(item);
    if (type === "diff") return toNonBlank(path) ?? [];
    return toNonBlank(toFields(block).text) ?? [];
  });
  if (parts.length > 0) return parts.join("\n");
  return typeof rawOutput === "string" ? rawOutput : rawOutput === undefined ? "" : JSON.stringify(rawOutput);
}
