import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
} from "@modelcontextprotocol/server";
import type { KnownAsk } from "./settings.ts";
import type { TaskGeneration } from "./tool-call.ts";
import { fromPending } from "./tool-result.ts";

/** The extension by which a client of 2026-07-28, and the server, announce support for tasks. */
export const tasksExtension = { "io.modelcontextprotocol/tasks": {} };

const pollMs = 1000;

/** The generation of tasks for this call, if any: a client of 2025-11-25 requests a task with the call itself. */
export function toTaskGeneration(
  envelope: Readonly<Record<string, unknown>> | undefined,
  params: object,
): TaskGeneration | undefined {
  if (envelope === undefined) return "task" in params && params.task !== undefined ? "2025-11-25" : undefined;
  const { extensions = {} } = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as ClientCapabilities;
  return Object.keys(tasksExtension).every((name) => name in extensions) ? "2026-07-28" : undefined;
}

/** The ask as a task: its id is the task's, and nothing else is kept. */
export function toTask(
  generation: TaskGeneration,
  { id, createdAt, outcome }: KnownAsk,
  status: "working" | "completed" | "cancelled",
  message = "Nobody has answered yet.",
) {
  const lastUpdatedAt = outcome?.at ?? createdAt;
  const task = { taskId: id, status, statusMessage: message, createdAt, lastUpdatedAt };
  return generation === "2025-11-25"
    ? { ...task, ttl: null, pollInterval: pollMs }
    : { ...task, ttlMs: null, pollIntervalMs: pollMs };
}

/** The result of a call that became a task. A client that mistakes it for the result itself reads that there is no answer yet. */
export function toCreatedTask(generation: TaskGeneration, known: KnownAsk): CallToolResult {
  const task = toTask(generation, known, "working");
  return { ...fromPending(known), ...(generation === "2025-11-25" ? { task } : { resultType: "task", ...task }) };
}
