import { approval, bash, examples, migration, pageName, port, rounding, sessions } from "./asks.mjs";

/**
 * @typedef {object} Screen One state of the page.
 * @property {string} name
 * @property {(tools: { agent: import("@yourcall/client").HubClient, human: import("@yourcall/client").HubClient }) => Promise<any>} [prepare]
 * @property {(given: any) => string} [path]
 * @property {(page: import("playwright-core").Page, given: any) => Promise<void>} [act]
 * @property {boolean} [stranger]
 * @property {number[]} [sizes]
 */

const isShown = (/** @type {import("playwright-core").Page} */ page) =>
  page.getByRole("region", { name: "Open ask" }).locator(".yc-card").waitFor();

/** What the screens below share, in the order in which it was asked. @type {Record<string, any>} */
const asked = {};

/** @type {Screen[]} */
export const screens = [
  { name: "sign-in", stranger: true },
  { name: "unknown-page", path: () => "/nope" },
  {
    name: "empty",
    async prepare({ agent, human }) {
      const first = await agent.create(port);
      const answers = [{ question: port.questions[0]?.question, header: "Port", selectedOptions: ["8080"] }];
      await human.answer(first.id, { answers, surface: "web", act: "click", user: "ana" });
      await agent.wait(first.id);
    },
    act: (page) => page.getByText("Your last decisions").waitFor(),
  },
  {
    name: "waiting",
    async prepare({ agent }) {
      for (const [name, ask] of Object.entries({ sessions, approval, migration, rounding, pageName, bash, examples }))
        asked[name] = await agent.create(ask);
      return asked;
    },
    path: () => `/a/${asked.sessions.id}`,
    act: isShown,
  },
  { name: "list", sizes: [390], act: (page) => page.locator(".row").first().waitFor() },
  { name: "plain", path: () => `/a/${asked.pageName.id}`, act: isShown },
  { name: "four", path: () => `/a/${asked.migration.id}`, act: isShown },
  { name: "approval", path: () => `/a/${asked.approval.id}`, act: isShown },
  { name: "approval-bash", path: () => `/a/${asked.bash.id}`, act: isShown },
  {
    name: "keys",
    path: () => `/a/${asked.sessions.id}`,
    async act(page) {
      await isShown(page);
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
    sizes: [1440],
  },
  {
    name: "several",
    sizes: [1440, 390],
    async act(page) {
      await page.getByRole("button", { name: "Select" }).click();
      for (const box of (await page.locator(".row input").all()).slice(2, 4)) await box.check();
    },
  },
  { name: "log", path: () => "/log", act: (page) => page.locator(".decided").first().waitFor() },
  { name: "settings", path: () => "/settings", act: (page) => page.getByText("State directory").waitFor() },
];
