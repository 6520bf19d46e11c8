import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { database, features, layout } from "../support/asks.ts";
import { homeOfBackgroundHub, hubIn } from "../support/background-hub.ts";
import { startHub } from "../support/hub.ts";
import { answerElsewhere, askApproval, claude, loop, openInbox, textQuestion } from "../support/inbox.ts";
import { processesOf, readOf } from "../support/processes.ts";
import { scriptedEditor } from "../support/stand-in.ts";
import { openTerminal } from "../support/terminal.ts";

const mgr = textQuestion("Mgr", "Which package manager?");

/** The draft as stored by the hub. */
async function draftOf(hub: Awaited<ReturnType<typeof startHub>>, id: string) {
  const { draft } = await hub.client("human").get(id);
  return draft?.draft.entries[0];
}

describe("the list", () => {
  test("shows the pending asks of all agents, oldest first, with a heading wherever the session changes", async () => {
    const hub = await startHub();
    await hub.ask([database], { agent: claude });
    await hub.ask([features, mgr], { agent: loop });
    await askApproval(hub);
    const inbox = await openInbox(hub);
    await inbox.see("3 waiting");
    // The focused row is inverse to the end of the line, and the list takes the height of the screen.
    expect(
      inbox
        .screen()
        .replace(/ +$/gm, "")
        .replace(/\n{2,}(?= ─)/, "\n"),
    ).toMatchInlineSnapshot(`
      " yourcall   3 waiting                                        ▸ Waiting     Log
       ─────────────────────────────────────────────────────────────────────────────
       claude · fix login · ~/shop
       > Database       Which database should we use for this project?           now

       loop · new service · ~/svc
         Features +1    Which features should we enable?                         now

       claude · fix login · ~/shop
         Bash           fly deploy                                 approval      now
       ─────────────────────────────────────────────────────────────────────────────
        enter open • space mark • x decline • / filter • tab log • ? keys • q quit"
    `);
    inbox.press("q");
    expect((await inbox.exited).code).toBe(0);
  });

  test("plain `yourcall` on a terminal opens it", async () => {
    const hub = await startHub();
    const inbox = await openInbox(hub, { args: [] });
    await inbox.see("Nothing is waiting for you.");
  });

  test("new asks are appended, an ended one keeps its place, / filters, and the terminal's title counts", async () => {
    const hub = await startHub();
    const first = await hub.ask([database], { agent: claude });
    await hub.ask([layout], { agent: loop });
    const inbox = await openInbox(hub);
    await inbox.see("Layout");
    await expect.poll(() => inbox.raw()).toContain("\x1b]2;(2) yourcall\x07");
    expect(inbox.raw()).toContain("\x1b[22;2t");

    // The cursor stays where it is.
    inbox.press("down");
    await inbox.see("> Layout");
    await hub.ask([features], { agent: claude });
    await hub.ask([mgr], { agent: { name: "third" } });
    const screen = await inbox.see("third");
    expect(screen).toContain("> Layout");
    const at = ["Database", "Layout", "Features", "Mgr"].map((header) => screen.indexOf(header));
    expect(at).toEqual([...at].sort((one, other) => one - other));

    inbox.press("/");
    inbox.type("loop");
    await inbox.gone("Database");
    await inbox.see("> Layout");
    expect(inbox.cursor()).toEqual({ row: 2, column: " filter: loop".length });
    expect(inbox.cursorVisible()).toBe(true);
    inbox.press("escape");
    await inbox.see("Database");

    // It stays until the cursor leaves it.
    inbox.press("home");
    await inbox.see("> Database");
    await answerElsewhere(hub, first, "SQLite");
    await inbox.see(/> Database .*answered/);
    await inbox.see("3 waiting");
    await expect.poll(() => inbox.raw()).toContain("\x1b]2;(3) yourcall\x07");
    inbox.press("down");
    await inbox.gone("Database");
    await inbox.see("> Layout");
    inbox.press("q");
    await inbox.exited;
    expect(inbox.raw()).toContain("\x1b[23;2t");
  });

  test("an ask that has waited rings the bell and notifies through the terminal, with its text as data", async () => {
    const hub = await startHub();
    writeFileSync(join(hub.directory, "config.json"), '{"notify":{"after":"50ms","desktop":false}}');
    const inbox = await openInbox(hub, { env: { TERM_PROGRAM: "iTerm.app" } });
    await inbox.see("Nothing is waiting for you.");
    await hub.ask([{ ...database, question: "Which\u001b]0;pwned\u0007 database?" }], { agent: claude });
    await inbox.see("1 waiting");
    await expect.poll(() => inbox.raw()).toContain(" asks: Which database?\x1b\\");
    expect(inbox.raw()).toContain("\x07\x1b]9;yourcall: claude");
    expect(inbox.raw()).not.toContain("]0;pwned");
  });

  test("fits 20 columns and 8 rows, and so does an open ask", async () => {
    const hub = await startHub();
    await hub.ask([database], { agent: claude });
    const inbox = await openInbox(hub, { columns: 20, rows: 8 });
    await inbox.see("> Database");
    expect(inbox.screen()).toContain("q quit");
    inbox.press("enter");
    await inbox.see("PostgreSQL");
    inbox.press("down", "enter");
    await inbox.see(/✔ Sent\s+MongoDB/);
  });

  test("400 asks scroll, and the last one opens", async () => {
    const hub = await startHub();
    const agent = hub.client("agent");
    for (let start = 0; start < 400; start += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          agent.create({
            questions: [{ ...textQuestion(`N${start + index}`, `Number ${start + index}?`), kind: "choice" }],
            agent: { ...claude, session: `s${(start + index) % 40}` },
          }),
        ),
      );
    const inbox = await openInbox(hub);
    await inbox.see("400 waiting");
    for (let count = 0; count < 100; count++) inbox.press("down");
    inbox.press("end");
    await inbox.see(/> N\d+/);
    await expect.poll(() => inbox.screen()).toMatch(/> N\d+[^>]*\n ─+\n.*q quit$/);
    inbox.press("enter");
    await inbox.see("1 > ○ Yes");
  });
});

