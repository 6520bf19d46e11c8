/** A line of Claude Code's transcript, as far as it is read here. The format is Claude Code's own and may change. */
export interface Entry {
  type?: unknown;
  isMeta?: unknown;
  isSidechain?: unknown;
  message?: unknown;
  customTitle?: unknown;
  aiTitle?: unknown;
  summary?: unknown;
  /** What the tool returned, beside a `tool_result`. */
  toolUseResult?: unknown;
  /** Set if the call did not run. */
  toolDenialKind?: unknown;
  /** The person's words with a rejection. */
  userFeedback?: unknown;
  permissionDecision?: unknown;
  /** Where the person interrupted what was running. */
  interruptedMessageId?: unknown;
}

export interface Block {
  type?: unknown;
  text?: unknown;
  id?: unknown;
  name?: unknown;
  input?: unknown;
  tool_use_id?: unknown;
  content?: unknown;
  is_error?: unknown;
}

/** The entries of these types, of a subagent's transcript or of a conversation. Other lines are not parsed, since some are large. */
export function toEntries(text: string, types: readonly string[], isSubagent = false): Entry[] {
  return text.split("\n").flatMap((line): Entry[] => {
    if (!types.some((type) => line.includes(`"type":"${type}"`))) return [];
    try {
      const entry = JSON.parse(line) as Entry | null;
      if (entry === null || entry.isMeta === true || (entry.isSidechain === true) !== isSubagent) return [];
      return types.includes(`${entry.type}`) ? [entry] : [];
    } catch {
      return [];
    }
  });
}

export function blocksOf({ message }: Entry): Block[] {
  const content = (message as { content?: unknown } | null | undefined)?.content;
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter((block) => typeof block === "object" && block !== null) : [];
}
