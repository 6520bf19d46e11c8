import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import {
  type AnyMessage,
  type ClientContext,
  client,
  methods,
  ndJsonStream,
  RequestError,
} from "@agentclientprotocol/sdk";
import { AgentError, machineClock } from "@yourcall/core";
import { toFields } from "@yourcall/core/internal";
import { type Fields, toNonBlank } from "../person-request.ts";
import { cursorMethods } from "../read-cursor.ts";
import { toErrorLine } from "./error-line.ts";

/** The client's side of the connection: handles the updates and requests that the agent sends. */
export interface ClientSide {
  update(session: string, update: Fields): void;
  /** Resolves with the reply to a request that a person may settle. */
  request(method: string, params: unknown, signal: AbortSignal): Promise<unknown>;
}

/** A running agent after `initialize`. */
export interface Connection {
  readonly agent: ClientContext;
  /** What it calls itself. */
  readonly name: string | undefined;
  readonly capabilities: Fields;
  /** The reply to a request. Rejects with the agent's own message, or with how its process ended. */
  call(request: Promise<unknown>): Promise<Fields>;
  readonly isOpen: boolean;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  command: readonly string[];
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** Aborting ends an agent that has not replied to `initialize` yet. */
  signal: AbortSignal;
}

// Long, because an agent may download or install itself when it is first started.
const startMs = 60_000;
const graceMs = 2000;
const mostSaid = 2000;

/** The process groups of the agents that are running. */
const groups = new Set<number>();
process.on("exit", () => {
  for (const group of groups) signalGroup(group, "SIGTERM");
});

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // The whole group has ended.
  }
}

/** Starts the agent. It is offered forms, but neither files nor terminals: agents use those badly, or then have no other way to work. */
export async function openConnection(options: ConnectionOptions, side: ClientSide): Promise<Connection> {
  const { command, cwd, env = process.env, signal: unwanted } = options;
  const [program = "", ...args] = command;
  // A process group of its own, so that everything the agent started ends with it.
  const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-mostSaid);
  });
  child.stdin.on("error", () => {});
  const failure = await once(child, "spawn").then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
  const group = child.pid;
  if (failure !== undefined || group === undefined)
    throw new AgentError(
      "provider-unreachable",
      failure?.code === "ENOENT"
        ? `There is no program "${program}". Install it, or give its path.`
        : `"${program}" cannot be started: ${failure?.message}`,
    );
  let isOpen = true;
  groups.add(group);
  const kill = (signal: NodeJS.Signals) => signalGroup(group, signal);
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  void exited.then(() => {
    groups.delete(group);
    kill("SIGKILL");
  });
  const lost = exited.then(([code, signal]): never => {
    isOpen = false;
    const last = toErrorLine(said);
    const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
    throw new AgentError("provider-error", `The agent ended ${how}.${last === "" ? "" : ` It said: ${last}`}`);
  });
  lost.catch(() => {});

  const raw = (params: unknown) => params;
  const app = client({ name: "yourcall" })
    // Unknown messages are ignored.
    .onNotification("*", () => {})
    .onRequest("*", ({ method }) => {
      throw RequestError.methodNotFound(method);
    });
  const { session, elicitation } = methods.client;
  for (const method of [session.requestPermission, elicitation.create, ...cursorMethods])
    app.onRequest(method as string, raw, ({ params, signal }) => side.request(method, params, signal));
  const { readable, writable } = ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array>,
  );
  const connection = app.connect({ writable, readable: readable.pipeThrough(withoutUpdates(side)) });
  const { agent } = connection;

  async function call(request: Promise<unknown>): Promise<Fields> {
    request.catch(() => {});
    try {
      return toFields(await Promise.race([request, lost]));
    } catch (error) {
      // The connection closes a moment before the process ends, and how that ended is the better message.
      if (connection.signal.aborted) await lost;
      throw toFailure(error);
    }
  }

  async function close(): Promise<void> {
    child.stdin.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const late = Promise.withResolvers<false>();
      const calm = machineClock.after(graceMs, () => late.resolve(false));
      // A timer that stays would keep the host's process running.
      const isOver = await Promise.race([exited.then(() => true), late.promise]).finally(calm);
      if (isOver) return;
      kill(signal);
    }
  }

  try {
    const late = Promise.withResolvers<never>();
    const calm = machineClock.after(startMs, () =>
      late.reject(new AgentError("provider-unreachable", `"${program}" does not speak ACP: no reply to "initialize".`)),
    );
    const leave = () => late.reject(new AgentError("aborted", "The agent was stopped before it had started."));
    if (unwanted.aborted) leave();
    unwanted.addEventListener("abort", leave, { once: true });
    const greeting = agent.request(methods.agent.initialize, {
      protocolVersion: 1,
      clientCapabilities: { elicitation: { form: {} } },
      clientInfo: { name: "yourcall", title: "yourcall", version: "0.1.0" },
    });
    const reply = await Promise.race([call(greeting), late.promise]).finally(calm);
    if (reply.protocolVersion !== 1)
      throw new AgentError("provider-error", `The agent speaks version ${reply.protocolVersion} of ACP, not 1.`);
    const { name, title } = toFields(reply.agentInfo);
    return {
      agent,
      name: toNonBlank(title) ?? toNonBlank(name),
      capabilities: toFields(reply.agentCapabilities),
      call,
      get isOpen() {
        return isOpen;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Takes updates out of the stream, because the SDK complains on the console about those it does not know. */
function withoutUpdates(side: ClientSide): TransformStream<AnyMessage, AnyMessage> {
  return new TransformStream({
    transform(message, rest) {
      if (!("method" in message) || message.method !== methods.client.session.update) return rest.enqueue(message);
      const { sessionId, update } = toFields(message.params);
      side.update(String(sessionId), toFields(update));
    },
  });
}

/** An agent's error reply, in its own words. */
function toFailure(error: unknown): AgentError {
  if (AgentError.isInstance(error)) return error;
  const { code, message, data } = error as { code?: unknown; message?: string; data?: unknown };
  const details = toNonBlank(toFields(data).details) ?? toNonBlank(toFields(data).message) ?? toNonBlank(data);
  if (code === -32000)
    return new AgentError(
      "unauthorized",
      `The agent requires a login. Start it once on its own and log in there. ${message ?? ""}`,
    );
  const said = [message, details].filter((text) => text !== undefined && text !== "").join(": ");
  return new AgentError(code === -32002 ? "not-found" : "provider-error", `The agent failed: ${said}`);
}
