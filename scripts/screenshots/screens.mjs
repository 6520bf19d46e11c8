import { approval, bash, examples, migration, name, pageName, plan, port, rounding, sessions } from "./asks.mjs";

/** @typedef {{ agent: import("@yourcall/client").HubClient, human: import("@yourcall/client").HubClient }} Tools */

/**
 * @typedef {object} Screen One state of the page.
 * @property {string} name
 * @property {(tools: Tools) => Promise<any>} [prepare]
 * @property {() => string} [path]
 * @property {(page: import("playwright-core").Page, tools: Tools) => Promise<void>} [act]
 * @property {boolean} [away] Taken when the hub is gone.
 * @property {boolean} [stranger]
 * @property {number[]} [sizes]
 */

const isShown = (/** @type {import("playwright-core").Page} */ page) =>
  page.getByRole("region", { name: "Open ask" }).locator(".yc-card").waitFor();

/**
 * An ask that ends while its card is open.
 * @param {(tools: Tools, id: string) => Promise<unknown>} end
 * @param {number} [timeoutMs]
 * @param {import("@yourcall/core").AskRequest} [ask]
 * @returns {Screen["act"]}
 */
const endsBy =
  (end, timeoutMs, ask = name) =>
  async (page, tools) => {
    const { id } = await tools.agent.create({ ...ask, timeoutMs });
    await page.goto(new URL(`/a/${id}`, page.url()).href);
    await isShown(page);
    await end(tools, id);
    await page.locator(".yc-banner").waitFor();
  };

/** @param {import("@yourcall/core").AskRequest} ask @param {string} label */
const choose = ({ questions: [first] }, label) => ({
  answers: [{ question: first?.question ?? "", header: first?.header ?? "", selectedOptions: [label] }],
});

/** The asks that the screens below share, in the order in which they were created. @type {Record<string, any>} */
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
    },
    path: () => `/a/${asked.sessions.id}`,
    act: isShown,
  },
  { name: "list", sizes: [768, 390], act: (page) => page.locator(".row").first().waitFor() },
  { name: "plain", path: () => `/a/${asked.pageName.id}`, act: isShown },
  { name: "four", path: () => `/a/${asked.migration.id}`, act: isShown },
  { name: "approval", path: () => `/a/${asked.approval.id}`, act: isShown },
  { name: "approval-bash", path: () => `/a/${asked.bash.id}`, act: isShown },
  {
    name: "plan",
    async prepare({ agent }) {
      asked.plan = await agent.create(plan);
    },
    path: () => `/a/${asked.plan.id}`,
    act: isShown,
  },
  {
    name: "sent",
    async act(page, { agent }) {
      const { id } = await agent.create(port);
      await page.goto(new URL(`/a/${id}`, page.url()).href);
      await isShown(page);
      await page.waitForTimeout(600);
      await page.mouse.move(300, 300);
      await page.getByText("9090", { exact: true }).click();
      const send = page.getByRole("button", { name: "Send answer" });
      if ((await send.getAttribute("aria-disabled")) !== "true") await send.click().catch(() => {});
      await page.getByText("Sent 9090 to codex").filter({ visible: true }).waitFor();
    },
  },
  {
    name: "elsewhere",
    act: endsBy(
      ({ human }, id) =>
        human.answer(id, { ...choose(sessions, "PostgreSQL"), surface: "terminal", act: "submit", user: "ana" }),
      undefined,
      sessions,
    ),
  },
  {
    name: "approval-ended",
    act: endsBy(
      ({ human }, id) => human.answer(id, { ...choose(approval, "allow-once"), surface: "terminal", act: "submit" }),
      undefined,
      approval,
    ),
  },
  {
    name: "declined",
    act: endsBy(({ human }, id) => human.decline(id, { reason: "ask me tomorrow", surface: "terminal" })),
  },
  { name: "withdrawn", act: endsBy(({ agent }, id) => agent.cancel(id, "The turn was stopped")) },
  { name: "expired", act: endsBy(async () => {}, 4000) },
  {
    name: "keys",
    path: () => `/a/${asked.sessions.id}`,
    async act(page) {
      await isShown(page);
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
    sizes: [1440, 768],
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
  {
    name: "decision",
    path: () => "/log",
    async act(page) {
      await page.getByRole("link", { name: "Allowed once" }).first().click();
      await page.getByRole("heading", { name: "The ask" }).waitFor();
    },
  },
  {
    name: "filtered",
    sizes: [1440],
    path: () => "/",
    async act(page) {
      await page.getByRole("searchbox").fill("no such thing");
      await page.getByText("Nothing matches the filter.").waitFor();
    },
  },
  {
    name: "settings",
    path: () => "/settings",
    act: (page) => page.getByText("State directory", { exact: true }).waitFor(),
  },
  { name: "offline", away: true, path: () => `/a/${asked.sessions.id}`, act: isShown },
];
