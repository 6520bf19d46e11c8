import type { Socket } from "node:net";
import type { AskList, HookOptions } from "@yourcall/claude/internal";
import type { AskPage, HubClient, WireAsk } from "@yourcall/client";
import { readHubAddress } from "@yourcall/client/node";
import { type AskRequest, type CreatedAsk, type HubAsker, machineClock, type Outcome } from "@yourcall/core";
import { followAsk } from "@yourcall/core/internal";
import { leaveMs } from "../within.ts";

/**
 * The hub, for a hook. Requests are written to the socket by hand; the client is loaded only if one is not a plain success or
 * the answer takes longer. `giveUpAfterMs` limits the search for a hub, which is unlimited by default.
 */
export function createQuickHub(giveUpAfterMs?: number): HookOptions["hub"] & { connect(): void } {
  let ready: QuickHub | null = null;
  let opening: Promise<HubClient> | undefined;
  function client(): Promise<HubClient> {
    opening ??= import("./hook-hub.ts").then(({ openHub }) => openHub(giveUpAfterMs));
    return opening;
  }
  async function soon<Result>(act: (client: HubClient) => Promise<Result>): Promise<Result | undefined> {
    return (await import("./hook-hub.ts")).callSoon(act);
  }

  const asks: AskList = {
    // If no hub is running, nothing is pending.
    list: async (query) => (await quickList(query)) ?? (await soon((hub) => hub.list(query))) ?? { asks: [] },
    cancel: async (id, reason) => (await quickAct(id, "cancel", { reason })) ?? soon((hub) => hub.cancel(id, reason)),
    report: async (id, report) =>
      (await quickAct(id, "report", { ...report })) ?? soon((hub) => hub.report(id, report)),
    delivery: async (id, delivery) =>
      (await quickAct(id, "delivery", { ...delivery })) ?? soon((hub) => hub.delivery(id, delivery)),
  };

  const own: Pick<HubAsker, "create" | "wait" | "cancel" | "delivery"> = {
    async create(request, { signal, holdSeconds } = {}) {
      const hub = ready ?? findHub();
      ready = null;
      const { ask, mayExist } = await quickAsk(hub, request, holdSeconds, signal);
      if (ask !== undefined) return ask;
      if (mayExist) return (await client()).create(request, { withinMs: giveUpAfterMs });
      signal?.throwIfAborted();
      return (await client()).create(request, { signal, withinMs: giveUpAfterMs });
    },
    wait(id, { signal } = {}) {
      // Loading the client must not keep an ask from being withdrawn.
      const aborted = new Promise<never>((_, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
      );
      return Promise.race([client().then((hub) => hub.wait(id, { signal })), aborted]);
    },
    cancel: async (id, reason, options) =>
      (await quickAct(id, "cancel", { reason })) ?? (await client()).cancel(id, reason, options),
    delivery: asks.delivery,
  };

  return {
    ...asks,
    ask: (request, { signal }) =>
      followAsk(own, request, { clock: machineClock, signal, withdrawWithinMs: leaveMs, onLost() {} }),
    /** Connects early, for the next ask. */
    connect() {
      const hub = findHub();
      ready = hub && { ...hub, socket: openSocket(hub) };
    },
  };
}

/**
 * Creates an ask and waits a moment for its outcome. `mayExist` is false only if the hub certainly saw nothing. Never rejects.
 */
async function quickAsk(
  hub: QuickHub | null,
  request: AskRequest,
  holdSeconds: number | undefined,
  signal: AbortSignal | undefined,
): Promise<{ ask?: CreatedAsk; mayExist: boolean }> {
  if (hub === null) return { mayExist: false };
  async function post(to: QuickHub) {
    const { body, mayHaveArrived } = await quickRequest(to, "POST", "/v1/asks", request, holdSeconds);
    const { id, status, outcome } = (body ?? {}) as Partial<WireAsk>;
    if (typeof id !== "string") return { mayExist: mayHaveArrived };
    return { ask: { id, outcome: outcome?.status === status ? outcome : undefined }, mayExist: true };
  }
  const posting = post(hub);
  // A hook that Claude Code ends has little time left, so an ask whose response the hub still holds is found by its key.
  async function find() {
    await new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
    const page = await quickList({ status: "pending", session: request.agent?.session ?? "" }).catch(() => null);
    const id = page?.asks.find((ask) => ask.key === request.key)?.id;
    return id === undefined ? posting : { ask: { id }, mayExist: true };
  }
  return Promise.race([posting, find()]);
}

/** The asks of a session, or null if the client has to read them. Rejects if the hub is silent, since Claude waits for this. */
async function quickList(query: Record<string, string | number>): Promise<AskPage | null> {
  const hub = findHub();
  if (hub === null) return null;
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const { body, isSilent } = await quickRequest(hub, "GET", `/v1/asks?${search.join("&")}`);
  if (isSilent) throw new Error("The hub does not answer.");
  return Array.isArray((body as AskPage | undefined)?.asks) ? (body as AskPage) : null;
}

/** Cancels or reports an ask, or sets its delivery. Undefined unless the hub confirms it. */
async function quickAct(
  id: string,
  verb: "cancel" | "report" | "delivery",
  { session, ...body }: { session?: string; [field: string]: unknown },
): Promise<{ outcome?: Outcome } | undefined> {
  const hub = findHub();
  if (hub === null) return undefined;
  const path = `/v1/asks/${id}/${verb}${session === undefined ? "" : `?session=${encodeURIComponent(session)}`}`;
  const done = await quickRequest(hub, "POST", path, body);
  return done.body as { outcome?: Outcome } | undefined;
}

/** A local hub; one that `YOURCALL_URL` points to has no socket here. */
function findHub(): QuickHub | null {
  const { socketPath, tokens } = readHubAddress() ?? {};
  return socketPath === undefined || tokens?.agent === undefined ? null : { socketPath, token: tokens.agent };
}

/** The hub's socket and token. */
interface QuickHub {
  socketPath: string;
  token: string;
  /** From `openSocket`, for one request. */
  socket?: Socket;
}

/** Starts to connect. node:net is loaded only here, when the files that a hook needs are already being read. */
function openSocket({ socketPath }: QuickHub): Socket {
  const socket = process.getBuiltinModule("node:net").connect(socketPath);
  // The request will find the socket closed.
  return socket.on("error", () => {});
}

interface QuickAnswer {
  /** The body of a plain success, else undefined. */
  body?: unknown;
  /** False only if the hub certainly saw nothing. */
  mayHaveArrived: boolean;
  /** The hub did not respond in time. */
  isSilent: boolean;
}

const limitMs = 2000;

/**
 * One request over the hub's socket. By hand, since loading node:http takes longer than all of this; anything but
 * a plain success is left to the client. The hub may hold the answer for `holdSeconds`. Never rejects.
 */
function quickRequest(
  hub: QuickHub,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  holdSeconds = 0,
): Promise<QuickAnswer> {
  return new Promise((resolve) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    const head = [
      `${method} ${path} HTTP/1.1`,
      "host: localhost",
      `authorization: Bearer ${hub.token}`,
      ...(text === "" ? [] : ["content-type: application/json", `content-length: ${Buffer.byteLength(text)}`]),
      ...(holdSeconds > 0 ? [`prefer: wait=${holdSeconds}`] : []),
      "connection: close",
    ];
    let bytes: Buffer = Buffer.alloc(0);
    let sent = false;
    const socket = hub.socket ?? openSocket(hub);
    const limit = setTimeout(() => finish(true), limitMs + holdSeconds * 1000);
    function finish(isSilent: boolean): void {
      clearTimeout(limit);
      // Later, so that an answer can be printed first.
      setImmediate(() => socket.destroy());
      resolve({ ...readBody(bytes), mayHaveArrived: sent, isSilent });
    }
    function send(): void {
      sent = true;
      socket.write(`${head.join("\r\n")}\r\n\r\n${text}`);
    }
    socket.on("data", (chunk) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      if (isWhole(bytes)) finish(false);
    });
    socket.on("close", () => finish(false));
    if (socket.destroyed) finish(false);
    else if (socket.connecting) socket.on("connect", send);
    else send();
  });
}

const headEnd = "\r\n\r\n";

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf(headEnd);
  return end !== -1 && bytes.length - end - headEnd.length >= lengthIn(bytes.toString("latin1", 0, end));
}

function readBody(bytes: Buffer): Pick<QuickAnswer, "body"> {
  if (!isWhole(bytes) || !/^HTTP\/1\.1 20[01] /.test(bytes.toString("latin1", 0, 13))) return {};
  try {
    return { body: JSON.parse(bytes.toString("utf8", bytes.indexOf(headEnd) + headEnd.length)) };
  } catch {
    return {};
  }
}

// Without a length nobody knows where the body ends, so it is never whole.
function lengthIn(head: string): number {
  return Number(/^content-length: *(\d+)\r?$/im.exec(head)?.[1] ?? Number.POSITIVE_INFINITY);
}
