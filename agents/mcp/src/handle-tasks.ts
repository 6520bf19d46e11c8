import {
  type CallToolResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type Server,
  type ServerContext,
  type StandardSchemaV1,
} from "@modelcontextprotocol/server";
import { messageOf } from "@yourcall/core";
import type { Shared } from "./ask-user.ts";
import { cancelQuestion, findAsk, type Taken, takeAnswer } from "./other-tools.ts";
import type { KnownAsk } from "./settings.ts";
import { tasksExtension, toTask, toTaskGeneration } from "./to-task.ts";
import type { TaskGeneration, ToolCall } from "./tool-call.ts";

/** What the server announces. The SDK omits `tasks`, which belongs to 2025-11-25, for clients of 2026-07-28. */
export const taskCapabilities = {
  tasks: { cancel: {}, requests: { tools: { call: {} } } },
  extensions: tasksExtension,
};

// `tasks/get` waits a little for the task to end, so that the answer arrives immediately and the hub sees that somebody waits.
const lookMs = 5000;

/** Handles the requests of clients that support tasks. */
export function handleTasks(
  server: Server,
  shared: Shared,
  toCall: (context: ServerContext) => Promise<ToolCall>,
): void {
  type Act = (id: string, call: ToolCall, generation: TaskGeneration) => Promise<object>;

  function handle(method: string, act: Act): void {
    server.setRequestHandler(method, { params: anything }, async ({ taskId }, context) => {
      const generation = toTaskGeneration(context.mcpReq.envelope as Fields | undefined, { task: {} });
      if (generation === undefined)
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: tasksExtension } });
      if (typeof taskId !== "string") throw noSuchTask();
      const acting = toCall(context).then((call) => act(taskId, call, generation));
      shared.keeper.began(acting);
      return acting.catch((error) => {
        throw error instanceof ProtocolError ? error : toInternalError(messageOf(error));
      }) as Promise<Fields>;
    });
  }

  /** Waits for the end of a task, and takes its result. */
  async function take(id: string, call: ToolCall, ms: number): Promise<Taken> {
    const taken = await takeAnswer(id, call, shared, ms);
    if (taken === null) throw noSuchTask();
    const [said] = taken.result.content;
    // The hub is away.
    if (taken.result.isError) throw toInternalError(said?.type === "text" ? said.text : "");
    return taken;
  }

  async function find(id: string): Promise<KnownAsk> {
    const known = await findAsk(await shared.settings.hub(), id);
    if (known === null) throw noSuchTask();
    return known;
  }

  handle("tasks/get", async (id, call, generation) => {
    const { known, result } = await take(id, call, lookMs);
    const { status, message } = saidIn(result);
    if (status === "pending") return toTask(generation, known, "working");
    const ended = known.outcome === undefined ? await find(id) : known;
    if (status === "cancelled") return toTask(generation, ended, "cancelled", message);
    const task = toTask(generation, ended, "completed", message);
    return generation === "2025-11-25" ? task : { ...task, result: { resultType: "complete", ...result } };
  });

  // Only in 2025-11-25. It returns only when the task has ended, however long a call may wait.
  handle("tasks/result", async (id, call) => {
    for (;;) {
      const startedAt = shared.settings.clock.now();
      const { result } = await take(id, { ...call, waitMs: undefined }, Number.POSITIVE_INFINITY);
      call.signal.throwIfAborted();
      if (saidIn(result).status !== "pending") return { ...result, _meta: { [RELATED_TASK_META_KEY]: { taskId: id } } };
      // A hub that stops ends every wait immediately.
      if (shared.settings.clock.now() - startedAt < 1000)
        throw toInternalError("The hub has stopped. The question is kept.");
    }
  });

  handle("tasks/cancel", async (id, call, generation) => {
    const known = await find(id);
    const result = await cancelQuestion({ id }, call, shared);
    // The ask belongs to another session.
    if (result.isError) throw noSuchTask();
    if (generation === "2026-07-28") return {};
    const { status, message } = saidIn(result);
    if (status !== "cancelled" || known.outcome !== undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The task has already ended.");
    return toTask(generation, known, "cancelled", message);
  });

  // No task asks its client for anything.
  handle("tasks/update", async (id) => {
    await find(id);
    return {};
  });
}

type Fields = Record<string, unknown>;

/** Accepts anything: each request checks what it needs itself. */
const anything: StandardSchemaV1<Fields, Fields> = {
  "~standard": { version: 1, vendor: "yourcall", validate: (value) => ({ value: value as Fields }) },
};

function saidIn({ structuredContent }: CallToolResult): { status?: string; message?: string } {
  return structuredContent ?? {};
}

function noSuchTask(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such task.");
}

function toInternalError(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, message);
}
