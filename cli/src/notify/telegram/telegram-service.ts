import { randomBytes } from "node:crypto";
import { YourcallError } from "@yourcall/core";
import type { DeviceRecord } from "@yourcall/hub";
import type { DeviceService, DeviceServiceOptions } from "../device-service.ts";
import { type Bot, BotError, createBot } from "./bot-api.ts";
import { createUpdateHandler } from "./handle-update.ts";
import { pollBot } from "./poll-bot.ts";
import { readTelegramAddress, type TelegramAddress } from "./telegram-address.ts";
import { createTelegramChannel } from "./telegram-channel.ts";

const codeMs = 600_000;
const oneCall = new AbortController().signal;

/** Chats with Telegram bots. Each bot is polled once, however many chats it has. */
export function createTelegramService(options: DeviceServiceOptions): DeviceService<"telegram"> {
  const { hub, holder, linkTo, onBound, noteHealth } = options;

  return {
    defaultName: "Telegram",
    async begin({ token, api }, _device, save) {
      const me = await createBot(token, api)
        .call("getMe", {}, oneCall)
        .catch((error: Error) => {
          const why = error instanceof BotError ? `Not added: ${error.message}.` : error.message;
          throw new YourcallError("forbidden", why);
        });
      const code = randomBytes(8).toString("base64url");
      await save({ token, api, code, codeUntil: hub.clock.now() + codeMs } satisfies TelegramAddress);
      const { username = "" } = me as { username?: string };
      const url = `https://t.me/${username}?start=${code}`;
      return {
        code,
        url,
        todo: `Send this to your bot: /start ${code}\nOr open ${url}\nThen press the button that it sends.`,
      };
    },
    channel: (device) => createTelegramChannel(hub, device, botOf(device).bot, noteHealth),
    listen(device) {
      const { bot, key } = botOf(device);
      const devices = async () =>
        (await hub.store.listDevices()).filter((one) => one.kind === "telegram" && botOf(one).key === key);
      const onHealth = (reason: string | undefined) =>
        void devices()
          .then((all) => Promise.all(all.map(({ id }) => noteHealth(id, reason, "listening"))))
          .catch(() => {});
      return {
        key: `telegram ${key}`,
        run(signal) {
          const onUpdate = createUpdateHandler({ hub, bot, devices, onBound, linkTo, signal });
          return pollBot({ hub, bot, holder, onUpdate, onHealth, signal });
        },
      };
    },
  };
}

function botOf(device: DeviceRecord): { bot: Bot; key: string } {
  const { token, api } = readTelegramAddress(device);
  return { bot: createBot(token, api), key: `${token} ${api ?? ""}` };
}
