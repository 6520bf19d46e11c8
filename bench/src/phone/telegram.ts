import { startBotApi } from "../../../tests/support/bot-api.ts";
import { type Device, type StartHub, untilReady } from "./device.ts";

const person = 7;

/** A chat with a bot. */
export async function bindTelegram(start: StartHub): Promise<Device> {
  const hub = await start();
  const bot = await startBotApi();
  const body = { kind: "telegram", name: "bench", level: "full", token: bot.token, api: bot.url };
  const { id, code } = await hub.call("human", "/v1/devices", body);
  bot.write(person, `/start ${code}`);
  bot.press(person, await bot.until(() => bot.chat(person)[0]), "It works");
  await untilReady(hub, id);
  return {
    hub,
    async notice(text) {
      const found = () => bot.chat(person).find((message) => message.text.includes(text) && message.buttons.length > 0);
      const message = await bot.until(found);
      return { press: () => bot.press(person, message, message.buttons[0]?.text ?? "") };
    },
    end: () => bot[Symbol.asyncDispose](),
  };
}
