import { expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { jumpingClock } from "../support/clocks.ts";
import { startHub } from "../support/hub.ts";
import { claude, openInbox } from "../support/inbox.ts";

test("whoever answers in the inbox sees that the answer did not reach its agent", async () => {
  const hub = await startHub();
  const { id } = await hub.ask([database], { agent: claude });
  const inbox = await openInbox(hub, { env: jumpingClock(0) });
  await inbox.see("> Database");
  inbox.press("enter");
  await inbox.see("PostgreSQL");
  inbox.press("down", "enter");
  await inbox.see("✔ Sent MongoDB to");
  await inbox.see("It has not reached Claude yet.");
  const { session } = claude;
  await hub.client("agent").delivery(id, { state: "refused", note: "it went on with SQLite", session });
  await inbox.see("It did not reach Claude: it went on with SQLite.");
  inbox.press("tab");
  await inbox.see("did not reach Claude");
});

test("an answer given in the agent's own window closes the ask and says where it was given", async () => {
  const hub = await startHub();
  const ask = await hub.ask([database], { agent: claude });
  const inbox = await openInbox(hub);
  inbox.press("enter");
  await inbox.see("PostgreSQL");
  const answers = [{ question: database.question, selectedOptions: ["SQLite"] }];
  const report = { outcome: { status: "answered", answers } as const, surface: "claude-code", session: claude.session };
  await hub.client("agent").report(ask.id, report);
  await inbox.see("answered in Claude Code");
  expect(inbox.screen()).toContain("SQLite");
});

test("the choices of an agent's host are offered in its words, deny first, and answered by id", async () => {
  const hub = await startHub();
  const asked = await hub.ask(
    [{ question: "Go ahead with this plan?", header: "Plan", options: [], multiSelect: false }],
    {
      kind: "approval",
      approval: {
        tool: "ExitPlanMode",
        input: { plan: "1. Delete it" },
        options: [
          { id: "auto", label: "Yes, and accept edits", effect: "allow-always" },
          { id: "manual", label: "Yes, ask for each edit", effect: "allow-once" },
          { id: "keep", label: "No, keep planning", effect: "deny" },
        ],
      },
      agent: claude,
    },
  );
  const inbox = await openInbox(hub);
  inbox.press("enter");
  const screen = await inbox.see("Yes, and accept edits");
  const places = ["No, keep planning", "Yes, ask for each edit", "Yes, and accept edits"].map((name) =>
    screen.indexOf(name),
  );
  expect(places).toEqual([...places].sort((one, other) => one - other));
  inbox.press("down", "enter");
  await inbox.see("✔ Sent Yes, ask for each edit to");
  const { outcome } = await hub.client("human").get(asked.id);
  expect(outcome).toMatchObject({ status: "answered", answers: [{ selectedOptions: ["manual"] }] });
});
