import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { database } from "../support/asks.ts";
import { startBotApi } from "../support/bot-api.ts";
import { outcomeOf } from "../support/find-ask.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { addPhone } from "../support/ntfy.ts";
import { startNtfyStandIn } from "../support/ntfy-stand-in.ts";
import { hasPostgres, usePostgres } from "../support/postgres.ts";
import { addChat } from "../support/telegram-chat.ts";
import { metricOf } from "../support/web-inbox.ts";
import { newStore } from "./new-store.ts";

async function startTwo(notify: object = {}) {
  const store = newStore(await usePostgres());
  const start = () => {
    const directory = temporaryDirectory();
    writeFileSync(
      join(directory, "config.json"),
      JSON.stringify({ notify: { after: "50ms", desktop: false, ...notify } }),
    );
    return startHub({ directory, env: { YOURCALL_STORE: store } });
  };
  return Promise.all([start(), start()]);
}

describe.skipIf(!hasPostgres())("a phone of two hubs on one database", () => {
  test("with Telegram is polled by one of them, gets each question once, and another hub takes over", async () => {
    const bot = await startBotApi();
    onTestFinished(() => bot[Symbol.asyncDispose]());
    const [one, two] = await startTwo();
    const env = { YOURCALL_TELEGRAM_TOKEN: bot.token, CLAUDECODE: undefined };
    const adding = one.start(["notify", "add", "telegram", "--level", "full", "--api", bot.url], { env });
    const code = await vi.waitFor(() => /\/start (\S+)/.exec(adding.stdout())?.[1] ?? Promise.reject(), 30_000);
    bot.write(7, `/start ${code}`);
    bot.press(7, await bot.until(() => bot.chat(7)[0]), "It works");
    expect((await adding.ended).code).toBe(0);
    const messageOf = (question: string) => bot.chat(7).filter(({ text }) => text.includes(question));

    const ask = async (hub: TestHub, question: string) => (await hub.ask([{ ...database, question }])).id;
    const first = await ask(two, "Asked at the second hub?");
    bot.press(7, await bot.until(() => messageOf("Asked at the second hub?")[0]), "SQLite");
    expect(await outcomeOf(two, first)).toMatchObject({ answers: [{ selectedOptions: ["SQLite"] }] });

    await one.stop("SIGTERM");
    const second = await ask(two, "Asked after the first hub ended?");
    bot.press(7, await bot.until(() => messageOf("Asked after the first hub ended?")[0]), "MongoDB");
    expect(await outcomeOf(two, second)).toMatchObject({ answers: [{ selectedOptions: ["MongoDB"] }] });
    expect(bot.chat(7).filter(({ text }) => text.includes("Asked"))).toHaveLength(2);
    expect(bot.conflicts()).toBe(0);
  });

  test("stays silent while its person is at a screen of the other hub, and is told when they have left it", async () => {
    const bot = await startBotApi();
    onTestFinished(() => bot[Symbol.asyncDispose]());
    const [one, two] = await startTwo({ urgent: [{ agent: "deploy" }] });
    await addChat(one, bot);
    const screen = one.client("human");
    for (const hub of [one, two]) {
      screen.beat();
      await expect.poll(() => metricOf(hub, "yourcall_people_present"), { timeout: 20_000 }).toBe(1);
    }
    const shows = (question: string) => bot.until(() => bot.chat(7).find(({ text }) => text.includes(question)));
    await two.ask([{ ...database, question: "Later?" }], { agent: { name: "claude" } });
    // Both are due at the same time, and this one comes after the other.
    await two.ask([{ ...database, question: "Now?" }], { agent: { name: "deploy" } });
    await shows("Now?");
    expect(bot.chat(7).filter(({ text }) => text.includes("Later?"))).toEqual([]);
    await screen.leave();
    await shows("Later?");
    expect(await metricOf(two, "yourcall_people_present")).toBe(0);
  });

  test("with ntfy is heard by one of them, gets each question once, and another hub takes over", async () => {
    const ntfy = await startNtfyStandIn();
    onTestFinished(() => ntfy[Symbol.asyncDispose]());
    const [one, two] = await startTwo();
    const { phone } = await addPhone(one, ntfy.url);
    const first = await two.ask([database]);
    await phone.press(await phone.find(database.question), "SQLite");
    expect(await outcomeOf(two, first.id)).toMatchObject({ answers: [{ selectedOptions: ["SQLite"] }] });
    expect(ntfy.readers()).toBe(1);
    await one.stop("SIGTERM");
    const second = await two.ask([{ ...database, question: "And now?" }]);
    await phone.press(await phone.find("And now?"), "MongoDB");
    expect(await outcomeOf(two, second.id)).toMatchObject({ answers: [{ selectedOptions: ["MongoDB"] }] });
    const asked = (await phone.messages()).filter(({ actions = [] }) => actions.length === 3);
    expect(asked).toHaveLength(2);
  });
});
