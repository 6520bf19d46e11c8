import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";

/** One file of the page. */
export interface WebFile {
  body: Buffer;
  /** The same, compressed at build time. */
  br?: Buffer;
  gzip?: Buffer;
  type: string;
  /** Its name changes with its content, so it may be cached forever. */
  hashed: boolean;
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/**
 * The files of the built page by path, including `/index.html`. The list is fixed from then on, so that no request can name
 * another file. Empty if nothing was built.
 */
export function readWebFiles(directory: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>();
  if (!existsSync(directory)) return files;
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const file = join(directory, name);
    const [br, gzip] = [readIfThere(`${file}.br`), readIfThere(`${file}.gz`)];
    const path = `/${name.replaceAll(sep, "/")}`;
    files.set(path, { body: readFileSync(file), br, gzip, type, hashed: path.startsWith("/assets/") });
  }
  return files;
}

/** The paths that the page handles itself: each gets `index.html`. */
export const pagePaths = ["/", "/a/:id", "/sessions", "/sessions/:id", "/log", "/log/:id", "/settings"];

/** Sent with every file. Nothing from other origins, nothing inline, no framing. */
export const pageHeaders: Record<string, string> = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    // For notifications and their clicks only.
    "worker-src 'self'",
    // Previews of HTML: a sandboxed srcdoc frame counts as this page's own.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
};

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}
