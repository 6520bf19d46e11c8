import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AskStatus, HubClient, WireAsk } from "@yourcall/client";
import { describe, expect, vi } from "vitest";
import { homeOfBackgroundHub, humanClientIn } from "../../support/background-hub.ts";
import { asking, choose, hooksOf, setUpClaude } from "../../support/claude-hooks.ts";
import { testWithTui } from "../../support/claude-tui.ts";
import { askOf } from "../../support/find-ask.ts";
import { startCommand, startHub } from "../../support/hub.ts";
import { root } from "../../support/terminal.ts";

/** The approval of this tool's call, once it has this status. */
function approvalOf(client: HubClient, word: string, status: AskStatus = "pending"): Promise<WireAsk> {
  return vi.waitFor(
    async () => {
      const { asks } = await client.list({ status: "all", order: "newest" });
      const ask = asks.find(({ approval }) => JSON.stringify(approval ?? null).includes(word));
      if (ask?.status !== status) throw new Error(`${word}: ${ask?.status ?? "no ask"}, not ${status}`);
      return ask;
    },
    { timeout: 60_000, interval: 50 },
  );
}

const noDialog = /^(?![\s\S]*Do you want to proceed)/;
const reported = (label: string) => ({
  outcome: { answers: [{ selectedOptions: [label] }], by: { surface: "claude-code", act: "reported" } },
  delivery: { state: "taken" },
});

