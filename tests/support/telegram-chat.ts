import { expect, vi } from "vitest";
import type { startBotApi } from "./bot-api.ts";
import type { TestHub } from "./hub.ts";

/** Adds a chat with this bot as a device, as `yourcall notify add telegram` does. */
export async function addChat(
  hub: TestHub,
  bot: Awaited<ReturnType<typeof startBotApi>>,
  { person = 7, name = "Ana's phone" } = {},
): Promise<void> {
  const client = hub.client("human");
  const before = bot.chat(person).length;
  const { id, code } = await client.addDevice({
    kind: "telegram",
    name,
    level: "full",
    token: bot.token,
    api: bot.url,
  });
  bot.write(person, `/start ${code}`);
  bot.press(person, await bot.until(() => bot.chat(person)[before]), "It works");
  await vi.waitFor(async () => {
    const device = (await client.listDevices()).find((one) => one.id === id);
    expect(device?.state).toBe("ready");
  }, 20_000);
}
