import { isRecord, parseJson, toFields } from "@yourcall/core/internal";
import type { NtfyAddress } from "./ntfy-address.ts";
import type { NtfyMessage } from "./ntfy-message.ts";

/** Why a call to an ntfy server failed, in words without topics and tokens. */
export class NtfyError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

type Server = Pick<NtfyAddress, "server" | "token">;

const callMs = 10_000;

/** Publishes a message. Resolves with whether the server would replace an earlier one with the same `sequence_id`. */
export async function publish(server: Server, message: NtfyMessage, signal: AbortSignal): Promise<boolean> {
  const response = await call(server, "/", { method: "POST", body: JSON.stringify(message) }, signal);
  const reply: unknown = await response.json().catch(() => null);
  return isRecord(reply) && reply.sequence_id === message.sequence_id;
}

/** Whether this token, or nobody's, may read a topic. */
export async function canRead(server: Server, topic: string, signal: AbortSignal): Promise<boolean> {
  try {
    await (await call(server, `/${topic}/auth`, {}, signal)).body?.cancel();
    return true;
  } catch (error) {
    if (error instanceof NtfyError && (error.status === 401 || error.status === 403)) return false;
    throw error;
  }
}

// A server sends a line every 45 seconds unless it is set up otherwise.
const silentMs = 120_000;

interface ReadOptions {
  /** The id of the last message that was handled; all that the server still has if undefined. */
  since: string | undefined;
  onOpen(): void;
  /** One at a time. If it rejects, reading ends with its error. */
  onMessage(message: { id: string; text: string }): Promise<void>;
}

/** Reads a topic, with what was missed, until the signal or the server ends it, or it has been silent for too long. */
export async function readTopic(
  server: Server,
  topic: string,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<void> {
  const quiet = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => quiet.abort(), silentMs).unref();
  };
  try {
    const both = AbortSignal.any([signal, quiet.signal]);
    const path = `/${topic}/json?since=${encodeURIComponent(options.since ?? "all")}`;
    heard();
    const response = await call(server, path, {}, both, null);
    let rest = "";
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      heard();
      const lines = `${rest}${piece}`.split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) throw new NtfyError("the server sent a line that is too long", 0);
      for (const line of lines) await take(line);
    }
  } catch (error) {
    if (quiet.signal.aborted) throw new NtfyError("the server has sent nothing for two minutes", 0);
    throw error;
  } finally {
    clearTimeout(timer);
  }

  async function take(line: string): Promise<void> {
    const event = toFields(parseJson(line));
    if (event.event === "open") options.onOpen();
    if (event.event !== "message" || typeof event.id !== "string") return;
    await options.onMessage({ id: event.id, text: typeof event.message === "string" ? event.message : "" });
  }
}

const longestLine = 100_000;

async function call(
  { server, token }: Server,
  path: string,
  init: RequestInit,
  signal: AbortSignal,
  limitMs: number | null = callMs,
): Promise<Response> {
  const limit = limitMs === null ? [] : [AbortSignal.timeout(limitMs)];
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${server}${path}`, {
    ...init,
    headers,
    redirect: "error",
    signal: AbortSignal.any([signal, ...limit]),
  }).catch((error: Error) => {
    if (signal.aborted) throw error;
    const isLate = limit.some(({ aborted }) => aborted);
    throw new NtfyError(isLate ? "the ntfy server did not answer in time" : "the ntfy server could not be reached", 0);
  });
  if (response.ok) return response;
  await response.body?.cancel();
  throw new NtfyError(toReason(response.status), response.status);
}

function toReason(status: number): string {
  if (status === 401) return "the ntfy server does not know the token";
  if (status === 403) return "the ntfy server's access list refuses it";
  if (status === 404) return "this is not an ntfy server";
  if (status === 429) return "the ntfy server's limit is reached";
  return `the ntfy server refused with ${status}`;
}
