import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Builds the page with Vite and serves its files; every other path is the page itself. */
export async function createPageFiles({ built = false }: { built?: boolean } = {}) {
  if (!built) {
    const { build } = await import("vite");
    await build({ root, logLevel: "warn" });
  }
  const directory = join(root, "dist");
  return (pathname: string): Response => {
    // No decoding needed: our file names contain no escaped characters.
    const path = normalize(pathname);
    const asked = join(directory, path);
    const isFile = asked.startsWith(directory) && existsSync(asked) && statSync(asked).isFile();
    const lasting = path.startsWith("/assets/");
    if (!isFile && lasting) return new Response("There is no such file.", { status: 404 });
    const file = isFile ? asked : join(directory, "index.html");
    return new Response(readFileSync(file), {
      headers: {
        "content-type": types[extname(file)] ?? "application/octet-stream",
        "content-security-policy": policy,
        "cache-control": lasting ? "public, max-age=31536000, immutable" : "no-cache",
      },
    });
  };
}
