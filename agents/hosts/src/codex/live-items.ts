import { toFields, toList } from "@yourcall/core/internal";
import type { AppServer, Fields } from "./app-server.ts";

// What Codex has only in memory: a call that has not ended is in no file yet.

/** The changes and calls of the thread's last turn, which a client that came later was not told of. */
export async function readLiveItems(server: AppServer, threadId: string): Promise<Fields[]> {
  const { thread } = await server.call("thread/resume", { threadId });
  const turn = toFields(toList(toFields(thread).turns).at(-1));
  return toList(turn.items).map(toFields);
}

/** Whether this command runs now: somebody has allowed it. */
export async function isRunning(server: AppServer, threadId: string, item: string): Promise<boolean> {
  const { data } = await server.call("thread/backgroundTerminals/list", { threadId });
  return toList(data).some((one) => toFields(one).itemId === item);
}
