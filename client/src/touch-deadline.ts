import { machineClock } from "@yourcall/core";
import { extendDeadline } from "@yourcall/core/internal";
import type { PersonClient } from "./person-client.ts";

/**
 * Reports to the hub that a person is working on an ask, so that it extends the deadline, if there is one. For screens that store no
 * draft: the one that the hub has stays as it is. Nothing happens if the ask has ended, or if another screen was at work too.
 */
export async function touchDeadline(client: Pick<PersonClient, "get" | "saveDraft">, id: string): Promise<void> {
  try {
    const { status, expiresAt = "", draft } = await client.get(id);
    const due = Date.parse(expiresAt);
    if (status !== "pending" || Number.isNaN(due) || extendDeadline(due, machineClock.now()) === due) return;
    const { draft: content = { entries: [], comment: "", reason: "" }, revision = 0, surface } = draft ?? {};
    await client.saveDraft(id, { draft: content, baseRevision: revision, surface });
  } catch {
    // The next edit tries again.
  }
}