describe("an open ask", () => {
  test("is answered with the same keys as `ask`, and the list says what was sent", async () => {
    const hub = await startHub();
    const asked = hub.start(["ask", "--question", "Ship it?", "--header", "Ship", "--option", "Yes", "--option", "No"]);
    const inbox = await openInbox(hub);
    await inbox.see("> Ship");
    inbox.press("enter");
    await inbox.see("1 > ○ Yes");
    inbox.press("2");
    await inbox.see("✔ Sent No to");
    await inbox.see("nothing waiting");
    const { stdout } = await asked.ended;
    expect(JSON.parse(stdout)).toMatchObject({
      status: "answered",
      answers: [{ selectedOptions: ["No"] }],
      by: { surface: "terminal", act: "submit", user: "ana" },
    });
  });

  test("esc goes back and keeps the draft, even at the hub, and enter continues it", async () => {
    const hub = await startHub();
    const { id } = await hub.ask([database]);
    const inbox = await openInbox(hub);
    await inbox.see("> Database");
    inbox.press("enter");
    await inbox.see("PostgreSQL");
    inbox.press("o");
    inbox.type("Duck");
    await inbox.see("Other: Duck");
    inbox.press("escape");
    await inbox.gone("esc leave");
    inbox.press("escape");
    await inbox.see(/> Database .* draft/);
    expect(await draftOf(hub, id)).toMatchObject({ other: "Duck" });
    inbox.press("enter");
    await inbox.see("Other: Duck");
    expect(inbox.screen()).not.toContain("Go on with");
  });

  test("a draft begun elsewhere is offered, and enter accepts it", async () => {
    const hub = await startHub();
    const { id } = await hub.ask([database]);
    const entry = { selectedOptions: [], otherPicked: true, other: "Duck", note: "", skipped: false };
    await hub.client("human").saveDraft(id, {
      draft: { entries: [entry], comment: "", reason: "" },
      baseRevision: 0,
      surface: "web",
    });
    const inbox = await openInbox(hub);
    await inbox.see(/> Database .* draft/);
    inbox.press("enter");
    await inbox.see("Continue with the draft begun in web?");
    inbox.press("escape");
    await inbox.see("1 waiting");
    inbox.press("enter");
    await inbox.see("Continue with the draft begun in web?");
    inbox.press("n");
    await inbox.see("Type something else…");
    expect(inbox.screen()).not.toContain("Duck");
    inbox.press("escape");
    await inbox.see("1 waiting");
    inbox.press("enter");
    await inbox.see("n start fresh");
    inbox.press("enter");
    await inbox.gone("Go on with");
    await inbox.see("Other: Duck");
    expect(await draftOf(hub, id)).toMatchObject({ other: "Duck" });
  });

  test("an answer elsewhere closes it, and it says who answered where and shows the typed text", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database]);
    const inbox = await openInbox(hub);
    await inbox.see("> Database");
    inbox.press("enter");
    await inbox.see("PostgreSQL");
    inbox.press("o");
    inbox.type("Duck");
    await inbox.see("Other: Duck");
    await answerElsewhere(hub, ask, "SQLite");
    // The field stays until the person leaves it.
    await inbox.see("Answered in web by ben");
    inbox.press("escape");
    await inbox.see("✔ Database: SQLite");
    expect(inbox.screen()).toMatch(
      /answered in web by ben at \d\d:\d\d, while you were typing\. Not sent: Other\s+"Duck"/,
    );
    inbox.type("more words q");
    inbox.press("enter");
    await inbox.see("nothing waiting");
  });

  test("x declines from the list, with a reason", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database]);
    const inbox = await openInbox(hub);
    await inbox.see("> Database");
    inbox.press("x");
    await inbox.see("Keep answering");
    inbox.press("down", "down", "enter");
    inbox.type("tomorrow");
    inbox.press("enter");
    await inbox.see('Declined Database of agent ("tomorrow")');
    expect((await hub.client("human").get(ask.id)).outcome).toMatchObject({ status: "declined", reason: "tomorrow" });
  });

  test("an answer being sent is shown as such, and the list returns once the hub has accepted it", async () => {
    const hub = await startHub();
    await hub.ask([database]);
    const inbox = await openInbox(hub);
    await inbox.see("> Database");
    inbox.press("enter");
    await inbox.see("PostgreSQL");
    process.kill(hub.pid, "SIGSTOP");
    inbox.press("3");
    await inbox.see("Sending…");
    process.kill(hub.pid, "SIGCONT");
    await inbox.see("✔ Sent SQLite to");
  });

  test("an answer that the hub did not accept keeps everything, and Enter sends it again", async () => {
    const hub = await startHub();
    await hub.ask([database]);
    // If an address is given, no hub is started instead.
    const inbox = await openInbox(hub, { env: { YOURCALL_URL: hub.url, YOURCALL_TOKEN: hub.tokens.human } });
    await inbox.see("> Database");
    inbox.press("enter");
    await inbox.see("PostgreSQL");
    inbox.press("o");
    inbox.type("Duck");
    await inbox.see("Other: Duck");
    await hub.stop();
    await inbox.see("reconnecting…");
    inbox.press("enter");
    await inbox.see("The hub did not accept it:");
    expect(inbox.screen()).toContain("Other: Duck");
    await hub.restart({ args: ["--port", new URL(hub.url).port] });
    await inbox.gone("reconnecting…");
    inbox.press("enter");
    await inbox.see('✔ Sent "Duck" to');
  });

  test("after yourcall stop in another terminal, the hub stays stopped until an answer is sent", async () => {
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    await hub.ask([database]);
    const inbox = await openInbox(hub);
    await inbox.see("> Database");
    expect(await hub.run(["stop"])).toMatchObject({ code: 0 });
    await inbox.see("reconnecting…");
    const serving = processesOf(hub.directory).filter((pid) => readOf(pid, "cmdline").includes("\0serve\0"));
    expect(serving).toEqual([]);
    inbox.press("enter");
    await inbox.see("PostgreSQL");
    inbox.press("2");
    await inbox.see("✔ Sent MongoDB to");
  });

  test("a restart of the hub is shown, loses nothing, and the answer is accepted", async () => {
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    const { id } = await hub.ask([database]);
    const inbox = await openInbox(hub);
    await inbox.see("> Database");
    inbox.press("enter");
    await inbox.see("PostgreSQL");
    inbox.press("o");
    inbox.type("Duck");
    await inbox.see("Other: Duck");
    await hub.stop("SIGKILL");
    // The inbox needs a hub, so it starts one.
    await hubIn(hub.directory, { pid: hub.pid });
    await expect.poll(() => inbox.raw()).toContain("reconnecting…");
    await inbox.see("Other: Duck");
    inbox.press("escape");
    await inbox.gone("esc leave");
    inbox.press("escape");
    await inbox.see(/1 waiting +▸/);
    inbox.press("enter");
    await inbox.see("Other: Duck");
    inbox.press("home", "2");
    await inbox.see("You also wrote");
    inbox.press("enter");
    await inbox.see("✔ Sent MongoDB to");
    const { stdout } = await hub.run(["log", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject([{ id, status: "answered" }]);
  });
});

