import { writeFileSync } from "node:fs";
import { startTwoAgents } from "../../examples/two-agents/two-agents.mjs";
import { takeSmall } from "./take-small.mjs";

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** The pictures that docs show. */
const shown = new Set(["desk-1440-light", "desk-390-light"]);

/** The sessions of a desk: one asks, with its conversation so far, others wait, work or are done. @param {import("playwright-core").Browser} browser @param {{ forDocs: boolean }} options */
export async function takeDesk(browser, { forDocs }) {
  const { person, createLink, stop } = await startTwoAgents();
  try {
    const { sessions, directories } = await person.sessions.list();
    const main = sessions.find(({ agent }) => agent === "loop")?.id ?? "";
    const billing = directories.find((name) => name.endsWith("billing")) ?? "";
    const more = { agent: "reviewer", directory: billing };
    const done = await person.sessions.start({ ...more, prompt: "Which invoices have no customer?" });
    await answer(done.id, "once");
    const off = await person.sessions.start({ ...more, prompt: "Read the release notes again" });
    await until(off.id, "waiting");
    await person.sessions.stop(off.id);
    for (const choice of ["Redis (Recommended)", "allow-once", "allow-once"]) await answer(main, choice);
    await until(main, "waiting");
    for (const viewport of sizes)
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        const touch = viewport.width < 640;
        const options = { viewport, colorScheme, reducedMotion: /** @type {const} */ ("reduce"), locale: "en-GB" };
        const context = await browser.newContext({ ...options, timezoneId: "UTC", hasTouch: touch, isMobile: touch });
        const page = await context.newPage();
        const link = await createLink();
        await page.goto(link);
        await page.locator(".session-row").first().waitFor();
        await take("desk-list");
        await page.goto(new URL(`/sessions/${main}`, link).href);
        await page.locator(".ask-panel .yc-card").waitFor();
        await take("desk");
        await page.goto(new URL("/sessions/new", link).href);
        await page.getByRole("form", { name: "New session" }).waitFor();
        await take("desk-new");
        await context.close();

        /** @param {string} state */
        async function take(state) {
          await page.waitForTimeout(700);
          const name = `${state}-${viewport.width}-${colorScheme}`;
          await page.screenshot({ path: `screenshots/page/${name}.png` });
          if (forDocs && shown.has(name)) writeFileSync(`docs/images/page-${name}.png`, await takeSmall(page));
          process.stdout.write(`${name}\n`);
        }
      }
  } finally {
    await stop();
  }

  /** @param {string} id @param {string} state */
  async function until(id, state) {
    for (;;) {
      const session = await person.sessions.get(id);
      if (session.state === state) return session;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Answers the oldest ask of a session once it has one. @param {string} id @param {string} choice */
  async function answer(id, choice) {
    const { asks } = await until(id, "waiting");
    const [ask = ""] = asks;
    const { questions } = await person.get(ask);
    const answers = questions.map(({ question, header }) => ({ question, header, selectedOptions: [choice] }));
    await person.answer(ask, { answers, surface: "web", act: "click" });
    while ((await person.sessions.get(id)).asks.includes(ask)) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
