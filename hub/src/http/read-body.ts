import type { IncomingMessage } from "node:http";
import { YourcallError } from "@yourcall/core";
import { BadRequestError, MalformedError } from "./to-refusal.ts";

// Far deeper than any tool's input, and far from overflowing the stack.
const maxDepth = 100;
// Read and discarded, so that a client that sends its whole body first still sees the refusal; one that never stops is cut off.
const drainedBytes = 4 * 1024 * 1024;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** The JSON in a request's body; undefined if it has none. Throws the refusal. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  tooLarge = `The request is larger than ${maxBytes} bytes. Shorten it.`,
): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes, tooLarge);
  if (bytes.length === 0) return undefined;
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json\s*(?:;|$)/i.test(type))
    throw new MalformedError("The body must be JSON. Send it with content-type: application/json.");
  const text = decode(bytes);
  const body = parse(text);
  const fault = mayBeFaulty(text) ? faultIn(body, 0) : null;
  if (fault !== null) throw new BadRequestError([{ path: "", message: fault }]);
  return body;
}

function readBytes(request: IncomingMessage, maxBytes: number, message: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = () => reject(new YourcallError("too-large", message));
    const most = Math.max(maxBytes, drainedBytes);
    let pieces: Buffer[] = [];
    let length = 0;
    if (Number(request.headers["content-length"] ?? 0) > most) return tooLarge();
    request.on("data", (piece: Buffer) => {
      length += piece.length;
      if (length <= maxBytes) pieces.push(piece);
      else pieces = [];
      if (length > most) tooLarge();
    });
    request.once("end", () => (length > maxBytes ? tooLarge() : resolve(toOne(pieces))));
    request.once("error", reject);
  });
}

function toOne(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new MalformedError("The body is not UTF-8.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MalformedError(`The body is not JSON: ${(error as Error).message}`);
  }
}

/** Whether a body has to be walked: few brackets cannot nest deeply, and an escape may hide a name. */
function mayBeFaulty(text: string): boolean {
  if (/__proto__|constructor|\\u/.test(text)) return true;
  let brackets = 0;
  for (const bracket of ["{", "["])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++brackets > maxDepth) return true;
  return false;
}

/** Why a parsed body is refused: it is nested too deeply, or could change a prototype when copied. */
function faultIn(value: unknown, depth: number): string | null {
  if (typeof value !== "object" || value === null) return null;
  if (depth > maxDepth) return `Nested more than ${maxDepth} levels deep.`;
  for (const key in value) {
    const inner = (value as Record<string, unknown>)[key];
    if (key === "__proto__" || (key === "constructor" && isObject(inner) && Object.hasOwn(inner, "prototype")))
      return `The field "${key}" is not allowed.`;
    const fault = faultIn(inner, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
