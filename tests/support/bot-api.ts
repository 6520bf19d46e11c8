import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Fields = Record<string, unknown>;
interface Button {
  text: string;
  callback_data?: string;
  url?: string;
}
export interface ChatMessage {
  message_id: number;
  chat_id: number;
  text: string;
  buttons: Button[];
  isForceReply: boolean;
}

/** A Bot API server that enforces Telegram's limits, with the chats of people who press and write. */
export async function startBotApi({ token = `123:${"a".repeat(35)}` } = {}) {
  const updates: Fields[] = [];
  const messages = new Map<number, ChatMessage>();
  const calls: { method: string; body: Fields }[] = [];
  const waiting = new Set<() => void>();
  const changes = new Set<() => void>();
  let nextMessage = 1;
  let nextUpdate = 100;
  let pollers = 0;
  let conflicts = 0;
  /** The next calls of these methods are refused so; 0 does as it is told and drops the reply. */
  const refusals: { method: string; status: number; parameters?: Fields }[] = [];

  function changed(): void {
    for (const tell of [...changes]) tell();
  }

  async function handle(
    method: string,
    body: Fields,
  ): Promise<{ status: number; result?: unknown; parameters?: Fields }> {
    const refusal = refusals.findIndex((one) => one.method === method && one.status !== 0);
    if (refusal >= 0) return refusals.splice(refusal, 1)[0] ?? { status: 500 };
    if (method === "getMe") return { status: 200, result: { id: 123, is_bot: true, username: "yourcall_bot" } };
    if (method === "getUpdates") {
      if (pollers > 0) {
        conflicts += 1;
        return { status: 409 };
      }
      pollers += 1;
      const offset = Number(body.offset ?? 0);
      const due = () => updates.filter((update) => Number(update.update_id) >= offset);
      try {
        if (due().length === 0)
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, Number(body.timeout ?? 0) * 1000);
            waiting.add(() => {
              clearTimeout(timer);
              resolve();
            });
          });
        return { status: 200, result: due() };
      } finally {
        pollers -= 1;
      }
    }
    if (method === "answerCallbackQuery") return { status: 200, result: true };
    const text = String(body.text ?? "");
    if (text.length < 1 || text.length > 4096) return { status: 400 };
    const markup = (body.reply_markup ?? {}) as { inline_keyboard?: Button[][]; force_reply?: boolean };
    const buttons = (markup.inline_keyboard ?? []).flat();
    if (buttons.some(({ callback_data: data = "x" }) => Buffer.byteLength(data) < 1 || Buffer.byteLength(data) > 64))
      return { status: 400 };
    if (method === "sendMessage") {
      const message = {
        message_id: nextMessage++,
        chat_id: Number(body.chat_id),
        text,
        buttons,
        isForceReply: markup.force_reply === true,
      };
      messages.set(message.message_id, message);
      changed();
      return { status: 200, result: message };
    }
    if (method === "editMessageText") {
      const message = messages.get(Number(body.message_id));
      if (message === undefined) return { status: 400 };
      Object.assign(message, { text, buttons });
      changed();
      return { status: 200, result: message };
    }
    return { status: 404 };
  }

  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const [, bot, method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? "") ?? [];
    const body: Fields = JSON.parse(text || "{}");
    calls.push({ method, body });
    const isLost = refusals.findIndex((one) => one.method === method && one.status === 0);
    if (isLost >= 0) refusals.splice(isLost, 1);
    // A poller that left makes room for another.
    response.on("close", () => {
      if (!response.writableEnded) for (const wake of waiting) wake();
    });
    const { status, result, parameters } = bot === token ? await handle(method, body) : { status: 401 };
    if (isLost >= 0) return void response.destroy();
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(status === 200 ? { ok: true, result } : { ok: false, error_code: status, parameters }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  function push(update: Fields): void {
    updates.push({ update_id: nextUpdate++, ...update });
    for (const wake of waiting) wake();
    waiting.clear();
  }

  const person = (id: number) => ({ chat: { id, type: "private" }, from: { id, is_bot: false } });

  return {
    token,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    messages,
    refusals,
    /** How often a second poller was refused. */
    conflicts: () => conflicts,
    /** What a person's chat shows. */
    chat: (id: number) => [...messages.values()].filter(({ chat_id }) => chat_id === id),
    /** Resolves once something in the messages is so. */
    async until<Found>(find: () => Found | undefined): Promise<Found> {
      for (;;) {
        const found = find();
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          const tell = () => {
            changes.delete(tell);
            resolve();
          };
          changes.add(tell);
        });
      }
    },
    press(id: number, { message_id }: ChatMessage, text: string, by = person(id)): void {
      const data = messages.get(message_id)?.buttons.find((button) => button.text.includes(text))?.callback_data;
      if (data === undefined) throw new Error(`The message has no button ${text}.`);
      push({ callback_query: { id: "q", from: by.from, message: { message_id, chat: by.chat }, data } });
    },
    pressData(id: number, message: ChatMessage, data: string): void {
      const by = person(id);
      push({
        callback_query: { id: "q", from: by.from, message: { message_id: message.message_id, chat: by.chat }, data },
      });
    },
    write(id: number, text: string, replyTo?: ChatMessage, more: Fields = {}): void {
      const reply = replyTo === undefined ? {} : { reply_to_message: { message_id: replyTo.message_id } };
      push({ message: { message_id: nextMessage++, ...person(id), text, ...reply, ...more } });
    },
    async [Symbol.asyncDispose]() {
      for (const wake of waiting) wake();
      server.closeAllConnections();
      server.close();
    },
  };
}
