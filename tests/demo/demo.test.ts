import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testInBrowser, useBrowser } from "../support/browser.ts";
import { latestLink, nothingLeftIn, openDemo, processesIn, runTests, startService } from "../support/demo.ts";
import { temporaryDirectory } from "../support/hub.ts";
import { isAlive } from "../support/processes.ts";
import { root } from "../support/terminal.ts";

const firstLine = "yourcall demo: an agent sets up a small web service. You decide.";

function readIn(project: string, file: string): string {
  return readFileSync(join(project, file), "utf8");
}

/** The paths of the files that the demo says it wrote. */
function written(text: string): string[] {
  return [...text.matchAll(/^✔ Write (\S+)/gm)].map(([, path = ""]) => path);
}

/** What was shown, however it was wrapped. */
function flat(terminal: { everything(): string }): string {
  return terminal.everything().replace(/\s+/g, " ");
}

const browser = useBrowser();

testInBrowser(
  "answers from here and from the browser build the project; the hub stays while a page is open",
  async () => {
    const { terminal, temporary, project } = openDemo({ columns: 180 });
    await terminal.see("Nothing happens until you choose. Take your time.");
    await terminal.ready();
    const [first, second, , third, , fourth] = terminal.everything().split("\n");
    expect(first).toBe(firstLine);
    expect(second).toMatch(
      /^Answer here, or in the browser: http:\/\/127\.0\.0\.1:22\d\d\/#login=[\w-]{22}\.[\w-]{22} {2}\(good for one login.*\)$/,
    );
    expect(third).toBe("you › Set up a small web service");
    expect(fourth).toMatch(/^I will set up a small notes service/);
    expect(terminal.screen()).toContain("1 > ○ SQLite (Recommended)");
    terminal.press("enter");
    await terminal.see("Try this one in the browser: the prompt here closes by itself.");
    expect(terminal.everything()).toContain("✔ Database: SQLite\n\nSQLite then, one file, no server.\n");

    const page = await browser.open(latestLink(terminal.everything()));
    await page.getByRole("checkbox", { name: "Search" }).check();
    await page.getByRole("radio", { name: /^npm/ }).check();
    await page.getByRole("button", { name: "Send answers" }).click();
    await terminal.see(/answered in web at \d\d:\d\d\./);
    expect(terminal.everything()).toContain("✔ Features: Search\n✔ Package Mgr: npm\n");
    await terminal.see("Search, with npm.");
    await terminal.see("1 > ○ Sidebar (Recommended)");
    await terminal.ready();
    expect(terminal.screen()).toContain("┌ Sidebar ─");
    terminal.press("enter");

    expect(await terminal.exited).toMatchObject({ code: 0 });
    const shown = terminal.everything();
    // The link once, each file once.
    expect(shown.match(/#login=/g)).toHaveLength(1);
    expect(new Set(written(shown)).size).toBe(written(shown).length);
    expect(shown).toMatch(/^✔ Run yourcall log --markdown > DECISIONS\.md/m);
    expect(shown).toMatch(/^✔ Run npm test {2}.*\n\nDone: 4 tests passed\.\n/m);
    expect(shown).toContain(`\nYour project: ${project}\nRun it: cd ${project} && `);
    expect(shown).toMatch(/^Your decisions: DECISIONS\.md in it\nWith your agent: yourcall setup$/m);
    expect(shown).toContain("Run the demo again and answer differently: you get another project.");
    for (const path of written(shown)) expect(readIn(project, path)).not.toBe("");
    expect(readIn(project, "DECISIONS.md")).toMatch(/^# Decisions\n/);
    expect(readIn(project, "DECISIONS.md")).toContain("- [x] SQLite (Recommended): One file, no server");
    expect(readIn(project, "DECISIONS.md")).toMatch(/Answered in web \(submit\)/);
    expect(runTests(project)).toEqual({ passed: 4, failed: 0 });
    const { url } = await startService(project);
    expect(await (await fetch(url)).text()).toMatch(/<body class="sidebar">[\s\S]*id="search"/);
    await fetch(`${url}/notes`, { method: "POST", body: JSON.stringify({ text: "milk" }) });
    expect(await (await fetch(`${url}/notes?q=MILK`)).json()).toEqual([{ id: 1, text: "milk" }]);
    expect(readFileSync(join(project, "data/notes.db")).subarray(0, 6).toString()).toBe("SQLite");

    const pid = Number(/so the hub keeps running\. To end it now: kill (\d+)/.exec(shown)?.[1]);
    expect(processesIn(temporary)).toEqual([pid]);
    expect(isAlive(pid)).toBe(true);
    await page.close();
    await nothingLeftIn(temporary);
  },
);

test("from the built files alone, an answer that cannot be built is asked for again; own words, a note, a comment and a skip are used", async () => {
  const copy = temporaryDirectory("installed");
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(root, "cli", part), join(copy, part), { recursive: true });
  // At 60 columns the link has its own line, and no word is cut.
  const shell = `cd /; "$1" '${copy}/bin/yourcall.cjs' demo`;
  const { terminal, temporary } = openDemo({ rows: 40, columns: 60, shell });
  await terminal.see("Nothing happens until you choose");
  await terminal.ready();
  expect(terminal.everything()).toMatch(/^Answer here, or in the browser \(good for one login[^)]*\):$/m);
  terminal.press("o");
  terminal.type("PostgreSQL");
  await terminal.see("PostgreSQL");
  terminal.press("enter");
  await terminal.see(/I cannot build "PostgreSQL" in this demo, so I ask\s+again\./);
  await terminal.see("1 > ○ SQLite (Recommended)");
  await terminal.ready();
  terminal.press("2");
  await terminal.see("What else should it do?");
  await terminal.ready();
  expect(terminal.everything()).toContain("A JSON file then, readable in any editor.");
  terminal.press("2", "n");
  terminal.type("for the load balancer");
  terminal.press("enter", "o");
  terminal.type("dark mode");
  await terminal.see("dark mode");
  terminal.press("enter", "tab");
  await terminal.see("Which package manager do you use?");
  terminal.press("s");
  await terminal.see("Send answers");
  terminal.press("c");
  terminal.type("<b>keep it small");
  terminal.press("enter");
  await terminal.see("<b>keep it small");
  terminal.press("enter");
  await terminal.see("How should the page be laid out?");
  await terminal.ready();
  expect(flat(terminal)).toContain(
    "A health check and dark mode, and npm, since you left that to the agent. Your note will be in DECISIONS.md.",
  );
  terminal.press("2");
  expect(await terminal.exited).toMatchObject({ code: 0 });
  const shown = terminal.everything();
  expect(shown).toContain("A topbar it is.");
  expect(shown).toContain("Done: 4 tests passed.\n");
  // Without --dir it is a fresh directory.
  const project = (/^Your project:\s([\s\S]*?)\nRun it/m.exec(shown)?.[1] ?? "").replaceAll("\n", "");
  expect(project).toMatch(new RegExp(`^${temporary}/notes-service-\\w{6}$`));
  expect(runTests(project)).toEqual({ passed: 4, failed: 0 });
  expect(JSON.parse(readIn(project, "package.json")).packageManager).toMatch(/^npm@\d+\.\d+\.\d+$/);

  expect(readIn(project, "README.md")).toContain("kept in one JSON file");
  const decisions = readIn(project, "DECISIONS.md");
  expect(decisions).toContain("In their own words:\n\n> PostgreSQL\n");
  expect(decisions).toContain("No preference: the choice was left to the agent.");
  expect(decisions).toContain("Note:\n\n> for the load balancer\n");
  expect(decisions).toContain("Comment:\n\n> \\<b\\>keep it small\n");
  const { url } = await startService(project);
  expect(await (await fetch(url)).text()).toMatch(/prefers-color-scheme: dark[\s\S]*<body class="topbar">/);
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok", notes: 0 });
  expect(processesIn(temporary)).toEqual([]);
});
