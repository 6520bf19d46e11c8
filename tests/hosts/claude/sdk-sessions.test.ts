import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Options, SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import { query } from "@anthropic-ai/claude-agent-sdk";
import { withYourcall } from "@yourcall/claude";
import { createScriptedPerson } from "@yourcall/core/testing";
import { expect, test } from "vitest";
import { testWithClaude } from "../../support/claude.ts";
import { startHub } from "../../support/hub.ts";
import { labelled, runSession, setUpClaude } from "./sessions.ts";

function ask(question: string, count = 1) {
  const questions = Array.from({ length: count }, (_, index) => ({
    question: count === 1 ? question : `${question} ${index}`,
    header: "Choice",
    options: labelled("A", "B"),
    multiSelect: false,
  }));
  return { tool: "AskUserQuestion", input: { questions } };
}

const touch = (file: string) => ({ tool: "Bash", input: { command: `touch ${file}`, description: `Create ${file}` } });
const answeredA = (question: string) =>
  `Your questions have been answered: "${question}"="A". You can now continue with these answers in mind.`;

testWithClaude("a question is asked and answered in every permission mode, even if the mode changes", async () => {
  const modes = ["default", "acceptEdits", "plan", "auto", "bypassPermissions", "dontAsk"] as const;
  const turns = modes.flatMap((mode) => [[ask(`In ${mode}?`)], ["Next."]]);
  const { api, options } = await setUpClaude({ modes: turns }, { IS_SANDBOX: "1" });
  const person = createScriptedPerson([() => ({ select: "A" })]);
  let ended = Promise.withResolvers<void>();
  async function* prompts(): AsyncGenerator<SDKUserMessage> {
    // The first prompt is requested while the session is still being created.
    await Promise.resolve();
    for (const mode of modes) {
      await session.setPermissionMode(mode);
      ended = Promise.withResolvers();
      yield toPrompt(`[modes] Now in ${mode}.`);
      await ended.promise;
    }
  }
  const session = query({
    prompt: prompts(),
    options: withYourcall(options({ allowDangerouslySkipPermissions: true }), { asker: person }),
  });
  const seen: string[] = [];
  for await (const message of session) {
    if (message.type === "system" && message.subtype === "init") seen.push(message.permissionMode);
    if (message.type === "result") ended.resolve();
  }
  expect(seen).toEqual(modes);
  for (const [index, mode] of modes.entries())
    expect(await api.resultOf(`toolu_modes_${2 * index}_0`)).toEqual({
      text: answeredA(`In ${mode}?`),
      isError: false,
    });
  expect(person.asks).toHaveLength(modes.length);
});

testWithClaude("two questions at once are two asks; five in one are refused by Claude Code itself", async () => {
  const { api, place, options } = await setUpClaude({
    together: [[ask("First?"), ask("Second?")], [ask("Many?", 5)], [touch("a")], ["Done."]],
  });
  const both = Promise.withResolvers<void>();
  const person = createScriptedPerson([
    async ({ questions }) => {
      if (person.asks.length === 2) both.resolve();
      await both.promise;
      return { select: questions[0]?.question === "First?" ? "A" : "B" };
    },
  ]);
  const others: string[] = [];
  const own: Options["canUseTool"] = async (tool) => {
    others.push(tool);
    return { behavior: "deny", message: "The host says no." };
  };
  await runSession("[together] Go.", withYourcall(options({ canUseTool: own }), { asker: person, approvals: true }));
  expect(await api.resultOf("toolu_together_0_0")).toEqual({ text: answeredA("First?"), isError: false });
  expect(await api.resultOf("toolu_together_0_1")).toMatchObject({ text: expect.stringContaining('"Second?"="B"') });
  expect(await api.resultOf("toolu_together_1_0")).toEqual({
    text: expect.stringMatching(/InputValidationError.*<=4 items/s),
    isError: true,
  });
  expect(person.asks.map(({ key }) => key)).toEqual(["toolu_together_0_0", "toolu_together_0_1"]);
  expect(await api.resultOf("toolu_together_2_0")).toEqual({ text: "The host says no.", isError: true });
  expect(others).toEqual(["Bash"]);
  expect(existsSync(join(place.cwd, "a"))).toBe(false);
});

