import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toApprovalAsk } from "@yourcall/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { database, features } from "../support/asks.ts";
import { startBotApi } from "../support/bot-api.ts";
import { keepStepping, steppingClock } from "../support/clocks.ts";
import { afterTests, startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";

const ana = 7;
const eve = 66;
type Until = (act: () => void | Promise<void>) => void;
type BotApi = Awaited<ReturnType<typeof startBotApi>>;

/** One chat for the tests that only look at asks of their own and end them. */
const until = afterTests();
let shared: ReturnType<typeof startAll> | undefined;
const shareAll = () => (shared ??= startAll({}, {}, until));

async function startAll(
  more: { level?: string; approvals?: boolean } = {},
  clock: Record<string, string> = {},
  until: Until = onTestFinished,
) {
  const bot = await startBotApi();
  until(() => bot[Symbol.asyncDispose]());
  const directory = temporaryDirectory("hub", until);
  writeFileSync(join(directory, "config.json"), JSON.stringify({ notify: { after: "50ms", desktop: false } }));
  const hub = await startHub({ directory, env: clock, until });
  const device = await bind(hub, bot, more);
  return { bot, hub, device };
}

/** Adds a device with the command, as a person does: sends the code, presses the test button. */
async function bind(hub: TestHub, bot: BotApi, { level = "full", approvals = false } = {}) {
  const before = bot.chat(ana).length;
  const args = ["notify", "add", "telegram", "--name", "Ana's phone", "--level", level, "--api", bot.url];
  const env = { YOURCALL_TELEGRAM_TOKEN: bot.token, CLAUDECODE: undefined };
  const adding = hub.start(approvals ? [...args, "--approvals"] : args, { env });
  const code = await vi.waitFor(() => {
    const found = /\/start (\S+)/.exec(adding.stdout())?.[1];
    if (found === undefined) throw new Error(`No code yet: ${adding.stdout()}${adding.stderr()}`);
    return found;
  }, 30_000);
  bot.write(eve, "/start wrong-code");
  bot.write(eve, `/start ${code}`, undefined, { chat: { id: -5, type: "group" } });
  bot.write(ana, `/start ${code}`);
  const test = await bot.until(() => bot.chat(ana)[before]);
  bot.press(ana, test, "It works");
  expect((await adding.ended).code).toBe(0);
  const [device] = await hub.client("human").listDevices();
  return device;
}

const lastOf = (bot: BotApi, id: number) => bot.chat(id).at(-1);
const question = (bot: BotApi, text: string) =>
  bot.until(() => bot.chat(ana).find((message) => message.text.includes(text) && message.buttons.length > 0));
const outcomeOf = async (hub: TestHub, id: string) =>
  vi.waitFor(async () => {
    const { outcome } = await hub.client("human").get(id);
    if (outcome === undefined) throw new Error("still pending");
    return outcome;
  }, 20_000);

describe("a Telegram chat", () => {
  test("gets each question as a message with its options, and a press answers with the exact label", async () => {
    const { bot, hub, device } = await shareAll();
    expect(device).toMatchObject({ name: "Ana's phone", state: "ready", level: "full" });
    expect(JSON.stringify(await hub.client("human").listDevices())).not.toContain(bot.token);
    const { id } = await hub.ask([database], { agent: { name: "claude" } });
    const message = await question(bot, database.question);
    expect(message.buttons.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["1 PostgreSQL", "Other", "Decline"]),
    );
    bot.press(ana, message, "PostgreSQL");
    expect(await outcomeOf(hub, id)).toMatchObject({
      status: "answered",
      answers: [{ selectedOptions: [database.options[0]?.label] }],
      by: { surface: "telegram", act: "click", token: { scope: "device", name: "Ana's phone" } },
    });
    await bot.until(() => (message.text.includes("Answered here") && message.buttons.length === 0 ? true : undefined));
    const ask = await hub.client("human").get(id);
    expect(ask.receipts).toMatchObject([{ what: "sent" }, { what: "answered" }, { what: "withdrawn" }]);
    expect((await hub.run(["show", id])).stdout).toMatch(/Device +Ana's phone: answered/);
    expect(`${hub.log()}${readFileSync(join(hub.directory, "notify.json"), "utf8")}`).not.toContain(bot.token);
  });

  test("takes own words as a reply, several choices in one message, and Decline", async () => {
    const { bot, hub } = await shareAll();
    const one = await hub.ask([database]);
    const first = await question(bot, database.question);
    bot.press(ana, first, "Other");
    const prompt = await bot.until(() => bot.chat(ana).find(({ isForceReply }) => isForceReply));
    bot.write(ana, "MySQL, but only 8", prompt);
    expect(await outcomeOf(hub, one.id)).toMatchObject({
      answers: [{ selectedOptions: [], customInput: "MySQL, but only 8" }],
      by: { act: "submit" },
    });
    const two = await hub.ask([features, database]);
    const message = await question(bot, features.question);
    bot.press(ana, message, "1 ");
    await bot.until(() => (message.buttons.some(({ text }) => text.startsWith("✔ 1")) ? true : undefined));
    bot.press(ana, message, "Next");
    await bot.until(() => (message.text.includes("2 of 2") ? true : undefined));
    bot.press(ana, message, "2 ");
    await bot.until(() => (message.buttons.some(({ text }) => text === "Send") ? true : undefined));
    bot.press(ana, message, "Send");
    expect(await outcomeOf(hub, two.id)).toMatchObject({
      answers: [{ selectedOptions: [features.options[0]?.label] }, { selectedOptions: [database.options[1]?.label] }],
    });
    const three = await hub.ask([{ ...database, question: "And now?" }]);
    bot.press(ana, await question(bot, "And now?"), "Decline");
    expect(await outcomeOf(hub, three.id)).toMatchObject({ status: "declined", by: { surface: "telegram" } });
  });

  test("says who answered elsewhere, and a late press does not count", async () => {
    const { bot, hub } = await shareAll();
    const { id } = await hub.ask([database]);
    const message = await question(bot, database.question);
    const [button] = message.buttons;
    const answers = [{ question: database.question, header: database.header, selectedOptions: ["SQLite"] }];
    await hub.client("human").answer(id, { answers, surface: "web", act: "click", user: "ana" });
    await bot.until(() => (message.text.includes("Answered in web by ana") ? true : undefined));
    expect(message.buttons).toEqual([]);
    bot.pressData(ana, message, button?.callback_data ?? "");
    await vi.waitFor(() => {
      const told = bot.calls.filter(({ method }) => method === "answerCallbackQuery").at(-1)?.body.text;
      expect(told).toContain("already over");
    }, 20_000);
    expect(await outcomeOf(hub, id)).toMatchObject({
      answers: [{ selectedOptions: ["SQLite"] }],
      by: { surface: "web" },
    });
  });

  test("gives nothing to strangers, groups, forwarded words and guessed buttons", async () => {
    const { bot, hub } = await shareAll();
    const { id } = await hub.ask([database]);
    const message = await question(bot, database.question);
    const buttons = message.buttons.map(({ callback_data: data = "" }) => data);
    expect(new Set(buttons).size).toBe(buttons.length);
    const stored = readdirSync(hub.directory)
      // A file that is about to take another's place ends in its process's number, and may be gone by now.
      .filter((name) => !/\.\d+$/.test(name))
      .filter((name) => statSync(join(hub.directory, name)).isFile());
    const bytes = stored.map((name) => readFileSync(join(hub.directory, name), "latin1")).join("");
    // 128 random bits each, of which only a hash is kept.
    for (const data of buttons)
      expect([data, bytes.includes(data)]).toEqual([expect.stringMatching(/^[\w-]{22}$/), false]);
    expect(bytes).toContain(id);
    const group = { chat: { id: ana, type: "group" }, from: { id: ana, is_bot: false } };
    bot.press(eve, message, "PostgreSQL");
    bot.press(ana, message, "PostgreSQL", group);
    bot.press(ana, message, "PostgreSQL", { chat: { id: ana, type: "private" }, from: { id: eve, is_bot: false } });
    bot.pressData(ana, message, "AAAAAAAAAAAAAAAAAAAAAA");
    bot.write(ana, "Oracle", message, { forward_origin: { type: "user" } });
    // Handled in order, so everything before this has been looked at.
    bot.press(ana, message, "SQLite");
    expect(await outcomeOf(hub, id)).toMatchObject({ answers: [{ selectedOptions: ["SQLite"] }] });
    expect(bot.chat(eve)).toEqual([]);
  });

  test("allows an approval only if that was switched on and all of it is in the message", async () => {
    const { bot, hub } = await startAll({ approvals: true });
    const short = await hub.client("agent").create(toApprovalAsk({ tool: "Bash", input: { command: "npm test" } }));
    const message = await question(bot, "npm test");
    expect(message.buttons.map(({ text }) => text)).toEqual(["Deny", "Allow once"]);
    const command = `echo ${"x".repeat(700)}`;
    await hub.client("agent").create(toApprovalAsk({ tool: "Bash", input: { command } }));
    const long = await question(bot, "Open it to read");
    expect(long.buttons.map(({ text }) => text)).toEqual(["Deny"]);
    bot.press(ana, message, "Allow once");
    expect(await outcomeOf(hub, short.id)).toMatchObject({ answers: [{ selectedOptions: ["allow-once"] }] });
  });

  test("that is blocked is marked as failing with the reason, and works again later", async () => {
    const { bot, hub } = await shareAll();
    bot.refusals.push({ method: "sendMessage", status: 403 });
    const { id } = await hub.ask([database]);
    const failing = await vi.waitFor(async () => {
      const [device] = await hub.client("human").listDevices();
      if (device?.reason === undefined) throw new Error("works");
      return device;
    }, 20_000);
    expect(failing.reason).toContain("blocked");
    expect((await hub.client("human").get(id)).receipts).toMatchObject([{ what: "failed", reason: failing.reason }]);
    expect((await hub.run(["notify"])).stdout).toMatch(/Ana's phone.*blocked/);
    await hub.ask([{ ...database, question: "And now?" }]);
    await question(bot, "And now?");
    await vi.waitFor(async () => expect((await hub.client("human").listDevices())[0]?.reason).toBeUndefined(), 20_000);
  });

  test("a press while the hub was away counts when it is back, and its message is not sent twice", async () => {
    const { bot, hub } = await startAll();
    const { id } = await hub.ask([database]);
    const message = await question(bot, database.question);
    await vi.waitFor(async () => expect((await hub.client("human").get(id)).receipts).toHaveLength(1), 20_000);
    await hub.stop("SIGKILL");
    bot.press(ana, message, "SQLite");
    const again = await hub.restart();
    expect(await outcomeOf(again, id)).toMatchObject({ answers: [{ selectedOptions: ["SQLite"] }] });
    expect(bot.chat(ana).filter(({ text }) => text.includes(database.question))).toHaveLength(1);
  });

  test("gets a question again if Telegram's reply was lost, and one press of either message decides", async () => {
    const { bot, hub } = await startAll({}, steppingClock(1000));
    bot.refusals.push({ method: "sendMessage", status: 0 });
    const { id } = await hub.ask([database]);
    const stop = keepStepping(hub.pid);
    const asked = () => bot.chat(ana).filter(({ text, buttons }) => text.includes(database.question) && buttons.length);
    const both = await bot.until(() => (asked().length === 2 ? asked() : undefined));
    stop();
    const [first, second] = both;
    if (first === undefined || second === undefined) throw new Error("There are two.");
    bot.press(ana, first, "SQLite");
    expect(await outcomeOf(hub, id)).toMatchObject({ answers: [{ selectedOptions: ["SQLite"] }] });
    await bot.until(() => (asked().length === 0 ? true : undefined));
  });

  test("that is removed gets nothing more, and its buttons do nothing", async () => {
    const { bot, hub, device } = await startAll();
    const { id } = await hub.ask([database]);
    const message = await question(bot, database.question);
    expect((await hub.run(["notify", "remove", device?.id ?? ""])).code).toBe(0);
    bot.press(ana, message, "SQLite");
    expect(await hub.client("human").listDevices()).toEqual([]);
    expect((await hub.client("human").get(id)).status).toBe("pending");
    expect(lastOf(bot, ana)?.message_id).toBe(message.message_id);
  });

  test("of a wrong token is refused in one sentence", async () => {
    const { bot, hub } = await shareAll();
    const env = { YOURCALL_TELEGRAM_TOKEN: `999:${"b".repeat(35)}` };
    const { code, stderr } = await hub.run(["notify", "add", "telegram", "--api", bot.url], { env });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/token is not valid/)]);
    expect(stderr).not.toContain("bbbbb");
  });
});
