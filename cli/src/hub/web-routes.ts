import type { StartOptions } from "@yourcall/hub";
import { pageHeaders, pagePaths, type WebFile } from "@yourcall/web";

type Plugin = NonNullable<StartOptions["plugins"]>[number];

/** The web inbox as routes of the hub, open to everybody: what is in them is not secret, and who may see asks is decided by tokens. */
export function createWebRoutes(files: ReadonlyMap<string, WebFile>): Plugin {
  return (app) => {
    const serve = (path: string, { body, type, hashed }: WebFile) =>
      app.route({
        method: ["GET", "HEAD"],
        url: path,
        config: { open: true },
        schema: { hide: true },
        handler: (_request, reply) => {
          reply.headers({
            ...pageHeaders,
            "content-type": type,
            "cache-control": hashed ? "public, max-age=31536000, immutable" : "no-cache",
          });
          return reply.send(body);
        },
      });
    for (const [path, file] of files) if (path !== "/index.html") serve(path, file);
    const index = files.get("/index.html");
    if (index !== undefined) for (const path of pagePaths) serve(path, index);
  };
}
