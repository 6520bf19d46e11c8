import { YourcallError } from "@yourcall/core";
import { createUIMessageStreamResponse, generateId, type UIMessage, type UIMessageChunk } from "ai";
import { ChatError, type Chats } from "./chats.ts";
import { type Conversations, isConversationId } from "./conversations.ts";
import type { User, Users } from "./users.ts";

export interface AppOptions {
  chats: Chats;
  conversations: Conversations;
  users: Users;
  /** What the page needs to know: who replies, and where the hub's routes are, if there is a hub. */
  about: { provider: string; routes?: string };
}

type Handler = (call: { request: Request; user: User; id: string }) => Response | Promise<Response>;

/** The routes of the chat, except for its page and the asks. */
export function createApp({ chats, conversations, users, about }: AppOptions) {
  const isTheirs = (user: User, id: string) => conversations.read(id)?.user === user.id;
  function mustBeTheirs(user: User, id: string): void {
    if (!isTheirs(user, id)) throw new ChatError(404, "There is no such conversation.");
  }

  const handlers: Record<string, Handler> = {
    "GET /api/me": ({ user }) => Response.json({ name: user.name, ...about }),
    async "POST /api/me"({ user, request }) {
      const { name } = await readBody<{ name: unknown }>(request);
      if (typeof name !== "string" || name.trim() === "") throw new ChatError(422, "A name is needed.");
      return Response.json({ name: users.rename(user, name.trim().slice(0, 40)).name });
    },
    "GET /api/chats": ({ user }) => Response.json(conversations.listOf(user.id)),
    "GET /api/chats/ID": ({ user, id }) => Response.json(isTheirs(user, id) ? chats.messages(id) : []),
    async "DELETE /api/chats/ID"({ user, id }) {
      mustBeTheirs(user, id);
      await chats.remove(id);
      return new Response(null, { status: 204 });
    },
    async "POST /api/chat"({ user, request }) {
      const body = await readBody<{ id: string; message?: UIMessage; messages?: UIMessage[] }>(request);
      // `useChat` sends all messages by default; only the last one is new.
      const { id, message = body.messages?.at(-1) } = body;
      if (typeof id !== "string" || message === undefined || !Array.isArray(message.parts))
        throw new ChatError(422, "A message is needed.");
      if (!isConversationId(id)) throw new ChatError(422, "The id of a conversation has letters, digits, - and _.");
      if (conversations.read(id) !== undefined) mustBeTheirs(user, id);
      if (message.role !== "assistant") return toResponse(await chats.send(id, user.id, toUserMessage(message)));
      mustBeTheirs(user, id);
      return toResponse(await chats.goOn(id, message));
    },
    "GET /api/chat/ID/stream"({ user, id, request }) {
      const known = Number(new URL(request.url).searchParams.get("known") ?? Number.NaN);
      const stream = isTheirs(user, id) ? chats.resume(id, known) : null;
      return stream === null ? new Response(null, { status: 204 }) : toResponse(stream);
    },
    "POST /api/chat/ID/stop"({ user, id }) {
      mustBeTheirs(user, id);
      chats.stop(id);
      return new Response(null, { status: 204 });
    },
  };

  return {
    async handle(request: Request): Promise<Response> {
      const { pathname, origin } = new URL(request.url);
      try {
        // Another site may not write here, even though the browser would send the cookie.
        const from = request.headers.get("origin");
        if (request.method !== "GET" && from !== origin) throw new ChatError(403, "Only this app's page may do that.");
        const [, start, id = "", end = ""] = /^(\/api\/chats?\/)([\w-]+)(.*)$/.exec(pathname) ?? [];
        const act = handlers[`${request.method} ${start === undefined ? pathname : `${start}ID${end}`}`];
        if (act === undefined) throw new ChatError(404, "There is nothing here.");
        const known = users.find(request);
        const { user, cookie } = known === undefined ? users.create() : { user: known, cookie: undefined };
        const response = await act({ request, user, id });
        if (cookie !== undefined) response.headers.append("set-cookie", cookie);
        return response;
      } catch (error) {
        if (error instanceof ChatError) return new Response(error.message, { status: error.status });
        if (YourcallError.isInstance(error) && error.code === "hub-unreachable")
          return new Response("The hub is away. Start it (`yourcall serve`), then send this again.", { status: 503 });
        console.error(error);
        return new Response("The server failed. Its terminal says why.", { status: 500 });
      }
    },
  };
}

/** The text of a person's message. Everything else is dropped: this app accepts no files. */
function toUserMessage({ parts }: UIMessage): UIMessage {
  const words = parts.flatMap((part) => (part?.type === "text" && typeof part.text === "string" ? [part.text] : []));
  if (words.join("").trim() === "") throw new ChatError(422, "A message is needed.");
  return { id: generateId(), role: "user", parts: words.map((text) => ({ type: "text", text })) };
}

const mostBytes = 4 * 1024 * 1024;

async function readBody<Body>(request: Request): Promise<Body> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.byteLength;
    if (bytes > mostBytes) throw new ChatError(413, "The message is too large.");
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString()) as Body;
  } catch {
    throw new ChatError(400, "The body is not JSON.");
  }
}

function toResponse(stream: ReadableStream<UIMessageChunk>): Response {
  return createUIMessageStreamResponse({ stream, keepAliveMs: 15_000 });
}
