import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createAskRoutes, toNodeHandler } from "@yourcall/ai-sdk";
import { createApp } from "./app.ts";
import { createChats } from "./chats.ts";
import { openConversations } from "./conversations.ts";
import { openHub } from "./hub.ts";
import { createPageFiles } from "./page-files.ts";
import { openProvider } from "./providers.ts";
import { settleWithHub, settleWithPage } from "./settle.ts";
import { openUsers } from "./users.ts";

const data = process.env.CHAT_DATA ?? fileURLToPath(new URL("../data", import.meta.url));
mkdirSync(data, { recursive: true, mode: 0o700 });

const conversations = openConversations(join(data, "conversations"));
const users = openUsers(join(data, "users.json"));
const hub = await openHub(process.env, join(data, "hub-token"));
const provider = await openProvider(process.env, { files: join(data, "files"), hub });
const chats = createChats(conversations, provider, hub === undefined ? settleWithPage : settleWithHub(hub));
const prefix = "/api/yourcall";
const routes =
  hub &&
  createAskRoutes({
    hub,
    prefix,
    user(request) {
      const user = users.find(request);
      return user === undefined
        ? null
        : { name: user.name, owns: (session) => conversations.read(session)?.user === user.id };
    },
    // An answered conversation continues with or without a page.
    onAnswered: async ({ session }) => {
      if (session !== undefined) await chats.catchUp(session);
    },
  });
await chats.wake();
const about = { provider: provider.name, routes: routes && prefix };
const app = createApp({ chats, conversations, users, about });
const page = await createPageFiles({ built: process.env.CHAT_BUILT === "yes" });

async function handle(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (routes !== undefined && pathname.startsWith(`${prefix}/`)) return routes.handle(request);
  return pathname.startsWith("/api/") ? app.handle(request) : page(pathname);
}

const server = createServer(toNodeHandler(handle));
server.listen(Number(process.env.PORT ?? 4180), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
server.on("error", (error) => {
  console.error(`The chat cannot be served: ${error.message}. Choose another port with PORT.`);
  process.exitCode = 1;
});
