import { isRecord, maxPictureBytes, pictureTooLarge } from "@yourcall/core/internal";
import { RouteError } from "./refuse.ts";

const bodyLimit = { bytes: 1024 * 1024, tooLarge: "The body is larger than 1 MB." };
// As base64, beside its name.
export const pictureLimit = { bytes: maxPictureBytes * 1.4, tooLarge: pictureTooLarge };

/** Refuses requests of other origins: a foreign page must not act with the cookie of this app. */
export function checkOrigin(request: Request, origins: readonly string[]): void {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const isOwn =
    origin === null ? site === null || site === "same-origin" || site === "none" : isOwnOrigin(origin, request);
  if (isOwn || (origin !== null && origins.includes(origin))) return;
  throw new RouteError(403, "forbidden", "Another origin may not do this. If it is your own, list it in `origins`.");
}

/**
 * Compares host and scheme. The host comes from the header, as the browser knows it: Next.js puts the address it listens on into the
 * URL. A proxy in front of the app may terminate TLS, so an https origin may arrive as http.
 */
function isOwnOrigin(origin: string, { headers, url }: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const [from, to] = [new URL(origin), new URL(url)];
  const host = headers.get("host") ?? to.host;
  return from.host === host && (from.protocol === to.protocol || from.protocol === "https:");
}

/** The body. Its content type must be JSON, which a form on a foreign page cannot send. The hub checks the contents. */
export async function readJson<Body>(request: Request, limit = bodyLimit): Promise<Body> {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json")
    throw new RouteError(415, "bad-request", "Send JSON, with the content type application/json.");
  const text = await readText(request, limit);
  try {
    const body: unknown = text === "" ? {} : JSON.parse(text);
    if (isRecord(body)) return body as Body;
  } catch {
    // Reported below.
  }
  throw new RouteError(400, "bad-request", "The body must be a JSON object.");
}

async function readText(request: Request, limit: typeof bodyLimit): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.byteLength;
    if (size > limit.bytes) throw new RouteError(413, "too-large", limit.tooLarge);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
