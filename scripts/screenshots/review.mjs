// A plan that is reviewed line by line.

const plan = [
  "# Move login sessions to Redis",
  "Sessions live in memory and end with every deploy. One store that both servers share ends that.",
  "## What changes",
  "- `src/session.ts` keeps its four functions; `get` and `put` become async",
  "- `src/login.ts` and three other callers await them",
  "- Sessions end after 7 days, renewed on every request",
  "## Order of work",
  "1. Add Redis 7 to the compose file and to CI",
  "2. Write the store with its tests",
  "3. Drop all sessions, so that everybody logs in again",
  "4. Deploy on Friday evening",
  "5. Remove the old map after one week",
];

const review = [
  { ...line(6), comment: "Renew only when less than a day is left, or every request writes." },
  { ...line(10), replacement: "", comment: "Nobody should notice the deploy. Copy the map at the first start." },
  { ...line(11), quote: "Friday evening", replacement: "Tuesday morning, with both of us there" },
];

/** @param {number} number */
function line(number) {
  return { from: number, to: number, quote: plan[number - 1] ?? "" };
}

/** @param {import("../screenshots.mjs").Open} open @param {Awaited<ReturnType<typeof import("./start-hub.mjs").startHub>>} hub */
export async function takeReview(open, hub) {
  const [agent, human] = [hub.connect("agent"), hub.connect("human")];
  const { id } = await agent.create({
    kind: "approval",
    agent: { name: "claude", session: "s1", title: "fix login", cwd: "/home/ana/shop" },
    context: "I have read every caller. They already run inside async functions, so the change stays small.",
    questions: [
      {
        ...{ kind: "choice", header: "Plan", question: "May I start?", multiSelect: false },
        options: ["allow-once", "allow-always", "deny"].map((label) => ({ label })),
      },
    ],
    approval: { tool: "ExitPlanMode", input: { plan: plan.join("\n") } },
  });
  const entry = { selectedOptions: [], otherPicked: false, other: "", note: "", skipped: false };
  const draft = { entries: [entry], comment: "", reason: "", review };
  await human.saveDraft(id, { draft, baseRevision: 0, surface: "web" });
  const { page, take } = await open({ width: 1440, height: 900 });
  await page.goto((await human.createLoginLink()).url);
  await page.getByRole("status").getByText("live", { exact: true }).waitFor({ state: "attached" });
  await page.goto(`${hub.url}/a/${id}`);
  await page.getByRole("button", { name: "Review lines: 3 comments" }).click();
  await page.locator('.yc-dl[data-line="12"]').click({ position: { x: 120, y: 12 } });
  await take("page-review-1440-light");
  agent.close();
  human.close();
}