describe("the terminal itself", () => {
  test("ctrl+z stops the inbox and restores the terminal, and fg redraws it", async () => {
    const hub = await startHub();
    await hub.ask([database]);
    const inbox = await openInbox(hub, {
      shell: 'set -m; echo before; "$@"; echo stopped; fg >/dev/null; echo "after $?"',
    });
    await inbox.see("> Database");
    inbox.press("ctrl+z");
    await inbox.see("> Database");
    await expect.poll(() => inbox.raw().split("\x1b[?1049h")).toHaveLength(3);
    const left = inbox.raw().indexOf("\x1b[?1049l");
    expect(inbox.raw().indexOf("stopped")).toBeGreaterThan(left);
    expect(left).toBeGreaterThan(0);
    inbox.press("enter");
    await inbox.see("PostgreSQL");
    inbox.press("escape");
    await inbox.see("1 waiting");
    inbox.press("q");
    await inbox.see("after 0");
  });

  test("ctrl+g opens the sheet in the editor, and the review shows its answers", async () => {
    const hub = await startHub();
    await hub.ask([database]);
    const { env } = scriptedEditor('grep -v -e PostgreSQL -e MongoDB "$1" >"$HERE/new"; cp "$HERE/new" "$1"');
    const inbox = await openInbox(hub, { env });
    await inbox.see("> Database");
    inbox.press("enter");
    await inbox.see("PostgreSQL");
    inbox.press("ctrl+g");
    await inbox.see("✔ Database: SQLite");
    await inbox.see("> Send answer");
    inbox.press("enter");
    await inbox.see("nothing waiting");
  });
});

