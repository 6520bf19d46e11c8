import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startHub } from "../support/hub.ts";
import { root } from "../support/terminal.ts";

const built = join(root, "cli/dist/web");
const files = readdirSync(built, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

/** Sends the path unchanged; fetch would normalize it. */
function get(url: string, path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const { hostname, port } = new URL(url);
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const call = request({ hostname, port, path, agent: false, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    call.on("error", reject).end();
  });
}

describe("the files of the web inbox", () => {
  test("take less than 120 KB for the first load as sent and 196 KB in all, and are compressed and cached by their names", async () => {
    const { url } = await startHub();
    const html = (await get(url, "/")).text;
    // A browser loads the icon for home screens only when it puts the page there.
    const loadedAtOnce = html.replace(/<link rel="apple-touch-icon"[^>]*>/, "");
    const linked = Array.from(loadedAtOnce.matchAll(/(?:src|href)="(\/[^"]+)"/g), ([, path]) => path ?? "");
    expect(linked.some((path) => path.endsWith(".js")) && linked.some((path) => path.endsWith(".css"))).toBe(true);
    for (const encoding of ["br", "gzip"]) {
      const headers = { "accept-encoding": `deflate, ${encoding};q=0.9` };
      const loaded = await Promise.all(["/", ...linked].map((path) => get(url, path, { headers })));
      const sizes = loaded.map((reply) => Number(reply.headers["content-length"]));
      for (const { headers } of loaded.filter(({ headers }) => !`${headers["content-type"]}`.startsWith("image/png")))
        expect(headers).toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
      // Brotli is what browsers ask for; gzip is for those without.
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan((encoding === "br" ? 120 : 138) * 1024);
    }
    const later = / name="later" content="([^"]+)"/.exec(html)?.[1]?.split(" ") ?? [];
    const all = new Set(["/", ...linked, ...later]);
    const replies = await Promise.all([...all].map((path) => get(url, path, { headers: { "accept-encoding": "br" } })));
    const size = replies.reduce((sum, { headers }) => sum + Number(headers["content-length"]), 0);
    console.log(`page: ${size} bytes as sent, with all that it loads later`);
    expect(size).toBeLessThan(196 * 1024);
    expect(
      (await get(url, "/", { headers: { "accept-encoding": "br;q=0" } })).headers["content-encoding"],
    ).toBeUndefined();
    // The worker is one file, and a browser looks for a new one often.
    const worker = await get(url, "/sw.js", { headers: { "accept-encoding": "br" } });
    expect(Number(worker.headers["content-length"])).toBeLessThan(4 * 1024);
    const scripts = files.filter((file) => file.endsWith(".js")).map((file) => readFileSync(file, "utf8"));
    expect(scripts.filter((text) => /ZodError|\$ZodType/.test(text))).toEqual([]);
  });

  test("every page address serves the same file, with nothing inline, under a strict policy", async () => {
    const { url } = await startHub();
    const { text, headers } = await get(url, "/");
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
    });
    for (const path of ["/a/ask_1", "/log", "/log/ask_1", "/settings", "/?x=1"])
      expect(await get(url, path), path).toMatchObject({ status: 200, text });
    expect(await get(url, "/", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? "";
    expect((await get(url, script)).headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect((await get(url, "/favicon.svg")).headers["content-type"]).toBe("image/svg+xml");
    // What a browser needs to install the page as an app.
    const { icons, ...manifest } = JSON.parse((await get(url, "/manifest.webmanifest")).text);
    expect(manifest).toMatchObject({ name: "yourcall", start_url: "/", scope: "/", display: "standalone" });
    for (const { src, type } of icons) expect((await get(url, src)).headers["content-type"], src).toBe(type);
    expect(icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  });

  test("only these files are served, and only under the hub's own name", async () => {
    const { url } = await startHub();
    for (const path of [
      "/index.html/../../serve.cjs",
      "/assets/../../serve.cjs",
      "/assets/..%2f..%2fserve.cjs",
      "/assets/%2e%2e/%2e%2e/serve.cjs",
      "/assets/",
      "/assets/none.js",
      "/a",
      "/a/b/c",
      "/serve.cjs",
    ])
      expect((await get(url, path)).status, path).toBe(404);
    // A browser gets a page, a program the hub's refusal.
    const page = await get(url, "/nope", { headers: { accept: "text/html,*/*" } });
    expect(page).toMatchObject({ status: 404, headers: { "content-type": "text/html; charset=utf-8" } });
    expect(JSON.parse((await get(url, "/nope")).text).code).toBe("not-found");
    expect((await get(url, "/v1/nope", { headers: { accept: "text/html" } })).text).toContain("not-found");
    for (const path of ["/", "/favicon.svg", "/theme.js"]) {
      expect((await get(url, path, { headers: { host: "evil.example" } })).status).toBe(403);
      expect((await get(url, path, { headers: { origin: "https://evil.example" } })).status).toBe(403);
      expect((await get(url, path, { method: "POST" })).status).toBe(404);
    }
  });

  test("every address of the page is in /openapi.json", async () => {
    const { url } = await startHub();
    const { paths } = JSON.parse((await get(url, "/openapi.json")).text) as { paths: Record<string, object> };
    for (const path of ["/", "/a/{id}", "/log", "/log/{id}", "/settings", "/favicon.svg", "/assets/{path}"])
      expect(Object.keys(paths[path] ?? {}), path).toEqual(["get", "head"]);
  });
});
