import { describe, expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { answerElsewhere, askApproval, claude, loop, openInbox, textQuestion } from "../support/inbox.ts";
import { openTerminal } from "../support/terminal.ts";

/** What a command prints on a terminal of this width. */
async function printed(hub: TestHub, columns: number, ...args: string[]): Promise<string[]> {
  const terminal = openTerminal(args, {
    columns,
    rows: 60,
    stdoutOnTerminal: true,
    env: { YOURCALL_HOME: hub.directory, HOME: "/home/ana" },
  });
  await terminal.exited;
  return terminal.everything().split("\n");
}

describe("at 80 columns", () => {
  const columns = 80;

  test("list, log, help and doctor say what matters in lines that fit", async () => {
    const hub = await startHub();
    const answered = await hub.ask([database], { agent: claude });
    await answerElsewhere(hub, answered, "PostgreSQL (Recommended)");
    await hub.ask([textQuestion("Sessions", "Where should we keep login sessions?")], { agent: claude });
    await askApproval(hub);
    const list = await printed(hub, columns, "list");
    expect(list).toEqual([
      expect.stringMatching(/^\w{4} {2}claude · shop {2}Sessions {2}Where should we keep login sessions\? {2}now$/),
      expect.stringMatching(/^\w{4} {2}claude · shop {2}approval {2}Bash {2}fly deploy +now$/),
    ]);
    expect(await printed(hub, columns, "log")).toEqual([
      expect.stringMatching(
        /^today \d\d:\d\d {2}\w{4} {2}claude · shop {2}Which database.* → PostgreSQL {2}web · ben$/,
      ),
    ]);
    expect(await printed(hub, columns, "log", "--project", "svc")).toEqual(["Nothing found."]);
    expect(await printed(hub, columns, "log", "--agent", "claude", "--since", "1h")).toHaveLength(1);
    // One line per command, none of them wrapped by the terminal.
    expect((await printed(hub, columns, "--help")).every((line) => /^(|\S.*| {2}yourcall .*)$/.test(line))).toBe(true);
    const findings = await printed(hub, columns, "doctor");
    expect(findings.filter((line) => !/^(ok {4}|warn {2}|fail {2})\S/.test(line))).toEqual([]);
  });

  test("the inbox keeps what was put off, names what was sent, and declines marked asks together", async () => {
    const hub = await startHub();
    for (const header of ["First", "Second", "Third"])
      await hub.ask([textQuestion(header, `Which ${header.toLowerCase()}?`)], { agent: claude });
    await hub.ask([textQuestion("Fourth", "Which fourth?")], { agent: loop });
    const inbox = await openInbox(hub, { columns });
    const focused = (header: string) => inbox.see(new RegExp(`^( > |▌)${header} `, "m"));
    await focused("First");
    // The ask next to the list, as it will open.
    expect(/│ {2}1 {3}○ Yes/.test(inbox.screen())).toBe(columns >= 100);
    inbox.press("l");
    await focused("Second");
    inbox.press("enter");
    await inbox.see("enter choose and send");
    inbox.press("1");
    await inbox.see("✔ Sent Yes to claude · fix login");
    await focused("Third");
    inbox.press("space", "down", "space", "x");
    await inbox.see("Decline these 2 asks?");
    inbox.press("enter");
    await inbox.see("2 asks declined.");
    await focused("First");
    expect(inbox.screen()).toContain("1 waiting");
    inbox.press("tab");
    await inbox.see(/today \d\d:\d\d {2}loop · svc .*declined/);
    const ended = (await hub.client("human").list({ status: "ended" })).asks.map(({ status }) => status);
    expect(ended.sort()).toEqual(["answered", "declined", "declined"]);
  });
});
