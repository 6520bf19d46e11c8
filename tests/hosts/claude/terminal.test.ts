import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, vi } from "vitest";
import { homeOfBackgroundHub, hubIn, humanClientIn } from "../../support/background-hub.ts";
import { asking, choose, hooksOf, setUpClaude } from "../../support/claude-hooks.ts";
import { testWithTui } from "../../support/claude-tui.ts";
import { askOf } from "../../support/find-ask.ts";
import { startHub } from "../../support/hub.ts";
import { isAlive } from "../../support/processes.ts";

const answered = (question: string, label: string) =>
  `Your questions have been answered: "${question}"="${label}". You can now continue with these answers in mind.`;

describe("a question from Claude Code in the person's own terminal", () => {
  testWithTui("is answered in its dialog or in yourcall, whichever is first, and closes in the other", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const { api, place, open } = await setUpClaude(
      {
        dialog: [["I looked at the code.", asking("Which in the dialog?")], ["Dialog done."]],
        own: [[asking("Which of your own?")], ["Own done."]],
        late: [[asking("Which too late?")], ["Late done."]],
        yourcall: [[asking("Which in yourcall?")], ["Yourcall done."]],
        words: [[asking("Which by words?")], [asking("Which at all?")], ["Words done."]],
        both: [[asking("Which first?"), asking("Which second?")], ["Both done."]],
        escape: [[asking("Which then?")], ["Never said."]],
        chat: [[asking("Which to talk about?")], ["What would you like to clarify?"]],
      },
      { home: hub.directory },
    );
    const tui = await open();

    await tui.say("Choose, please [dialog]");
    const ask = await askOf(client, "Which in the dialog?");
    expect(ask.agent).toMatchObject({ name: "claude", title: "Choose, please [dialog]", cwd: place.cwd });
    expect(ask.context).toBe("I looked at the code.");
    await expect.poll(async () => (await client.get(ask.id)).waiting.count).toBe(1);
    await tui.see("❯ 1. One");
    await tui.pressUntil("2", "Dialog done.");
    expect(await askOf(client, "Which in the dialog?", "answered")).toMatchObject({
      outcome: { answers: [{ selectedOptions: ["Two"] }], by: { surface: "claude-code", act: "reported" } },
      delivery: { state: "taken" },
    });
    expect(await hub.client("agent").get(ask.id)).toMatchObject({ status: "cancelled" });
    expect((await api.resultOf("toolu_dialog_0_1")).text).toBe(answered("Which in the dialog?", "Two"));

    await tui.clear();
    await tui.say("Go on [own]");
    await askOf(client, "Which of your own?");
    await tui.pressUntil("Down", /❯ 3\. /);
    await tui.typeUntilSeen("neither of them");
    tui.press("Enter");
    await tui.see("Own done.");
    expect((await askOf(client, "Which of your own?", "answered")).outcome).toMatchObject({
      answers: [{ selectedOptions: [], customInput: "neither of them" }],
    });

    await tui.clear();
    await tui.say("Go on [late]");
    const late = await askOf(client, "Which too late?");
    await expect.poll(async () => (await client.get(late.id)).waiting.count).toBe(1);
    await tui.see("❯ 1. One");
    const [hook = 0] = hooksOf(hub.directory);
    process.kill(hook, "SIGSTOP");
    await choose(client, late, "One");
    await tui.pressUntil("2", "Late done.");
    process.kill(hook, "SIGCONT");
    expect((await api.resultOf("toolu_late_0_0")).text).toBe(answered("Which too late?", "Two"));
    expect((await client.get(late.id)).delivery).toMatchObject({ state: "refused", note: "it went on with Two" });

    await tui.clear();
    await tui.say("Go on [yourcall]");
    await tui.see("❯ 1. One");
    await choose(client, await askOf(client, "Which in yourcall?"), "One");
    await tui.see("Yourcall done.");
    expect(await tui.gone("1. One")).toContain("Allowed by PermissionRequest hook");
    expect((await api.resultOf("toolu_yourcall_0_0")).text).toBe(answered("Which in yourcall?", "One"));

    await tui.clear();
    await tui.say("Go on [words]");
    const spoken = await askOf(client, "Which by words?");
    await client.answer(spoken.id, {
      answers: [{ question: "Which by words?", skipped: true }],
      comment: "Neither, start over",
      act: "click",
    });
    expect(await api.resultOf("toolu_words_0_0")).toMatchObject({
      text: expect.stringContaining("Neither, start over"),
      isError: true,
    });
    await client.decline((await askOf(client, "Which at all?")).id, { reason: "not now" });
    expect(await api.resultOf("toolu_words_1_0")).toMatchObject({
      text: expect.stringMatching(/declined to answer.*not now/s),
      isError: true,
    });
    await tui.see("Words done.");

    await tui.clear();
    await tui.say("Go on [both]");
    await choose(client, await askOf(client, "Which second?"), "Two");
    await choose(client, await askOf(client, "Which first?"), "One");
    await tui.see("Both done.");
    expect((await api.resultOf("toolu_both_0_0")).text).toBe(answered("Which first?", "One"));
    expect((await api.resultOf("toolu_both_0_1")).text).toBe(answered("Which second?", "Two"));

    await tui.clear();
    await tui.say("Go on [escape]");
    await tui.see("❯ 1. One");
    await askOf(client, "Which then?");
    await tui.pressUntil("Escape", "User declined to answer questions");
    expect((await askOf(client, "Which then?", "cancelled")).outcome).toMatchObject({
      reason: "Claude Code no longer waits for it.",
    });

    await tui.clear();
    await tui.say("Go on [chat]");
    await tui.see("❯ 1. One");
    await askOf(client, "Which to talk about?");
    await tui.pressUntil("4", "What would you like to clarify?");
    expect((await askOf(client, "Which to talk about?", "cancelled")).outcome).toMatchObject({
      reason: "Chosen in Claude Code: chat about this.",
    });
    expect((await api.resultOf("toolu_chat_0_0")).text).toContain("The user wants to clarify these questions");
  });

  testWithTui(
    "stays in Claude's dialog while the hub cannot be reached, and returns with a hub that was killed",
    async () => {
      const hub = await startHub({ directory: homeOfBackgroundHub() });
      const { api, open } = await setUpClaude(
        {
          killed: [[asking("Which after the crash?")], ["Killed done."]],
          paused: [[asking("Which meanwhile?")], ["Paused done."]],
          later: [["Later done."]],
          none: [[asking("Which without a hub?")], ["None done."]],
        },
        { home: hub.directory },
      );
      const tui = await open();

      await tui.say("Go on [killed]");
      await askOf(hub.client("human"), "Which after the crash?");
      await hub.stop("SIGKILL");
      const next = await hubIn(hub.directory, hub);
      const client = await humanClientIn(hub.directory);
      await choose(client, await askOf(client, "Which after the crash?"), "Two");
      await tui.see("Killed done.");
      expect((await api.resultOf("toolu_killed_0_0")).text).toBe(answered("Which after the crash?", "Two"));

      process.kill(next.pid, "SIGSTOP");
      await tui.clear();
      await tui.say("Go on [paused]");
      await tui.see("❯ 1. One");
      await tui.pressUntil("1", "Paused done.");
      expect((await api.resultOf("toolu_paused_0_0")).text).toBe(answered("Which meanwhile?", "One"));
      await tui.gone("running Stop hook");
      process.kill(next.pid, "SIGCONT");
      // An ask that reached the hub too late is withdrawn at the session's next event.
      await tui.say("Go on [later]");
      await tui.see(/Go on \[later\][\s\S]*The end\./);
      await expect.poll(async () => (await client.list()).asks).toEqual([]);

      process.kill(next.pid, "SIGTERM");
      await expect.poll(() => isAlive(next.pid)).toBe(false);
      // If no hub can be started, only the dialog is left.
      writeFileSync(join(hub.directory, "config.json"), JSON.stringify({ host: "0.0.0.0" }));
      await tui.clear();
      await tui.say("Go on [none]");
      await tui.see("❯ 1. One");
      await tui.pressUntil("2", "None done.");
      expect((await api.resultOf("toolu_none_0_0")).text).toBe(answered("Which without a hub?", "Two"));
      expect(tui.screen()).not.toMatch(/hook error|yourcall/);
    },
  );

  testWithTui("is shown only in yourcall with --exclusive, or in the dialog if yourcall cannot show it", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const { api, open } = await setUpClaude(
      {
        only: [["I looked.", asking("Which only there?")], ["Only done."]],
        declined: [[asking("Which not at all?")], ["Declined done."]],
        escape: [[asking("Which no more?")], ["Never said."]],
        cancelled: [[asking("Which in the end?")], ["Cancelled done."]],
      },
      { home: hub.directory, setup: ["--exclusive"] },
    );
    const tui = await open();

    await tui.say("Go on [only]");
    await tui.see("running PreToolUse hook");
    const ask = await askOf(client, "Which only there?");
    expect(ask).toMatchObject({ key: "toolu_only_0_1", context: "I looked." });
    expect(tui.screen()).not.toContain("1. One");
    await choose(client, ask, "Two");
    await tui.see("Only done.");
    expect((await api.resultOf("toolu_only_0_1")).text).toBe(answered("Which only there?", "Two"));

    await tui.clear();
    await tui.say("Go on [declined]");
    await client.decline((await askOf(client, "Which not at all?")).id);
    expect(await api.resultOf("toolu_declined_0_0")).toMatchObject({
      text: expect.stringContaining("The user declined to answer."),
      isError: true,
    });
    await tui.see("Declined done.");

    await tui.clear();
    await tui.say("Go on [escape]");
    await askOf(client, "Which no more?");
    await tui.pressUntil("Escape", "User declined to answer questions");
    await askOf(client, "Which no more?", "cancelled");

    await tui.clear();
    await tui.say("Go on [cancelled]");
    await client.cancel((await askOf(client, "Which in the end?")).id);
    await tui.see("❯ 1. One");
    await tui.pressUntil("1", "Cancelled done.");
    expect((await api.resultOf("toolu_cancelled_0_0")).text).toBe(answered("Which in the end?", "One"));
  });

  testWithTui("is accompanied by permission requests for other tools with --approvals", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const bash = (command: string) => ({ tool: "Bash", input: { command, description: "Makes a file" } });
    const { api, place, open } = await setUpClaude(
      {
        tools: [
          [bash("touch once")],
          [bash("touch denied")],
          [bash("touch dialog")],
          [bash("touch always")],
          [asking("Which besides?")],
          ["Tools done."],
        ],
      },
      { home: hub.directory, setup: ["--approvals"] },
    );
    const tui = await open("--permission-mode", "default");
    const approvalFor = (command: string, status: "pending" | "answered" = "pending") =>
      vi.waitFor(
        async () => {
          const { asks } = await client.list({ status });
          const ask = asks.find(({ approval }) => (approval?.input as { command?: string })?.command === command);
          if (ask === undefined) throw new Error(`no ${status} approval for ${command}`);
          return ask;
        },
        { timeout: 60_000 },
      );

    await tui.say("Go on [tools]");
    const once = await approvalFor("touch once");
    expect(once).toMatchObject({ kind: "approval", approval: { tool: "Bash" }, agent: { cwd: place.cwd } });
    await choose(client, once, "allow-once");
    expect((await api.resultOf("toolu_tools_0_0")).isError).toBe(false);
    expect(existsSync(join(place.cwd, "once"))).toBe(true);

    const denied = await approvalFor("touch denied");
    await client.answer(denied.id, {
      answers: [{ question: denied.questions[0]?.question, selectedOptions: ["deny"], notes: "use mktemp" }],
      act: "click",
    });
    expect(await api.resultOf("toolu_tools_1_0")).toMatchObject({
      text: expect.stringContaining("The user denied this call: Bash was not run. They say: use mktemp"),
      isError: true,
    });

    await approvalFor("touch dialog");
    await tui.see(/touch dialog[\s\S]*❯ 1\. Yes/);
    await tui.pressUntil("1", "touch always");
    expect((await approvalFor("touch dialog", "answered")).outcome).toMatchObject({ by: { act: "reported" } });

    await choose(client, await approvalFor("touch always"), "allow-always");
    expect((await api.resultOf("toolu_tools_3_0")).isError).toBe(false);

    await choose(client, await askOf(client, "Which besides?"), "One");
    await tui.see("Tools done.");
  });
});
