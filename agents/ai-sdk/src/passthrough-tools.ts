import { dynamicTool, jsonSchema, type ToolSet } from "ai";
import type { ToolResultBridge } from "./tool-result-bridge.ts";

/**
 * The tools that Claude Code brings, by name, then those of earlier versions. Those of MCP servers arrive at run time as
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
