import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { database } from "../support/asks.ts";
import { startBotApi } from "../support/bot-api.ts";
import { testInBrowser, useBrowser } from "../support/browser.ts";
import { step, steppingClock } from "../support/clocks.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { openInbox } from "../support/inbox.ts";
import { testInNeovim } from "../support/nvim.ts";
import { ask } from "../support/prompt.ts";
import { addChat } from "../support/telegram-chat.ts";
import { metricOf, openWebInbox } from "../support/web-inbox.ts";

const present = (hub: TestHub) => metricOf(hub, "yourcall_people_present");
const until = (hub: TestHub, count: number) => expect.poll(() => present(hub), { timeout: 20_000 }).toBe(count);
const browser = useBrowser();

/** Somebody is away 5 s after they have left; without a word from the screen it would take 90 s, which these steps do not reach. */
const stepsAway = steppingClock(1000);
const isAway = (hub: TestHub) => {
  let steps = 0;
  return vi.waitFor(
    async () => {
      if (steps++ < 60) step(hub.pid);
      expect(await present(hub)).toBe(0);
    },
    { timeout: 20_000, interval: 100 },
  );
};

async function startWithChats(notify: object, clock: Record<string, string>, ...people: number[]) {
  const bot = await startBotApi();
  onTestFinished(() => bot[Symbol.asyncDispose]());
  const directory = temporaryDirectory();
  const config = { notify: { after: "50ms", desktop: false, ...notify } };
  writeFileSync(join(directory, "config.json"), JSON.stringify(config));
  const hub = await startHub({ directory, env: clock });
  for (const person of people) await addChat(hub, bot, { person, name: `chat ${person}` });
  const has = (person: number, text: string) => bot.chat(person).some((message) => message.text.includes(text));
  const shows = (person: number, text: string) => bot.until(() => (has(person, text) ? true : undefined));
  return { bot, hub, has, shows };
}

const titled = (question: string) => [{ ...database, question }];

test("a phone stays silent while its person is at a screen, except for what is urgent, and is told when the beats stop", async () => {
  const { hub, has, shows } = await startWithChats({ urgent: [{ agent: "deploy" }] }, steppingClock(95_000), 7);
  hub.client("human").beat();
  await until(hub, 1);
  await hub.ask(titled("Later?"), { agent: { name: "claude" } });
  // Both are due at the same time, and this one comes after the other.
  await hub.ask(titled("Now?"), { agent: { name: "deploy" } });
  await shows(7, "Now?");
  expect(has(7, "Later?")).toBe(false);
  step(hub.pid);
  await shows(7, "Later?");
});

test("the second device is told 30 s after the first, in the order of the settings", async () => {
  const { hub, has, shows } = await startWithChats({ order: ["chat 8"] }, steppingClock(31_000), 7, 8);
  await hub.ask(titled("Anybody?"));
  await shows(8, "Anybody?");
  expect(has(7, "Anybody?")).toBe(false);
  step(hub.pid);
  await shows(7, "Anybody?");
});

test("an agent cannot say that a person is at a screen", async () => {
  const hub = await startHub();
  const headers = { authorization: `Bearer ${hub.tokens.agent}` };
  const { status } = await fetch(`${hub.url}/v1/presence`, { method: "POST", headers });
  expect([status, await present(hub)]).toEqual([403, 0]);
});

test("a key in the inbox counts as being at a screen until it is closed; opening it does not", async () => {
  const hub = await startHub({ env: stepsAway });
  const inbox = await openInbox(hub);
  expect(await present(hub)).toBe(0);
  inbox.press("down");
  await until(hub, 1);
  inbox.press("q");
  await isAway(hub);
});

test.for([["enter"], ["ctrl+c"]] as const)(
  "a key in a prompt counts as being at a screen until %s ends it",
  async ([key]) => {
    const hub = await startHub({ env: stepsAway });
    const terminal = await ask([database], { env: { YOURCALL_HOME: hub.directory } });
    expect(await present(hub)).toBe(0);
    terminal.press("down");
    await until(hub, 1);
    terminal.press(key);
    await isAway(hub);
  },
);

testInBrowser("a click in the page counts as being at a screen until the page is closed", async () => {
  const hub = await startHub({ env: stepsAway });
  const page = await openWebInbox(browser, hub);
  expect(await present(hub)).toBe(0);
  await page.mouse.click(700, 400);
  await until(hub, 1);
  await page.close({ runBeforeUnload: true });
  await isAway(hub);
});

testInNeovim("a key in the inbox of Neovim counts as being at a screen until it is closed", async (openNeovim) => {
  const hub = await startHub({ env: stepsAway });
  await hub.ask([database]);
  const nvim = openNeovim({ directory: temporaryDirectory("work"), env: { YOURCALL_HOME: hub.directory } });
  nvim.command("Yourcall inbox");
  await nvim.see("1 waiting · <CR> opens");
  nvim.type("gg");
  await until(hub, 1);
  nvim.command("bwipeout");
  await isAway(hub);
});
