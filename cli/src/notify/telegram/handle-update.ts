import { randomBytes } from "node:crypto";
import { isRecord } from "@yourcall/core/internal";
import type { DeviceRecord, Hub } from "@yourcall/hub";
import { type Press, press } from "@yourcall/hub/internal";
import { finishAdding, isSameText } from "../test-button.ts";
import { type Bot, BotError } from "./bot-api.ts";
import { readTelegramAddress, withAddress } from "./telegram-address.ts";
import { handleOf, mintReply, showAsk, showEnded, toReplyName } from "./telegram-channel.ts";

interface Handling {
  hub: Hub;
  bot: Bot;
  /** The devices of this bot, as they are now. */
  devices: () => Promise<DeviceRecord[]>;
  /** Called when a device has been bound. */
  onBound: () => void;
  linkTo: (ask: string) => string;
  signal: AbortSignal;
}

type Fields = Record<string, unknown>;

const mostWords = 4000;

/** Handles what a person did in a chat: pressed a button, replied, or sent the code that binds the chat. Everybody else gets nothing. */
export function createUpdateHandler(handling: Handling): (update: Fields) => Promise<void> {
  const { hub, bot, devices, signal } = handling;

  async function onPress(query: Fields): Promise<void> {
    const message = isRecord(query.message) ? query.message : {};
    const device = await deviceOf(message.chat, query.from);
    const note = device === undefined ? "" : await pressed(device, String(query.data ?? ""), message);
    const parameters = { callback_query_id: query.id, ...(note === "" ? {} : { text: note.slice(0, 200) }) };
    // Only stops the button's spinner; Telegram refuses it after a while.
    await bot.call("answerCallbackQuery", parameters, signal).catch(() => {});
  }

  async function pressed(device: DeviceRecord, name: string, message: Fields): Promise<string> {
    const ready = await finishAdding(hub, device, name);
    if (ready !== null) {
      handling.onBound();
      return showAdded(ready, message);
    }
    return showResult(device, await press(hub, device, name), String(message.message_id ?? ""));
  }

  async function onMessage(message: Fields): Promise<void> {
    const text = typeof message.text === "string" ? message.text.slice(0, mostWords) : "";
    const code = /^\/start(?:@\w+)?\s+(\S+)$/.exec(text)?.[1];
    if (code !== undefined) return bind(code, message);
    const device = await deviceOf(message.chat, message.from);
    const repliedTo = isRecord(message.reply_to_message) ? message.reply_to_message.message_id : undefined;
    // A forwarded message has somebody else's words.
    if (device === undefined || text === "" || message.forward_origin !== undefined) return;
    if (typeof repliedTo !== "number") return reply(device, "Reply to a question to answer it in your own words.");
    const result = await press(hub, device, toReplyName(device, repliedTo), text);
    const handle = "record" in result ? await handleOf(hub, result.record.id, device) : undefined;
    const note = await showResult(device, result, handle ?? "");
    if (note !== "") await reply(device, note);
  }

  /** Shows what a press led to, and returns what to tell the person who pressed. */
  async function showResult(device: DeviceRecord, result: Press, handle: string): Promise<string> {
    switch (result.to) {
      case "unknown":
        return "This question is no longer here.";
      case "done":
        await showEnded(hub, device, bot, result.record, handle, signal);
        return result.record.status === "declined" ? "Declined" : "Sent";
      case "ended":
        await showEnded(hub, device, bot, result.record, handle, signal);
        return "It was already over; this did not count.";
      case "show":
        await showAsk(hub, device, bot, { ...result, handle, url: handling.linkTo(result.record.id) }, signal);
        return "";
      case "reply": {
        const { chat } = readTelegramAddress(device);
        const sent = await bot.call(
          "sendMessage",
          {
            ...{ chat_id: chat, text: "Write your answer as a reply to this message." },
            reply_parameters: { message_id: Number(handle), allow_sending_without_reply: true },
            reply_markup: { force_reply: true, input_field_placeholder: "Your own words" },
          },
          signal,
        );
        const id = String((sent as { message_id: number }).message_id);
        await mintReply(hub, device, result.record.id, result.question, id);
        return "";
      }
      case "refused":
        return result.message;
    }
  }

  /** Binds the private chat from which the code of a device came, and asks for a press of the test button. */
  async function bind(code: string, message: Fields): Promise<void> {
    const now = hub.clock.now();
    const [chat, from] = [isRecord(message.chat) ? message.chat : {}, isRecord(message.from) ? message.from : {}];
    if (chat.type !== "private" || from.is_bot === true) return;
    const found = (await devices()).find((device) => {
      const { code: wanted, codeUntil = 0 } = readTelegramAddress(device);
      return wanted !== undefined && now < codeUntil && isSameText(wanted, code);
    });
    if (found === undefined || typeof chat.id !== "number" || typeof from.id !== "number") return;
    const test = randomBytes(16).toString("base64url");
    // The code stays until the test button was pressed, so that it can be sent again if this message gets lost.
    const change = { chat: chat.id, user: from.id, test };
    await hub.store.saveDevice(withAddress(found, change));
    await bot.call(
      "sendMessage",
      {
        chat_id: chat.id,
        text: "This chat gets the questions of your agents. Press the button to finish.",
        reply_markup: { inline_keyboard: [[{ text: "It works", callback_data: test }]] },
      },
      signal,
    );
  }

  async function showAdded(device: DeviceRecord, message: Fields): Promise<string> {
    const { chat } = readTelegramAddress(device);
    const done = {
      chat_id: chat,
      message_id: message.message_id,
      text: "✔ This chat gets the questions of your agents.",
    };
    await bot.call("editMessageText", done, signal).catch(() => {});
    return "Done";
  }

  async function reply(device: DeviceRecord, text: string): Promise<void> {
    await bot.call("sendMessage", { chat_id: readTelegramAddress(device).chat, text }, signal);
  }

  /** The device of this private chat and this person. Both must be known. */
  async function deviceOf(chat: unknown, from: unknown): Promise<DeviceRecord | undefined> {
    if (!isRecord(chat) || !isRecord(from) || chat.type !== "private") return undefined;
    return (await devices()).find((device) => {
      const address = readTelegramAddress(device);
      return address.chat !== undefined && address.chat === chat.id && address.user === from.id;
    });
  }

  return async (update) => {
    try {
      if (isRecord(update.callback_query)) await onPress(update.callback_query);
      else if (isRecord(update.message)) await onMessage(update.message);
    } catch (error) {
      // What the person did is recorded; only showing it failed. Handling the update again would not mend that.
      if (!(error instanceof BotError)) throw error;
    }
  };
}
