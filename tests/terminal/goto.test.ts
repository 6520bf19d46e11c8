import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { database } from "../support/asks.ts";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { claude } from "../support/inbox.ts";
import { testWith } from "../support/needs.ts";
import { yourcall } from "../support/terminal.ts";
import { openTmux } from "../support/tmux.ts";

const testWithTmux = testWith("tmux");

testWithTmux(
  "goto, and g in the inbox, show the tmux pane of the session that asked, or say why not",
  async () => {
    // An inbox that ends with its tmux may have started the hub again.
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    // Whatever agents this machine has, the inbox does not offer to connect them.
    writeFileSync(join(hub.directory, "clients-offered"), "");
    const env = {
      PATH: process.env.PATH ?? "",
      LANG: "C.UTF-8",
      YOURCALL_HOME: hub.directory,
      TMUX_TMPDIR: temporaryDirectory("goto"),
      YOURCALL_KEY_GUARD_MS: "0",
    };
    const tmux = (...words: string[]) =>
      execFileSync("tmux", ["-f", "/dev/null", ...words], { env, encoding: "utf8", stdio: "pipe" }).trim();
    const goTo = (id: string, more = {}) => hub.run(["goto", id], { env: { ...env, TMUX: undefined, ...more } });
    // Different ones, which are not shown as one row.
    let count = 0;
    const ask = (pane?: string) => hub.ask([database], { agent: { ...claude, pane }, context: `Step ${++count}.` });

    const nowhere = await ask();
    expect(await goTo(nowhere.id)).toMatchObject({ code: 1, stderr: expect.stringContaining("No tmux pane is known") });
    expect((await hub.run(["goto"])).code).toBe(2);
    for (const pane of ["%0; touch x", "two:1", "-t", "%"]) await expect(ask(pane)).rejects.toThrow("agent.pane");
    const early = await ask("%99");
    expect(await goTo(early.id)).toMatchObject({ code: 1, stderr: expect.stringContaining("tmux is not running") });
    const away = await goTo(early.id, { PATH: "/nonexistent" });
    expect(away).toMatchObject({ code: 1, stderr: expect.stringContaining("tmux was not found") });

    const command = `'${process.execPath}' '${yourcall}'`;
    tmux("new-session", "-d", "-s", "one", "-x", "90", "-y", "24", `${command} inbox; cat`);
    onTestFinished(() => void tmux("kill-server"));
    tmux("new-session", "-d", "-s", "two", "-x", "90", "-y", "24", "echo first window; cat");
    tmux("new-window", "-t", "two", "echo asked from here; cat");
    tmux("select-window", "-t", "two:0");
    const pane = tmux("list-panes", "-t", "two:1", "-F", "#{pane_id}");
    const { id } = await ask(pane);
    expect(await goTo(id)).toMatchObject({ code: 1, stderr: expect.stringContaining(`Run: tmux attach -t ${pane}`) });

    const person = openTmux(["tmux", "attach-session", "-t", "one"], { cwd: "/", env, columns: 80 });
    onTestFinished(() => person.end());
    await person.see("3 waiting");
    expect(await goTo(id)).toMatchObject({ code: 0, stderr: expect.stringMatching(/Switched tmux on .* to pane %/) });
    await person.see("asked from here");

    tmux("switch-client", "-t", "one");
    tmux("select-window", "-t", "two:0");
    await person.see("3 waiting");
    person.press("g");
    await person.see("No tmux pane is known");
    person.press("End");
    await person.see("g go to pane");
    person.press("g");
    await person.see("asked from here");

    tmux("switch-client", "-t", "one");
    tmux("kill-pane", "-t", pane);
    expect(await goTo(id)).toMatchObject({ code: 1, stderr: expect.stringContaining(`pane ${pane} is gone`) });
  },
  60_000,
);
