import { connect } from "node:net";
import type { AskRequest, Outcome } from "@yourcall/core";

const holdSeconds = 1;
const limitMs = 3000;

/** What became of a first attempt: how the ask ended, its id while it is pending, or that nobody knows. */
export interface FirstLook {
  outcome?: Outcome;
  id?: string;
  /** False only where the hub certainly saw nothing. */
  mayExist: boolean;
}

/**
 * Creates an ask over the hub's socket and stays for a moment, for an answer that comes at once. By hand, since node:http takes
 * longer to load than all of this takes; whatever is not plain success is left to the client. Never rejects.
 */
export function quickAsk(socketPath: string, token: string, request: AskRequest): Promise<FirstLook> {
  return new Promise((resolve) => {
    const body = Buffer.from(JSON.stringify(request));
    const head = [
      "POST /v1/asks HTTP/1.1",
      "host: localhost",
      `authorization: Bearer ${token}`,
      "content-type: application/json",
      `content-length: ${body.length}`,
      `prefer: wait=${holdSeconds}`,
      "connection: close",
    ];
    const chunks: Buffer[] = [];
    let connected = false;
    const socket = connect(socketPath);
    const limit = setTimeout(() => socket.destroy(), limitMs);
    socket.on("connect", () => {
      connected = true;
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
      socket.write(body);
    });
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      if (readAnswer(Buffer.concat(chunks)) !== null) socket.destroy();
    });
    // What there is to say about it is said when it closes.
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(limit);
      resolve({ ...toFirstLook(readAnswer(Buffer.concat(chunks))), mayExist: connected });
    });
  });
}

/** The status and the whole body, or null while there is more to come. */
function readAnswer(bytes: Buffer): { status: number; body: string } | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const head = bytes.toString("latin1", 0, end);
  const length = Number(/^content-length: *(\d+)\r?$/im.exec(head)?.[1] ?? Number.NaN);
  const body = bytes.subarray(end + 4);
  if (!(body.length >= length)) return null;
  return { status: Number(head.slice(9, 12)), body: body.toString("utf8", 0, length) };
}

function toFirstLook(answer: { status: number; body: string } | null): Omit<FirstLook, "mayExist"> {
  if (answer === null || (answer.status !== 200 && answer.status !== 201)) return {};
  try {
    const { id, status, outcome } = JSON.parse(answer.body) as { id?: string; status?: string; outcome?: Outcome };
    if (typeof id !== "string") return {};
    return outcome !== undefined && outcome.status === status ? { id, outcome } : { id };
  } catch {
    return {};
  }
}