describe("a decision in Claude's own dialog", () => {
  testWithTui("about a tool is in the log, and a decision that came too late for it is marked", async () => {
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    const client = hub.client("human");
    const bash = (command: string) => ({ tool: "Bash", input: { command, description: "Makes a file" } });
    const size = { type: "object", properties: { size: { type: "string", enum: ["s", "m"] } } };
    const form = (message: string) => ({
      tool: "mcp__forms__form",
      input: { mode: "form", message, requestedSchema: size },
    });
    const agent = { description: "Sub work", prompt: "[inner] do it", subagent_type: "general-purpose" };
    const { api, place, open } = await setUpClaude(
      {
        tools: [
          [bash("touch failed && false")],
          // Claude Code tells hooks the whole path.
          [{ tool: "Write", input: { file_path: "amended", content: "Amended.\n" } }],
          [bash("touch slow; until [ -e go ]; do sleep 0.05; done")],
          [form("Which size?")],
          [form("Which other size?")],
          ["Tools done."],
        ],
        no: [[bash("touch not")], ["Never said."]],
        stop: [[bash("touch begun; sleep 60")], ["Never said."]],
        sub: [[{ tool: "Agent", input: agent }], ["Sub done."]],
        inner: [[bash("touch inner")], ["Inner done."]],
        halt: [
          [{ tool: "Agent", input: { ...agent, description: "Halted work", prompt: "[halted] do it" } }],
          ["Halt done."],
          ["Once more."],
          ["Really."],
        ],
        halted: [[bash("touch halted")], ["Halted done."]],
        plan: [[{ tool: "ExitPlanMode", input: { plan: "# The plan" } }], ["Plan done."]],
      },
      {
        home: hub.directory,
        setup: ["--approvals", "--forms", "--subagent-wait", "3s"],
        env: { ENABLE_TOOL_SEARCH: "false" },
      },
    );
    const server = { command: process.execPath, args: [join(root, "tests/hosts/claude/forms-server.mjs")] };
    writeFileSync(join(place.cwd, "mcp.json"), JSON.stringify({ mcpServers: { forms: server } }));
    const tui = await open("--permission-mode", "default", "--mcp-config", "mcp.json");

    await tui.say("Go on [tools]");
    await approvalOf(client, "touch failed");
    await tui.see(/touch failed[\s\S]*❯ 1\. Yes/);
    await tui.pressUntil("1", "amended");
    expect(await approvalOf(client, "touch failed", "answered")).toMatchObject(reported("allow-once"));
    expect((await api.resultOf("toolu_tools_0_0")).isError).toBe(true);

    await approvalOf(client, "amended");
    await tui.pressUntil("Down", /❯ \d\. No/);
    tui.press("Tab");
    await tui.see("No, and tell Claude what to do differently");
    await tui.typeUntilSeen("use mktemp");
    await tui.see("No, use mktemp");
    tui.press("Enter");
    const amended = await approvalOf(client, "amended", "answered");
    expect(amended).toMatchObject(reported("deny"));
    expect(amended.outcome).toMatchObject({ answers: [{ notes: "use mktemp" }] });
    expect((await api.resultOf("toolu_tools_1_0")).text).toContain("use mktemp");

    const slow = await approvalOf(client, "touch slow");
    await tui.see(/touch slow[\s\S]*❯ 1\. Yes/);
    await tui.pressUntil("1", noDialog);
    await expect.poll(() => existsSync(join(place.cwd, "slow"))).toBe(true);
    await choose(client, slow, "deny");
    writeFileSync(join(place.cwd, "go"), "");

    // Forms of MCP servers: instead of Claude's own, which opens if nobody decides here.
    await choose(client, await approvalOf(client, "Which size?"), "allow-always");
    await choose(client, await askOf(client, "Which size?\n\nsize"), "m");
    expect(JSON.parse((await api.resultOf("toolu_tools_3_0")).text)).toEqual({
      action: "accept",
      content: { size: "m" },
    });
    const second = await askOf(client, "Which other size?\n\nsize");
    expect(second).toMatchObject({ agent: { title: "Go on [tools]" } });
    expect(tui.screen()).toContain("running Elicitation hook");
    await client.cancel(second.id);
    await tui.see("requests your input");
    await tui.pressUntil("Escape", "Tools done.");
    expect(JSON.parse((await api.resultOf("toolu_tools_4_0")).text)).toEqual({ action: "cancel" });

    expect((await client.get(slow.id)).delivery).toMatchObject({
      state: "refused",
      note: "it had been allowed in Claude Code",
    });

    await tui.clear();
    await tui.say("Go on [no]");
    await approvalOf(client, "touch not");
    await tui.see(/touch not[\s\S]*❯ 1\. Yes/);
    await tui.pressUntil("4", "Interrupted");
    // The transcript may record it too late for the hook, which Claude Code soon kills.
    await expect.poll(async () => (await client.list()).asks).toEqual([]);

    // The call had been allowed; whether the hook still learns that is up to Claude Code.
    await tui.clear();
    await tui.say("Go on [stop]");
    const begun = await approvalOf(client, "touch begun");
    await tui.see(/touch begun[\s\S]*❯ 1\. Yes/);
    await tui.pressUntil("1", noDialog);
    await expect.poll(() => existsSync(join(place.cwd, "begun"))).toBe(true);
    tui.press("Escape");
    await tui.see("Interrupted");
    await expect.poll(async () => (await client.list()).asks).toEqual([]);
    expect(JSON.stringify((await client.get(begun.id)).outcome)).toMatch(/allow-once|no longer waits/);

    await tui.clear();
    await tui.say("Go on [sub]");
    const inner = await approvalOf(client, "touch inner");
    expect(inner.metadata).toMatchObject({ call: "toolu_inner_0_0" });
    expect(tui.screen()).not.toContain("Do you want to proceed?");
    // Claude shows its dialog once the hook has given up waiting.
    await tui.see(/touch inner[\s\S]*❯ 1\. Yes/);
    expect((await client.get(inner.id)).outcome).toMatchObject({
      status: "cancelled",
      reason: "Shown in Claude's dialog.",
    });
    await tui.pressUntil("1", /Agent "Sub work" finished/);
    expect((await api.resultOf("toolu_inner_0_0")).isError).toBe(false);

    // Claude's dialog also opens if the hub is stopped while the ask waits.
    await tui.clear();
    await tui.say("Go on [halt]");
    const halted = await approvalOf(client, "touch halted");
    const run = (...args: string[]) => startCommand(args, { env: { YOURCALL_HOME: hub.directory } }).ended;
    expect(await run("stop")).toMatchObject({ code: 0 });
    await tui.see(/touch halted[\s\S]*❯ 1\. Yes/);
    await tui.pressUntil("1", /Agent "Halted work" finished/);
    expect((await api.resultOf("toolu_halted_0_0")).isError).toBe(false);
    await expect.poll(() => hooksOf(hub.directory)).toEqual([]);
    // Starts the hub again. The session's next event settles what could not be reported while it was stopped.
    await run("ask", "--no-wait", "--question", "Still there?", "--header", "Hub", "--option", "Yes", "--option", "No");
    const restarted = await humanClientIn(hub.directory);
    await tui.say("And now?");
    await expect.poll(async () => (await restarted.get(halted.id)).status).not.toBe("pending");

    await tui.clear();
    for (const mode of ["accept edits on", "plan mode on"]) {
      tui.press("BTab");
      await tui.see(mode);
    }
    await tui.say("Go on [plan]");
    const plan = await approvalOf(restarted, "ExitPlanMode");
    await tui.see("❯ 1. Yes");
    await tui.pressUntil("1", "Plan done.");
    expect((await restarted.get(plan.id)).outcome).toMatchObject({ status: "answered", by: { act: "reported" } });
  });

  testWithTui("is compared with an answer that a crash kept from Claude", async () => {
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    const { api, open } = await setUpClaude(
      { crash: [[asking("Which after all?")], [asking("Which the same?")], ["Crash done."]] },
      { home: hub.directory },
    );
    const tui = await open();

    await tui.say("Go on [crash]");
    const { id } = await askOf(hub.client("human"), "Which after all?");
    for (const pid of hooksOf(hub.directory)) process.kill(pid, "SIGKILL");
    await hub.stop("SIGKILL");
    const next = await hub.restart({ args: ["--port", new URL(hub.url).port] });
    const client = next.client("human");
    const kept = await askOf(client, "Which after all?");
    expect(kept.id).toBe(id);
    expect((await choose(client, kept, "One")).delivery).toMatchObject({ state: "waiting" });
    await tui.pressUntil("2", "Which the same?");
    expect((await api.resultOf("toolu_crash_0_0")).text).toContain('"Which after all?"="Two"');
    expect((await client.get(id)).delivery).toMatchObject({ state: "refused", note: "it went on with Two" });

    // A decision reported from Claude's dialog never comes back to an agent as a decision.
    const same = await askOf(client, "Which the same?");
    await tui.pressUntil("1", "Crash done.");
    expect(await askOf(client, "Which the same?", "answered")).toMatchObject(reported("One"));
    expect(await next.client("agent").get(same.id)).toMatchObject({ status: "cancelled" });
  });

  testWithTui("that consists only of notes is recorded as these words", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const text = "Which layout?";
    const options = ["Sidebar", "Dock"].map((label) => ({ label, description: `A ${label}`, preview: `[${label}]` }));
    const input = { questions: [{ question: text, header: "Layout", options, multiSelect: false }] };
    const { api, open } = await setUpClaude(
      { notes: [[{ tool: "AskUserQuestion", input }], ["Notes done."]] },
      { home: hub.directory },
    );
    const tui = await open();
    await tui.say("Go on [notes]");
    await askOf(client, text);
    await tui.pressUntil("n", /Notes: (?!press n)/);
    await tui.typeUntilSeen("ask Ana first");
    tui.press("Enter");
    await tui.see("Notes done.");
    const { outcome } = await askOf(client, text, "answered");
    expect((await api.resultOf("toolu_notes_0_0")).text).toContain("notes: ask Ana first");
    expect(outcome).toMatchObject({
      answers: [{ selectedOptions: [], customInput: "ask Ana first" }],
      by: { act: "reported" },
    });
  });
});
