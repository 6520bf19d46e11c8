import { type ClientRequest, type IncomingMessage, request } from "node:http";

export interface ReadEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

/** An open event stream, read event by event. */
export interface EventReader {
  readonly response: IncomingMessage;
  /** The next event. Rejects if the stream ends before it. */
  next(): Promise<ReadEvent>;
  /** The next `count` events as `type` and the ask's id. */
  take(count: number): Promise<ReadEvent[]>;
  /** Events that arrived and were not read yet. */
  waiting(): readonly ReadEvent[];
  /** Resolves with the next comment, which is what a heartbeat looks like. */
  heartbeat(): Promise<void>;
  readonly ended: Promise<void>;
  close(): void;
}

export interface EventsRequest {
  port?: number;
  socketPath?: string;
  path?: string;
  headers?: Record<string, string>;
}

/** Opens the stream; rejects with the status if the hub refuses it. */
export function readEvents({ path = "/v1/events", headers = {}, ...where }: EventsRequest): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const call = request({ ...where, ...(where.port === undefined ? {} : { host: "127.0.0.1" }), path, headers });
    call.on("error", reject);
    call.on("response", (response) => {
      if (response.statusCode === 200) resolve(follow(call, response));
      else {
        response.resume();
        reject(new Error(`The hub refused the stream: ${response.statusCode}`));
      }
    });
    call.end();
  });
}

function follow(call: ClientRequest, response: IncomingMessage): EventReader {
  const events: ReadEvent[] = [];
  const wanted: { resolve(event: ReadEvent): void; reject(error: Error): void }[] = [];
  let heard: (() => void)[] = [];
  let text = "";
  let isOver = false;
  response.setEncoding("utf8");
  response.on("data", (chunk) => {
    const blocks = (text + chunk).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = toEvent(block);
      if (block.startsWith(":")) for (const tell of heard.splice(0)) tell();
      if (event === null) continue;
      const first = wanted.shift();
      if (first === undefined) events.push(event);
      else first.resolve(event);
    }
  });
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true;
      heard = [];
      for (const { reject } of wanted.splice(0)) reject(new Error("The stream ended."));
      resolve();
    };
    response.on("end", end);
    response.on("close", end);
    response.on("error", end);
    call.on("error", end);
  });
  function next(): Promise<ReadEvent> {
    const event = events.shift();
    if (event !== undefined) return Promise.resolve(event);
    if (isOver) return Promise.reject(new Error("The stream ended."));
    return new Promise((resolve, reject) => wanted.push({ resolve, reject }));
  }
  return {
    response,
    next,
    async take(count) {
      const taken: ReadEvent[] = [];
      while (taken.length < count) taken.push(await next());
      return taken;
    },
    waiting: () => events,
    heartbeat: () => new Promise((resolve) => heard.push(resolve)),
    ended,
    close: () => void call.destroy(),
  };
}

function toEvent(block: string): ReadEvent | null {
  const fields = new Map(block.split("\n").map((line) => line.split(/: (.*)/s) as [string, string]));
  const [id, type, data] = [fields.get("id"), fields.get("event"), fields.get("data")];
  return id === undefined || type === undefined || data === undefined ? null : { id, type, data: JSON.parse(data) };
}
