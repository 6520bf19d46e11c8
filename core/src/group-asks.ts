import type { AgentInfo } from "./schemas.ts";

/** The asks of one session, oldest first. */
export interface AskGroup {
  key: string;
  ids: readonly string[];
}

/**
 * Adds asks at the end: an ask joins the group of its session, a new session comes last. Existing
 * groups keep their places: the order is by age of the oldest ask when the list is first made, and fixed from then on.
 */
export function addToGroups(
  groups: readonly AskGroup[],
  asks: readonly { id: string; agent: AgentInfo }[],
): AskGroup[] {
  const byKey = new Map(groups.map((group) => [group.key, [...group.ids]]));
  for (const { id, agent } of asks) {
    const key = toGroupKey(agent);
    const ids = byKey.get(key);
    if (ids === undefined) byKey.set(key, [id]);
    else if (!ids.includes(id)) ids.push(id);
  }
  return Array.from(byKey, ([key, ids]) => ({ key, ids }));
}

export function removeFromGroups(groups: readonly AskGroup[], gone: ReadonlySet<string>): AskGroup[] {
  return groups
    .map(({ key, ids }) => ({ key, ids: ids.filter((id) => !gone.has(id)) }))
    .filter(({ ids }) => ids.length > 0);
}

// A session is one run of one agent. If none is named, the agent's description of itself is used instead.
function toGroupKey({ name, session, title, cwd }: AgentInfo): string {
  return JSON.stringify(session === undefined ? [name, null, title, cwd] : [name, session]);
}