testWithClaude("other tools go to the person for approval if the host wants that, and are denied if not", async () => {
  const { api, place, options } = await setUpClaude({
    approvals: [
      ["I need a file.", touch("once")],
      [touch("never")],
      [touch("lost")],
      [touch("always")],
      [touch("always like-it")],
    ],
    nobody: [[touch("nobody")]],
  });
  const replies = [
    { select: "allow-once" },
    { select: "deny", note: "use the one that is there" },
    "expire",
    { select: "allow-always" },
  ] as const;
  const person = createScriptedPerson([() => replies[person.asks.length - 1]]);
  const asking = { asker: person, approvals: true };
  const sessions = [
    runSession("[approvals] Go.", withYourcall(options(), asking)),
    runSession("[nobody] Go.", withYourcall(options(), { asker: person })),
  ];
  await Promise.all(sessions);
  const file = (name: string) => existsSync(join(place.cwd, name));
  expect(["once", "never", "lost", "always", "like-it", "nobody"].filter(file)).toEqual(["once", "always", "like-it"]);
  expect(person.asks.map(({ approval }) => approval?.input)).toMatchObject(
    ["once", "never", "lost", "always"].map((name) => ({ command: `touch ${name}` })),
  );
  expect(person.asks[0]).toMatchObject({
    kind: "approval",
    approval: { tool: "Bash", input: { command: "touch once" } },
    context: expect.stringContaining("I need a file."),
    agent: { name: "claude", title: "[approvals] Go.", cwd: place.cwd, session: expect.any(String) },
  });
  expect(await api.resultOf("toolu_approvals_1_0")).toEqual({
    text: expect.stringMatching(/^The user denied this call: Bash was not run\. They say: use the one that is there/),
    isError: true,
  });
  expect(await api.resultOf("toolu_approvals_2_0")).toMatchObject({
    text: expect.stringMatching(/^Bash was not run\. Nobody answered in time/),
    isError: true,
  });
  expect(await api.resultOf("toolu_nobody_0_0")).toMatchObject({
    text: expect.stringMatching(/^Bash needs permission, and nobody can give it in this session/),
    isError: true,
  });
});

testWithClaude("an interrupted or aborted session withdraws its question from the hub", async () => {
  const hub = await startHub();
  const client = hub.client("agent");
  const { api, options } = await setUpClaude({
    interrupted: [[ask("Interrupted?")], [ask("And now?")], ["Done."]],
    aborted: [[ask("Aborted?")]],
  });
  const abortController = new AbortController();
  const asked = new Map<string, PromiseWithResolvers<string>>();
  const idOf = (question: string) => {
    const waiting = asked.get(question) ?? Promise.withResolvers<string>();
    asked.set(question, waiting);
    return waiting;
  };
  const asking = {
    asker: client,
    onAsk: ({ ask: { questions }, askId = "" }: { ask: { questions: { question: string }[] }; askId?: string }) =>
      idOf(questions[0]?.question ?? "").resolve(askId),
  };

  const aborting = runSession("[aborted] Go.", withYourcall(options({ abortController }), asking)).catch(String);
  const next = Promise.withResolvers<void>();
  async function* prompts(): AsyncGenerator<SDKUserMessage> {
    yield toPrompt("[interrupted] Go.");
    await next.promise;
    yield toPrompt("Go on.");
  }
  const session = query({ prompt: prompts(), options: withYourcall(options(), asking) });
  const reading = (async () => {
    for await (const message of session) if (message.type === "result") next.resolve();
  })();

  const interrupted = await idOf("Interrupted?").promise;
  await session.interrupt();
  const human = hub.client("human");
  expect(await human.wait(interrupted)).toMatchObject({ status: "cancelled" });
  const second = await idOf("And now?").promise;
  await human.answer(second, { answers: [{ question: "And now?", header: "Choice", selectedOptions: ["A"] }] });
  await reading;
  expect(await api.resultOf("toolu_interrupted_1_0")).toEqual({ text: answeredA("And now?"), isError: false });

  const aborted = await idOf("Aborted?").promise;
  abortController.abort();
  expect(await human.wait(aborted)).toMatchObject({ status: "cancelled" });
  expect(await aborting).toContain("abort");
});

test("the hook in Claude Code's settings leaves questions to an SDK host that answers them", async () => {
  const hub = await startHub();
  const event = {
    session_id: "s",
    hook_event_name: "PermissionRequest",
    tool_name: "AskUserQuestion",
    tool_input: ask("Twice?").input,
  };
  const env = withYourcall({ env: {} }, { asker: hub.client("agent") }).env;
  const ended = await hub.run(["hook", "claude"], { stdin: JSON.stringify(event), env: { ...env } });
  expect(ended).toMatchObject({ code: 0, stdout: "" });
  expect((await hub.client("human").list({ status: "all" })).asks).toEqual([]);
});

function toPrompt(content: string): SDKUserMessage {
  return { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
}
