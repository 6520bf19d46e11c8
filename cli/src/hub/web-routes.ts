import type { IncomingMessage } from "node:http";
import { YourcallError } from "@yourcall/core";
import { defineOpenRoute, type Reply, type Route } from "@yourcall/hub";
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
    ...(index === undefined ? [] : [unknownRoute(method, index)]),
  ]);
}

/** Any other address gets a page that says so, if a browser asks for a page; programs get the hub's own refusal. */
function unknownRoute(method: "GET" | "HEAD", index: WebFile): Route {
  return defineOpenRoute({
    method,
    path: "/*",
    summary: "The web inbox, which says that there is no such page",
    replies: { 404: { description: "The page", type: index.type } },
    refusals: [404],
    handle({ request }) {
      const { url = "", headers } = request;
      if (headers.accept?.includes("text/html") === true && !url.startsWith("/v1/"))
        return toReply(index, request, 404);
      throw new YourcallError("not-found", `There is no route ${method} ${url.replace(/\?.*/, "")}.`);
    },
  });
}

function toReply(file: WebFile, { headers }: IncomingMessage, status = 200): Reply {
  const accepted = `${headers["accept-encoding"] ?? ""}`;
  const encoding = (["br", "gzip"] as const).find((name) => file[name] !== undefined && accepts(accepted, name));
  return {
    status,
    body: (encoding === undefined ? undefined : file[encoding]) ?? file.body,
    headers: {
      ...pageHeaders,
      "content-type": file.type,
      "cache-control": file.hashed ? "public, max-age=31536000, immutable" : "no-cache",
      vary: "accept-encoding",
      ...(encoding === undefined ? {} : { "content-encoding": encoding }),
    },
  };
}

function accepts(header: string, encoding: string): boolean {
  return header.split(",").some((part) => {
    const [name = "", weight = ""] = part.split(";");
    return name.trim() === encoding && !/q=0(?:\.0*)?$/.test(weight.trim());
  });
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
    handle({ params, request }) {
      const file = find(params.path);
      if (file === undefined) throw new YourcallError("not-found", "The web inbox has no such file.");
      return toReply(file, request);
    },
  });
}
