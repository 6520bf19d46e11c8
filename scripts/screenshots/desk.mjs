import { startTwoAgents } from "../../examples/two-agents/two-agents.mjs";

/** A desk's sessions: one asks, with its conversation so far; others wait, work or are done. @param {import("../screenshots.mjs").Open} open @param {import("../screenshots.mjs").Size[]} sizes */
export async function takeDesk(open, sizes) {
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
    for (const size of sizes) {
      const { page, take } = await open(size);
      const link = await createLink();
      await page.goto(link);
      await page.locator(".session-row").first().waitFor();
      await page.goto(new URL(`/sessions/${main}`, link).href);
      await page.locator(".ask-panel .yc-card").waitFor();
      await take(`page-desk-${size.width}-light`);
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
