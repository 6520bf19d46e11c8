import { startBotApi } from "../../tests/support/bot-api.ts";
import { startNtfyStandIn } from "../../tests/support/ntfy-stand-in.ts";
import { sessions } from "./asks.mjs";
import { startHub } from "./start-hub.mjs";

const person = 7;
const size = { width: 390, height: 844 };

/** Where a browser becomes a device, and what the hub sends to Telegram and ntfy, drawn as these show it. @param {import("playwright-core").Browser} browser @param {import("../screenshots.mjs").Open} open */
export async function takePhone(browser, open) {
  const [bot, ntfy] = [await startBotApi(), await startNtfyStandIn()];
  const hub = await startHub({ notify: { after: "1ms", desktop: false } });
  try {
    const human = hub.connect("human");
    const common = /** @type {const} */ ({ name: "my phone", level: "questions" });
    const chat = await human.addDevice({ kind: "telegram", ...common, token: bot.token, api: bot.url });
    bot.write(person, `/start ${chat.code}`);
    bot.press(person, await bot.until(() => bot.chat(person)[0]), "It works");
    await untilReady(human);
    const agent = hub.connect("agent");
    await agent.create(sessions);
    const question = sessions.questions[0]?.question ?? "";
    const message = await bot.until(() => bot.chat(person).find(({ text }) => text.includes(question)));
    const asked = { text: message.text, buttons: message.buttons.map(({ text }) => text) };
    bot.press(person, message, "Redis");
    const ended = await bot.until(() => (message.buttons.length === 0 ? message.text : undefined));
    await human.removeDevice(chat.id);

    const phone = await human.addDevice({ kind: "ntfy", ...common, server: ntfy.url });
    await press(await read(`${phone.url}`, "Press the button"));
    await untilReady(human);
    await agent.create(sessions);
    const notice = await read(`${phone.url}`, question);
    await draw(browser, asked, ended, notice);

    const { page, take } = await open(size);
    await page.goto((await human.createLoginLink()).url);
    await page.getByRole("status").getByText("live", { exact: true }).waitFor({ state: "attached" });
    await page.goto(`${hub.url}/settings`);
    const form = page.getByRole("form", { name: "Notify this device" });
    await form.getByLabel("Name").fill("Pixel");
    await page.evaluate("document.querySelector('.setting:has(.push-form)').scrollIntoView()");
    await take("page-notify-390-light");
    await Promise.all([agent.close(), human.close()]);
  } finally {
    await hub.remove();
    await bot[Symbol.asyncDispose]();
    await ntfy[Symbol.asyncDispose]();
  }
}

/** @param {ReturnType<Awaited<ReturnType<typeof startHub>>["connect"]>} human */
async function untilReady(human) {
  while ((await human.listDevices()).some(({ state }) => state !== "ready"))
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/** @typedef {{ title: string, message: string, actions: { label: string, url: string, method: string, body: string }[] }} Notice */

/** The message with this text in a topic, once it is there. @param {string} topic @param {string} text @returns {Promise<Notice>} */
async function read(topic, text) {
  for (;;) {
    const lines = (await (await fetch(`${topic}/json?poll=1&since=all`)).text()).split("\n");
    const found = lines.find((line) => line.includes(text));
    if (found !== undefined) return JSON.parse(found);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @param {Notice} notice */
async function press({ actions: [first] }) {
  if (first !== undefined) await fetch(first.url, { method: first.method, body: first.body });
}

/** @param {string} text */
const toHtml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>");

/**
 * @param {import("playwright-core").Browser} browser
 * @param {{ text: string, buttons: string[] }} asked
 * @param {string} ended
 * @param {Notice} notice
 */
async function draw(browser, asked, ended, notice) {
  const page = await browser.newPage({ viewport: { width: 1120, height: 350 } });
  const buttons = asked.buttons.map((text) => `<i>${toHtml(text)}</i>`).join("");
  const actions = notice.actions.map(({ label }) => `<i>${toHtml(label)}</i>`).join("");
  await page.setContent(`<style>
    body { margin: 0; padding: 20px; display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 20px; background: #e2e8f0; font: 14px/20px "Noto Sans", "DejaVu Sans", sans-serif; color: #0f172a }
    section { background: #f8fafc; border-radius: 14px; padding: 14px; box-sizing: border-box; height: 310px }
    h1 { margin: 0 0 10px; font-size: 13px; color: #475569; font-weight: 600 }
    .bubble, .notice { background: #fff; border: 1px solid #cbd5e1; border-radius: 12px; padding: 10px 12px; overflow-wrap: anywhere }
    .keys { display: grid; grid-template-columns: 1fr 1fr; gap: 4px; margin-top: 4px }
    .notice .keys { display: flex; flex-wrap: wrap; gap: 18px; margin-top: 10px }
    i { font-style: normal; text-align: center; padding: 5px; border-radius: 8px; background: #dbeafe; color: #1d4ed8 }
    .notice i { background: none; padding: 0; font-weight: 600 }
    b { display: block }
  </style>
  <section><h1>Telegram</h1><div class="bubble">${toHtml(asked.text)}</div><div class="keys">${buttons}</div></section>
  <section><h1>Telegram, once it was pressed</h1><div class="bubble">${toHtml(ended)}</div></section>
  <section><h1>ntfy</h1><div class="notice"><b>${toHtml(notice.title)}</b>${toHtml(notice.message)}<div class="keys">${actions}</div></div></section>`);
  await page.screenshot({ path: "docs/images/phone-messages.png" });
  await page.close();
}
