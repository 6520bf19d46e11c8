import { YourcallError } from "@yourcall/core";
import { defineOpenRoute, type Route } from "@yourcall/hub";
import { pageHeaders, pagePaths, type WebFile } from "@yourcall/web";

const assets = "/assets/";

/** The web inbox as routes of the hub. They need no token: the files are not secret, and only a token shows asks. */
export function webRoutes(files: ReadonlyMap<string, WebFile>): Route[] {
  if (files.size === 0) return [];
  const fixed = new Map([...files].filter(([path]) => path !== "/index.html" && !path.startsWith(assets)));
  const index = files.get("/index.html");
  if (index !== undefined) for (const path of pagePaths) fixed.set(path, index);
  return (["GET", "HEAD"] as const).flatMap((method) => [
    ...Array.from(fixed, ([path, file]) => toRoute(method, path, file.type, () => file)),
    toRoute(method, `${assets}*`, "*/*", (name) => files.get(`${assets}${name}`)),
  ]);
}

function toRoute(
  method: "GET" | "HEAD",
  path: string,
  type: string,
  find: (name: string | undefined) => WebFile | undefined,
): Route {
  return defineOpenRoute({
    method,
    path,
    summary: type.startsWith("text/html") ? "The web inbox" : "A file of the web inbox",
    replies: { 200: { description: "The file", type } },
    refusals: path.endsWith("*") ? [404] : [],
    handle({ params }) {
      const file = find(params.path);
      if (file === undefined) throw new YourcallError("not-found", "The web inbox has no such file.");
      return {
        status: 200,
        body: file.body,
        headers: {
          ...pageHeaders,
          "content-type": file.type,
          "cache-control": file.hashed ? "public, max-age=31536000, immutable" : "no-cache",
        },
      };
    },
  });
}
