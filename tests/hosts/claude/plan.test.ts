import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { WireAsk } from "@yourcall/client";
import { expect, vi } from "vitest";
import { database } from "../../support/asks.ts";
import { choose, setUpClaude } from "../../support/claude-hooks.ts";
import { testWithTui } from "../../support/claude-tui.ts";
import { startHub } from "../../support/hub.ts";
import { root, yourcall } from "../../support/terminal.ts";

/** Adds the status line that docs/agents/claude-code.md recommends. */
function useStatusLine(file: string): void {
  const page = readFileSync(join(root, "docs/agents/claude-code.md"), "utf8");
  const [, recipe = ""] = /```json\n(\{\s+"statusLine"[\s\S]+?)```/.exec(page) ?? [];
  const { statusLine } = JSON.parse(recipe) as { statusLine: { command: string } };
  const command = statusLine.command.replace(/^yourcall /, `'${process.execPath}' '${yourcall}' `);
  const settings = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...settings, statusLine: { ...statusLine, command } }));
}

testWithTui(
  "Claude's plan and where it comes from are in the inbox; its choices and what to change reach Claude",
  async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const present = { tool: "ExitPlanMode", input: {} };
    const { api, place, open } = await setUpClaude(
      {
        plan: [["Ready plan"], [present], [present], [present], ["Plan done."]],
        agent: [
          [
            {
              tool: "Agent",
              input: { description: "Deploys", prompt: "Deploy it [sub]", subagent_type: "general-purpose" },
            },
          ],
          ["Agent done."],
        ],
        sub: [[{ tool: "Bash", input: { command: "make deploy", description: "Deploys" } }], ["Sub done."]],
      },
      // The pane in which the test's own tmux runs it.
      { home: hub.directory, setup: ["--approvals"], env: { TMUX: "/tmp/tmux-0/default,1,0", TMUX_PANE: "%0" } },
    );
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: place.cwd, stdio: "ignore" });
    git("init", "-b", "feat/sessions");
    useStatusLine(join(place.config, "settings.json"));
    const elsewhere = await hub.ask([database]);
    const tui = await open("--permission-mode", "plan");
    await tui.see("1 waiting");
    await client.cancel(elsewhere.id);

    const pending = (not?: WireAsk) =>
      vi.waitFor(
        async () => {
          const [ask] = (await client.list({ status: "pending" })).asks;
          if (ask === undefined || ask.id === not?.id) throw new Error("no ask");
          return ask;
        },
        { timeout: 60_000, interval: 50 },
      );

    // Claude keeps the plan in a file of its own, which the model is told about and writes.
    await tui.say("First [plan]");
    await tui.see("Ready plan");
    const request = await api.waitForRequest(({ scenario }) => scenario === "plan");
    const [path = ""] = /[^"\s\\`]*\/plans\/[^"\s\\`]+\.md/.exec(JSON.stringify(request)) ?? [];
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "# Move sessions\n\n1. Redis\n");
    await tui.say("Go on");
    const first = await pending();
    expect(first.agent).toMatchObject({ name: "claude", cwd: place.cwd, branch: "feat/sessions", pane: "%0" });
    expect(first.approval).toMatchObject({
      tool: "ExitPlanMode",
      input: { plan: "# Move sessions\n\n1. Redis\n", planFilePath: path },
    });
    await tui.see("3. Tell Claude what to change");
    // The choices have the same labels as in Claude's own dialog.
    const labels = first.approval?.options?.map(({ label }) => label) ?? [];
    const screen = tui.screen();
    expect(labels.filter((label) => screen.includes(label))).toHaveLength(3);
    await client.answer(first.id, {
      answers: [
        { question: first.questions[0]?.question, selectedOptions: ["change"], notes: "use Postgres for sessions" },
      ],
      act: "click",
    });
    expect(await api.resultOf("toolu_plan_1_0")).toEqual({
      text: "The user wants the plan changed before you start. They say: use Postgres for sessions\n\nStay in plan mode, change the plan accordingly and present it again.",
      isError: true,
    });
    // The plan is presented again, and the same choice is made in Claude's own dialog.
    const second = await pending(first);
    await tui.see("❯ 1. Yes");
    await tui.pressUntil("Down", "❯ 3. Tell Claude what to change");
    await tui.typeUntilSeen("less of it");
    tui.press("Enter");
    const third = await pending(second);
    expect((await client.get(second.id)).outcome).toMatchObject({
      answers: [{ selectedOptions: ["change"], notes: "less of it" }],
      by: { act: "reported" },
    });
    await choose(client, third, "accept-edits");
    expect(await api.resultOf("toolu_plan_3_0")).toMatchObject({
      text: expect.stringMatching(/^User has approved your plan[\s\S]*## Approved Plan:\n# Move sessions/),
      isError: false,
    });
    await tui.see("Plan done.");
    await tui.see("accept edits on");

    await tui.clear();
    await tui.say("Go on [agent]");
    const deploy = await pending();
    expect(deploy).toMatchObject({
      approval: { tool: "Bash" },
      agent: { title: "Go on [agent]", subagent: "Deploys", branch: "feat/sessions", pane: "%0" },
    });
    await choose(client, deploy, "deny");
    expect((await api.resultOf("toolu_sub_0_0")).isError).toBe(true);
    await tui.see("Agent done.");
    expect((await client.list({ status: "pending" })).asks).toEqual([]);
  },
);
