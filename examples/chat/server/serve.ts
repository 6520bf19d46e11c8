import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createApp } from "./app.ts";
import { createChats } from "./chats.ts";
import { openConversations } from "./conversations.ts";
import { serveRequests } from "./http-server.ts";
import { createPageFiles } from "./page-files.ts";
import { openProvider } from "./providers.ts";
import { openUsers } from "./users.ts";

const data = process.env.CHAT_DATA ?? fileURLToPath(new URL("../data", import.meta.url));
mkdirSync(data, { recursive: true, mode: 0o700 });

const conversations = openConversations(join(data, "conversations"));
const users = openUsers(join(data, "users.json"));
const provider = await openProvider(process.env, { files: join(data, "files") });
const chats = createChats(conversations, provider);
const app = createApp({ chats, conversations, users, about: { provider: provider.name } });
const page = await createPageFiles({ built: process.env.CHAT_BUILT === "yes" });

const server = serveRequests(async (request) =>
  new URL(request.url).pathname.startsWith("/api/") ? app.handle(request) : page(request),
);
server.listen(Number(process.env.PORT ?? 4180), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
server.on("error", (error) => {
  console.error(`The chat cannot be served: ${error.message}. Choose another port with PORT.`);
  process.exitCode = 1;
});
