import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { HubClient } from "@yourcall/client";
import { afterAll, beforeAll, onTestFinished, test } from "vitest";
import { useHub as startHub } from "../support/hub.ts";
import { checkRoutes, openApp } from "./check-routes.ts";
import { apps } from "./make-apps.ts";

const hub = startHub();
const load = (name: string) => import(pathToFileURL(join(apps, "node", name)).href);
let app: HubClient;

beforeAll(async () => {
  const opened = await openApp(await hub());
  // Read by `chat.js`, which all of them import.
  Object.assign(process.env, opened.env);
  app = opened.app;
});

afterAll(async () => {
  const { routes } = await load("routes.js");
  await routes.close();
  app.close();
});

test.each(["hono", "fastify", "express", "express-json"])("the routes of a chat app work in %s", async (name) => {
  const { server } = (await load(`serve-${name}.js`)) as { server: Server };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  if (!server.listening) await once(server, "listening");
  await checkRoutes(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, app);
});
