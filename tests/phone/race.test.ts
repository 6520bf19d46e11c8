import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AlreadyEndedError } from "@yourcall/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { database } from "../support/asks.ts";
import { addBareBrowser } from "../support/bare-browser.ts";
import { startBotApi } from "../support/bot-api.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { openPhone } from "../support/ntfy.ts";
import { startNtfyStandIn } from "../support/ntfy-stand-in.ts";
import { startPushService } from "../support/push-service.ts";
import { addChat } from "../support/telegram-chat.ts";

/** A device of the hub's owner, and the thumb on it. */
interface Phone {
  /** Resolves once the notice is there. */
  find(ask: string, question: string): Promise<Button>;
}

interface Button {
  /** Chooses the first option. */
  press(): void;
  /** What the device shows once it knows how the ask ended. */
  told(): Promise<string>;
}

const rounds = 20;
const [onPhone, onPage, inTerminal] = database.options.map(({ label }) => label);

async function start(env: Record<string, string> = {}): Promise<TestHub> {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "config.json"), JSON.stringify({ notify: { after: "1ms", desktop: false } }));
  return startHub({ directory, env });
}

async function startTelegram(): Promise<{ hub: TestHub; phone: Phone }> {
  const bot = await startBotApi();
  onTestFinished(() => bot[Symbol.asyncDispose]());
  const hub = await start();
  await addChat(hub, bot);
  const find: Phone["find"] = async (_, question) => {
    const message = await bot.until(() =>
      bot.chat(7).find(({ text, buttons }) => text.includes(question) && buttons.length > 0),
    );
    // A thumb may come down on a button while the message changes.
    const data = message.buttons.find(({ text }) => text.includes("PostgreSQL"))?.callback_data ?? "";
    return {
      press: () => bot.pressData(7, message, data),
      told: () => bot.until(() => (message.buttons.length === 0 ? message.text : undefined)),
    };
  };
  return { hub, phone: { find } };
}

async function startNtfy(): Promise<{ hub: TestHub; phone: Phone }> {
  const ntfy = await startNtfyStandIn();
  onTestFinished(() => ntfy[Symbol.asyncDispose]());
  const hub = await start();
  const people = hub.client("human");
  const { id, url = "" } = await people.addDevice({ kind: "ntfy", name: "Pixel", level: "full", server: ntfy.url });
  const phone = openPhone(url);
  await phone.press(await phone.find("Press the button"), "It works");
  await vi.waitFor(async () => {
    expect(await people.listDevices()).toMatchObject([{ id, state: "ready" }]);
  }, 20_000);
  const find: Phone["find"] = async (ask, question) => {
    const message = await phone.find(question);
    return {
      press: () => void phone.press(message, "PostgreSQL"),
      told: () =>
        vi.waitFor(async () => {
          const now = (await phone.messages()).findLast(({ sequence_id }) => sequence_id === ask);
          if (now === undefined || now.actions !== undefined) throw new Error("It still shows its buttons.");
          return now.message;
        }, 20_000),
    };
  };
  return { hub, phone: { find } };
}

async function startPush(): Promise<{ hub: TestHub; phone: Phone }> {
  const service = await startPushService();
  onTestFinished(() => service.end());
  const hub = await start(service.env);
  const pixel = await addBareBrowser(hub, service.subscribe(), { actions: 3 });
  const find: Phone["find"] = async (ask) => {
    const [button = ""] = (await pixel.of(ask)).notification.data.buttons;
    let pressed: ReturnType<typeof pixel.press> | undefined;
    return {
      press() {
        pressed = pixel.press(button);
      },
      told: async () => `${(await pressed)?.body.message}`,
    };
  };
  return { hub, phone: { find } };
}

test.for([
  ["telegram", startTelegram],
  ["ntfy", startNtfy],
  ["push", startPush],
] as const)(
  "of 20 presses on a phone with %s, each against the page and the terminal, one act decides, and the others are told which",
  async ([kind, startAll]) => {
    const { hub, phone } = await startAll();
    const [agent, page, terminal] = [hub.client("agent"), hub.client("human"), hub.client("human")];
    for (let round = 0; round < rounds; round++) {
      const question = `${database.question} (${round})`;
      const { id } = await hub.ask([{ ...database, question }]);
      const button = await phone.find(id, question);
      const answer = (surface: string, label: string | undefined) => ({
        answers: [{ question, header: database.header, selectedOptions: [label ?? ""] }],
        ...{ surface, act: "click" as const },
      });
      const resumed = agent.wait(id);
      // Each is first in some rounds, by none to a few turns of the event loop.
      const lead = async () => {
        for (let turn = 0; turn < Math.floor(round / 2); turn++) await new Promise(setImmediate);
      };
      const isPhoneFirst = round % 2 === 0;
      if (isPhoneFirst) {
        button.press();
        await lead();
      }
      const sent = [page.answer(id, answer("web", onPage)), terminal.answer(id, answer("terminal", inTerminal))];
      const settled = Promise.allSettled(sent);
      if (!isPhoneFirst) {
        await lead();
        button.press();
      }
      const results = await settled;

      const outcome = await resumed;
      if (outcome?.status !== "answered") throw new Error(`It is ${outcome?.status}.`);
      const { surface } = outcome.by;
      const chosen = new Map([
        [kind, onPhone],
        ["web", onPage],
        ["terminal", inTerminal],
      ]);
      expect(outcome.answers).toMatchObject([{ selectedOptions: [chosen.get(surface)] }]);
      const won = results.filter(({ status }) => status === "fulfilled");
      expect(won).toHaveLength(surface === kind ? 0 : 1);
      for (const result of results) {
        if (result.status === "fulfilled") expect(result.value.outcome).toEqual(outcome);
        else expect(AlreadyEndedError.isInstance(result.reason) && result.reason.outcome).toEqual(outcome);
      }
      expect(await button.told()).toMatch(surface === kind ? /Answered here|Sent/ : `Answered in ${surface}`);
      expect((await page.get(id)).outcome).toEqual(outcome);
    }
  },
);
