import { dynamicTool, jsonSchema, type ToolSet } from "ai";

/**
 * The names of Claude Code's tools, then those of earlier versions. The tools of MCP servers appear at run time as
 * `mcp__SERVER__TOOL`.
 */
export const claudeToolNames: readonly string[] = `
  Agent Artifact AskUserQuestion Bash ClaudeDesign CronCreate CronDelete CronList Edit EndConversation EnterPlanMode
  EnterWorktree ExitPlanMode ExitWorktree Glob Grep ListAgents ListMcpResourcesTool LSP Monitor NotebookEdit
  OfferChromeSetup PowerShell Projects propose_skills ProposeGoal PushNotification Read ReadMcpResourceDirTool
  ReadMcpResourceTool ReadNotifications RemoteTrigger ReportFindings ScheduleWakeup SendFeedback SendMessage
  SendUserFile SendUserMessage ShareOnboardingGuide ShowOnboardingRolePicker Skill SubagentHandback TaskCreate
  TaskGet TaskList TaskStop TaskUpdate TodoWrite ToolSearch WaitForMcpServers WebFetch WebSearch Workflow Write
  AskFollowupQuestion BashOutput KillShell MultiEdit SlashCommand Task TaskOutput TodoRead
`
  .trim()
  .split(/\s+/);

/**
 * Tools for `streamText` that do nothing: Claude runs them, and each waits for the result that was published on the bridge. A name
 * that is not in the list, such as that of an MCP server's tool, becomes a tool when it is first looked up.
 *
 * @example
 * const tools = passthroughTools(["Bash", "Edit"], createToolResultBridge());
 */
export function passthroughTools(names: Iterable<string>, bridge: ToolResultBridge): ToolSet {
  const tools = new Map<string, ToolSet[string]>();
  const toolOf = (name: string) => {
    const known = tools.get(name) ?? createPassthrough(bridge);
    tools.set(name, known);
    return known;
  };
  for (const name of names) toolOf(name);
  const isTool = (name: string | symbol): name is string =>
    typeof name === "string" && (tools.has(name) || /^mcp__.+__.+/.test(name));
  return new Proxy({} as ToolSet, {
    get: (_, name) => (isTool(name) ? toolOf(name) : undefined),
    has: (_, name) => isTool(name),
    ownKeys: () => [...tools.keys()],
    getOwnPropertyDescriptor: (_, name) =>
      isTool(name) ? { value: toolOf(name), enumerable: true, configurable: true, writable: true } : undefined,
  });
}

function createPassthrough(bridge: ToolResultBridge) {
  return dynamicTool({
    description: "Runs in the Claude Agent SDK.",
    inputSchema: jsonSchema({ type: "object", additionalProperties: true }),
    async execute(_input, { toolCallId, abortSignal }) {
      const { output, isError = false } = await bridge.waitFor(toolCallId, { signal: abortSignal });
      if (isError) throw new Error(typeof output === "string" ? output : JSON.stringify(output));
      return output;
    },
  });
}

/** A tool's result in Claude's own run. */
export interface ToolResult {
  output: unknown;
  isError?: boolean;
}

/** Carries results from the pipeline that runs the tools to the one that shows them. */
export interface ToolResultBridge {
  /** Publishes the result of a call, before or after somebody waits for it. Only the first result counts. */
  publish(toolCallId: string, result: ToolResult): void;
  /** The result of a call. Rejects if it takes too long, if too many other calls push it out, or with the signal's reason. */
  waitFor(toolCallId: string, options?: { signal?: AbortSignal }): Promise<ToolResult>;
}

interface Entry {
  promise: Promise<ToolResult>;
  resolve: (result: ToolResult) => void;
  reject: (reason: unknown) => void;
  timer: NodeJS.Timeout;
}

/**
 * `maxEntries`: how many calls are kept, 256 by default; the oldest are dropped first. `maxAgeMs`: for how long, five minutes by default.
 *
 * @example
 * const bridge = createToolResultBridge();
 * const tools = passthroughTools(claudeToolNames, bridge);
 */
export function createToolResultBridge({ maxEntries = 256, maxAgeMs = 300_000 } = {}): ToolResultBridge {
  const entries = new Map<string, Entry>();

  function drop(toolCallId: string, why: string): void {
    const entry = entries.get(toolCallId);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    entries.delete(toolCallId);
    entry.reject(new Error(`There is no result of the call ${toolCallId}: ${why}.`));
  }

  function entryOf(toolCallId: string): Entry {
    const known = entries.get(toolCallId);
    if (known !== undefined) return known;
    const oldest = entries.keys().next().value;
    if (entries.size >= maxEntries && oldest !== undefined) drop(oldest, "there were too many others");
    const timer = setTimeout(() => drop(toolCallId, `none came within ${maxAgeMs} ms`), maxAgeMs);
    timer.unref();
    const entry = { ...Promise.withResolvers<ToolResult>(), timer };
    // Nobody may ever wait for it.
    entry.promise.catch(() => {});
    entries.set(toolCallId, entry);
    return entry;
  }

  return {
    publish: (toolCallId, result) => entryOf(toolCallId).resolve(result),
    async waitFor(toolCallId, { signal } = {}) {
      signal?.throwIfAborted();
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      const onAbort = () => reject(signal?.reason);
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        return await Promise.race([entryOf(toolCallId).promise, aborted]);
      } finally {
        signal?.removeEventListener("abort", onAbort);
      }
    },
  };
}