describe("the log", () => {
  test("lists decisions, searches all of them, and opens one in full", async () => {
    const hub = await startHub();
    await answerElsewhere(hub, await hub.ask([database], { agent: claude }), "SQLite");
    await answerElsewhere(hub, await hub.ask([layout], { agent: loop }), "Topbar");
    const inbox = await openInbox(hub);
    inbox.press("tab");
    const log = await inbox.see(/Layout: Topbar.*Database: SQLite/s);
    expect(log).toContain("web by ben");
    inbox.press("/");
    inbox.type("sqlite");
    await inbox.gone("Topbar");
    await inbox.see("> ");
    inbox.press("enter", "enter");
    const decision = await inbox.see("Answered in web by ben (click)");
    expect(decision).toContain("● SQLite");
    expect(decision).toContain("○ PostgreSQL (Recommended)");
    expect(decision).toContain("claude · fix login · ~/shop");
    inbox.press("escape");
    await inbox.see("search: sqlite");
    inbox.press("escape");
    await inbox.see("Topbar");
    inbox.press("tab");
    await inbox.see("Nothing is waiting for you.");
  });
});

describe("leaving", () => {
  test("ctrl+c restores the terminal, and the ask stays pending", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database]);
    const inbox = await openInbox(hub, { shell: 'echo before; "$@"; code=$?; echo "after $code"; exit $code' });
    await inbox.see("> Database");
    inbox.press("ctrl+c");
    expect((await inbox.exited).code).toBe(130);
    expect(inbox.screen()).toMatch(/^before\nafter \d+$/);
    expect(inbox.modes).toEqual({ bracketedPaste: false, focusReports: false });
    expect(inbox.cursorVisible()).toBe(true);
    expect((await hub.client("human").get(ask.id)).status).toBe("pending");
  });

  test("SIGHUP restores the terminal too", async () => {
    const hub = await startHub();
    await hub.ask([database]);
    const inbox = await openInbox(hub, { shell: 'exec "$@"' });
    await inbox.see("> Database");
    inbox.kill("SIGHUP");
    await inbox.exited;
    // The alternate screen, the title, focus reports, bracketed paste, the cursor.
    for (const end of ["[?1049l", "[23;2t", "[?1004l", "[?2004l", "[?25h"]) expect(inbox.raw()).toContain(`\x1b${end}`);
  });

  test("closing the terminal in an open ask keeps the typed text at the hub", async () => {
    const hub = await startHub();
    const { id } = await hub.ask([database]);
    const inbox = await openInbox(hub);
    await inbox.see("> Database");
    inbox.press("enter");
    await inbox.see("PostgreSQL");
    inbox.press("o");
    inbox.type("Duck");
    await inbox.see("Other: Duck");
    inbox.hangUp();
    await expect.poll(() => draftOf(hub, id)).toMatchObject({ other: "Duck" });
  });

  test("without a terminal it says what to use instead", async () => {
    const hub = await startHub();
    const { code, stderr } = await hub.run(["inbox"]);
    expect(code).toBe(2);
    expect(stderr).toContain("yourcall list");
  });

  test("without a usable hub it leaves the screen and says why", async () => {
    const terminal = openTerminal(["inbox"], {
      stdoutOnTerminal: true,
      env: { YOURCALL_URL: "http://127.0.0.1:1", YOURCALL_TOKEN: undefined },
    });
    expect((await terminal.exited).code).toBe(1);
    expect(terminal.screen()).toContain("No token for the hub");
  });
});
