import { expect, test } from "vitest";
import { startHub, useHub } from "../support/hub.ts";
import { claude, openAnswer, openInbox } from "../support/inbox.ts";
import { scriptedEditor } from "../support/stand-in.ts";
import { openTerminal } from "../support/terminal.ts";

const hub = useHub();
const plan = "# Redis\n\n- Sessions end after 7 days\n1. Drop all sessions\n2. Deploy on Friday";
const question = {
  question: "Go ahead with the plan?",
  header: "Plan",
  options: ["allow-once", "allow-always", "deny"].map((label) => ({ label })),
  multiSelect: false,
};
let asked = 0;
const ask = async (text = plan) =>
  (await hub()).ask([question], {
    kind: "approval",
    approval: { tool: "ExitPlanMode", input: { plan: text } },
    // Another session each: the same plan again would be a revision.
    agent: { ...claude, session: `s${++asked}` },
  });
const outcomeOf = async (id: string) => (await (await hub()).client("human").get(id)).outcome;
const open = async (id: string, env = {}) => openAnswer(await hub(), id, env);
const review = [
  { from: 3, to: 3, quote: "- Sessions end after 7 days", comment: "Renew less often" },
  { from: 4, to: 4, quote: "1. Drop all sessions", replacement: "" },
  { from: 5, to: 5, quote: "2. Deploy on Friday", replacement: "2. Deploy on Friday, noon" },
];

test("a plan is commented on, struck out and replaced by lines, and denied with that; the log says it", async () => {
  const { id } = await ask();
  const prompt = await open(id);
  await prompt.see("r review lines");
  prompt.press("r");
  await prompt.see("Line 1 of 5");
  prompt.press("down", "down");
  await prompt.see("Line 3 of 5");
  prompt.press("enter");
  await prompt.see("comment:");
  prompt.type("Renew less often");
  prompt.press("enter");
  await prompt.see("> Renew less often");
  prompt.press("down");
  await prompt.see("Line 4 of 5");
  prompt.press("d");
  await prompt.see("- 1. Drop all sessions");
  prompt.press("down");
  await prompt.see("Line 5 of 5");
  prompt.press("r");
  await prompt.see("instead: 2. Deploy on Friday");
  prompt.type(", noon");
  prompt.press("enter");
  await prompt.see("+ 2. Deploy on Friday, noon");
  expect(await outcomeOf(id)).toBeUndefined();
  prompt.press("escape");
  await prompt.see("3 comments on lines");
  prompt.press("enter");
  expect((await prompt.exited).code).toBe(0);
  expect(await outcomeOf(id)).toMatchObject({ answers: [{ selectedOptions: ["deny"], review }] });
  const shown = await (await hub()).run(["show", id]);
  expect(shown.stdout).toContain("  Line 4, strike out:\n    > 1. Drop all sessions");
  const log = await (await hub()).run(["log", "--markdown"]);
  expect(log.stdout).toContain("Renew less often");
});

test("the plan in an editor is the review: edited, deleted and commented lines", async () => {
  const { id } = await ask();
  const { env } = scriptedEditor(
    `sed -i -e 's/^- Sessions.*/&\\n> line 3: Renew less often/' -e '/^1. Drop/d' -e 's/Friday$/Friday, noon/' -e '/keep all/d' "$1"`,
  );
  const done = await (await hub()).run(["answer", id, "--editor"], { env });
  expect(done.stderr).toContain("Deny  (3 comments on lines)");
  expect(await outcomeOf(id)).toMatchObject({ answers: [{ selectedOptions: ["deny"], review }] });
});

test("a script reviews with JSON, and a quote that is not in its line is refused", async () => {
  const { id } = await ask();
  const answers = (marks: object[]) =>
    JSON.stringify({ answers: [{ question: question.question, selectedOptions: ["deny"], review: marks }] });
  const run = async (marks: object[]) => (await hub()).run(["answer", id, "--from", "-"], { stdin: answers(marks) });
  const refused = await run([{ ...review[0], quote: "never" }]);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain("The quote is not in these lines.");
  expect((await run(review)).code).toBe(0);
  expect(await outcomeOf(id)).toMatchObject({ answers: [{ review }] });
});

test("in the inbox, comments on lines outlast Esc to the list and another inbox; the choices say where they are", async () => {
  const own = await startHub();
  const approval = {
    tool: "ExitPlanMode",
    input: { plan: Array.from({ length: 10 }, (_, at) => `${at + 1}. Step`).join("\n") },
  };
  const { id } = await own.ask([question], { kind: "approval", approval, agent: claude });
  const saved = () => expect.poll(async () => (await own.client("human").get(id)).draft?.draft.review);
  const inbox = await openInbox(own);
  await inbox.see("> Plan");
  inbox.press("enter");
  await inbox.see("r review lines");
  inbox.press("r");
  await inbox.see("Line 1 of 10");
  inbox.press("end", "d");
  await inbox.see("- 10. Step");
  inbox.press("up", "c");
  await inbox.see("comment:");
  // Esc halfway: what is typed is kept, the field is left, then the lines, then the ask.
  inbox.type("Why tw");
  inbox.press("escape");
  await inbox.see("> Why tw");
  inbox.press("escape");
  await inbox.see("2 comments on lines");
  inbox.press("escape");
  await inbox.see("enter open");
  await saved().toMatchObject([
    { from: 9, comment: "Why tw" },
    { from: 10, replacement: "" },
  ]);
  inbox.press("q");
  await inbox.exited;
  expect((await own.client("human").get(id)).status).toBe("pending");

  const narrow = await openInbox(own, { columns: 60, rows: 24 });
  await narrow.see("> Plan");
  narrow.press("enter");
  await narrow.see("2 comments on lines");
  await narrow.see("Continue with the draft begun in terminal?");
  narrow.press("enter");
  await narrow.gone("Continue with the draft");
  narrow.press("r");
  await narrow.see("Line 1 of 10");
  narrow.press("end");
  await narrow.see("Line 10 of 10");
  narrow.press("x");
  await narrow.gone("- 10. Step");
  narrow.press("escape");
  await narrow.see("1 comment on lines");
  narrow.press("enter");
  await narrow.see("Sent Deny to claude");
  expect((await own.client("human").get(id)).outcome).toMatchObject({
    answers: [{ selectedOptions: ["deny"], review: [{ from: 9, to: 9, quote: "9. Step", comment: "Why tw" }] }],
    by: { surface: "terminal" },
  });
});

test("comments that lost their lines can all be read above the revised plan, in a small terminal too", async () => {
  const agent = { ...claude, session: "revised" };
  const approval = (text: string) => ({ tool: "ExitPlanMode", input: { plan: text } });
  const first = await (await hub()).ask([question], { kind: "approval", approval: approval(plan), agent });
  const answers = [{ question: question.question, selectedOptions: ["deny"], review }];
  await (await hub()).client("human").answer(first.id, { answers, surface: "web", act: "click" });
  const next = await (await hub()).ask([question], { kind: "approval", approval: approval("One\nTwo\nThree"), agent });
  const prompt = openTerminal(["answer", next.id], {
    stdoutOnTerminal: true,
    rows: 10,
    env: { YOURCALL_HOME: (await hub()).directory },
  });
  await prompt.ready();
  prompt.press("r");
  await prompt.see("You said this of the version before");
  expect(prompt.screen()).not.toContain("2. Deploy on Friday, noon");
  prompt.press("pagedown", "pagedown");
  expect(await prompt.see("2. Deploy on Friday, noon")).toContain("Line 1 of 3");
  prompt.press("pagedown");
  await prompt.see("Line 3 of 3");
});
