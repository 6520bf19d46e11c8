import type { AgentEvent } from "@yourcall/core";

/** Every event of a run. */
export async function collectEvents(run: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

/** `["text", "tool_start a", "ask_user a", "tool_result a", "done"]`, with runs of text as one. */
export function namesOf(events: readonly AgentEvent[]): string[] {
  const names = events.map((event) => ("id" in event ? `${event.type} ${event.id}` : event.type));
  return names.filter((name, index) => name !== "text" || names[index - 1] !== "text");
}
