import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { query } from "@anthropic-ai/claude-agent-sdk";
import { createFileDeferStore, deferQuestions, resumeDeferred } from "@yourcall/claude";
import { expect, onTestFinished } from "vitest";
import { claudeBinary, testWithClaude } from "../../support/claude.ts";
import { startHub, type TestHub, temporaryDirectory } from "../../support/hub.ts";
import { textOf } from "../../support/messages-api.ts";
import { root } from "../../support/terminal.ts";
import { type ClaudeSet, labelled, setUpClaude } from "./sessions.ts";

function ask(question: string) {
  const one = { question, header: "Choice", options: labelled("A", "B"), multiSelect: false };
  return { tool: "AskUserQuestion", input: { questions: [one] } };
}

interface Host {
  /** Resolves with the next line it prints. */
  line(): Promise<string>;
  kill(): Promise<void>;
  readonly ended: Promise<unknown>;
}

function startHost(hub: TestHub, { place }: ClaudeSet, directory: string, prompt?: string): Host {
  const script = join(root, "tests/hosts/claude/defer-host.mjs");
  const child: ChildProcess = spawn(process.execPath, [script, directory, ...(prompt === undefined ? [] : [prompt])], {
    cwd: place.cwd,
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...place.env, HUB_URL: hub.url, HUB_TOKEN: hub.tokens.agent, CLAUDE: claudeBinary },
  });
  const ended = once(child, "close");
  const lines: string[] = [];
  let rest = "";
  let wake = () => {};
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    wake();
  });
  const kill = async () => {
    if (child.exitCode === null) child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  return {
    async line() {
      while (lines.length === 0)
        await Promise.race([
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
          ended.then(() => {
            if (lines.length === 0) throw new Error("The host ended and said nothing more.");
          }),
        ]);
      return lines.shift() ?? "";
    },
    kill,
    ended,
  };
}

testWithClaude("a deferred question survives host, Claude and hub, and its answer continues the turn", async () => {
  const directory = join(temporaryDirectory("deferred"), "questions");
  const set = await setUpClaude({ later: [["Hm.", ask("Which?")], [ask("And then?")], ["Done."]] });
  const before = await startHub();
  const first = startHost(before, set, directory, "[later] Go.");
  expect(await first.line()).toBe("success tool_deferred");
  await first.kill();
  await before.stop("SIGKILL");

  const hub = await before.restart();
  const human = hub.client("human");
  const pending = async () => {
    const { asks } = await human.list({ status: "pending" });
    return asks.map(({ id, questions, context }) => ({ id, question: questions[0]?.question ?? "", context }));
  };
  const [waiting] = await pending();
  expect(waiting).toMatchObject({ question: "Which?", context: "Hm." });
  const answer = (id: string, question: string) =>
    human.answer(id, { answers: [{ question, header: "Choice", selectedOptions: ["B"] }] });
  await answer(waiting?.id ?? "", "Which?");

  const second = startHost(hub, set, directory);
  expect(await second.line()).toBe("success tool_deferred");
  await second.ended;
  expect((await set.api.resultOf("toolu_later_0_1")).text).toContain('"Which?"="B"');
  expect(readdirSync(directory)).toHaveLength(1);

  const [next] = await pending();
  expect(next).toMatchObject({ question: "And then?" });
  const third = startHost(hub, set, directory);
  await answer(next?.id ?? "", "And then?");
  expect(await third.line()).toBe("success completed");
  await third.ended;
  expect((await set.api.resultOf("toolu_later_1_0")).text).toContain('"And then?"="B"');
  expect(readdirSync(directory)).toEqual([]);
  expect(set.api.requests.map(({ turn }) => turn)).toEqual([0, 1, 2]);
});

testWithClaude(
  "of two questions in one turn neither is lost: one is deferred, the other waits in the process",
  async () => {
    const hub = await startHub();
    const [client, human] = [hub.client("agent"), hub.client("human")];
    const store = createFileDeferStore(temporaryDirectory("deferred"));
    const keptBefore: string[] = [];
    const asker: typeof client = {
      ...client,
      async create(request, how) {
        if ((await store.load(request.key ?? "")) !== undefined) keptBefore.push(request.questions[0]?.question ?? "");
        return client.create(request, how);
      },
    };
    const { api, options } = await setUpClaude({ two: [[ask("One?"), ask("Two?")], ["Done."]] });
    const answer = (id: string, question: string) =>
      human.answer(id, { answers: [{ question, header: "Choice", selectedOptions: ["A"] }] });
    const onAsk = async ({
      ask: { questions },
      askId = "",
    }: {
      ask: { questions: { question: string }[] };
      askId?: string;
    }) => {
      if (questions[0]?.question === "Two?") await answer(askId, "Two?");
    };
    const results: unknown[] = [];
    for await (const message of query({
      prompt: "[two] Go.",
      options: deferQuestions(options(), { asker, store, onAsk }),
    }))
      if (message.type === "result") results.push(message.terminal_reason);
    expect(results).toEqual(["tool_deferred"]);
    // A kill as soon as the hub has it must not lose what the person answers then.
    expect(keptBefore).toEqual(["Two?"]);

    const [question, ...others] = await store.list();
    expect(others).toEqual([]);
    if (question === undefined) throw new Error("Nothing was deferred.");
    expect(question.toolUseId).toBe("toolu_two_0_0");
    await answer(question.askId ?? "", "One?");
    for await (const message of resumeDeferred(question, { query, options: options(), asker, store }))
      if (message.type === "result") results.push(message.terminal_reason);
    expect(results).toEqual(["tool_deferred", "completed"]);
    for (const [index, text] of ["One?", "Two?"].entries())
      expect((await api.resultOf(`toolu_two_0_${index}`)).text).toContain(`"${text}"="A"`);
  },
);

testWithClaude("an answer whose call was lost in a crash reaches Claude as text", async () => {
  const hub = await startHub();
  const [asker, human] = [hub.client("agent"), hub.client("human")];
  const store = createFileDeferStore(temporaryDirectory("deferred"));
  const { api, options } = await setUpClaude({ lost: [["I was about to ask."], ["Thank you."]] });
  let session = "";
  for await (const message of query({ prompt: "[lost] Go.", options: options() }))
    if (message.type === "result") session = message.session_id;
  const { id, questions } = await hub.ask([
    { question: "Which?", header: "Choice", options: labelled("A", "B"), multiSelect: false },
  ]);
  const question = { session, toolUseId: "toolu_lost", askId: id, questions };
  await store.save(question);
  await human.answer(id, { answers: [{ question: "Which?", header: "Choice", selectedOptions: ["B"] }] });
  const resuming = resumeDeferred(question, { query, options: options(), asker, store, silenceMs: 500 });
  const ends: string[] = [];
  for await (const message of resuming) if (message.type === "result") ends.push(message.subtype);
  expect(ends).toEqual(["success"]);
  const last = await api.waitForRequest(({ turn }) => turn === 1);
  expect(textOf(last.messages.findLast(({ role }) => role === "user")?.content)).toContain(
    "1. Choice (Which?)\n   Selected: B\n",
  );
  expect(await store.list()).toEqual([]);
});

/** How often the model was told this, in the last request of a scenario. */
function timesTold({ api }: ClaudeSet, words: string): number {
  return JSON.stringify(api.requests.at(-1)?.messages).split(JSON.stringify(words).slice(1, -1)).length - 1;
}

async function answerAll(hub: TestHub): Promise<void> {
  const human = hub.client("human");
  for (const { id, questions } of (await human.list()).asks) {
    const answers = questions.map(({ question }) => ({ question, header: "Choice", selectedOptions: ["B"] }));
    await human.answer(id, { answers });
  }
}

testWithClaude("two processes that resume the same question tell Claude its answer once", async () => {
  const hub = await startHub();
  const directory = join(temporaryDirectory("deferred"), "questions");
  const set = await setUpClaude({ once: [[ask("Which?")], ["Done."], ["Done again."]] });
  const first = startHost(hub, set, directory, "[once] Go.");
  expect(await first.line()).toBe("success tool_deferred");
  await first.kill();
  const hosts = [startHost(hub, set, directory), startHost(hub, set, directory)];
  const lines = Promise.all(hosts.map((host) => host.line().catch(() => "nothing")));
  const [{ id } = { id: "" }] = (await hub.client("human").list()).asks;
  await expect.poll(async () => (await hub.client("human").get(id)).waiting.count).toBeGreaterThan(0);
  await answerAll(hub);
  expect((await lines).toSorted()).toEqual(["nothing", "success completed"]);
  await Promise.all(hosts.map(({ ended }) => ended));
  expect(set.api.requests.map(({ turn }) => turn)).toEqual([0, 1]);
  expect(timesTold(set, '"Which?"="B"')).toBe(1);
  expect(readdirSync(directory).filter((name) => name.endsWith(".json"))).toEqual([]);
});

testWithClaude(
  "after a kill with two answers Claude is told each of them once, in whichever order they are resumed",
  async () => {
    const hub = await startHub();
    const directory = join(temporaryDirectory("deferred"), "questions");
    const store = createFileDeferStore(directory);
    const set = await setUpClaude({ cut: [[ask("One?"), ask("Two?")], ["Done."], ["Done again."]] });
    const first = startHost(hub, set, directory, "[cut] Go.");
    await expect.poll(async () => (await store.list()).length).toBe(2);
    await first.kill();
    await answerAll(hub);
    const asker = hub.client("agent");
    const kept = await store.list();
    // The one that waited in the process first: its session repeats the call of the other.
    for (const question of kept.toSorted((one) => (one.inProcess === true ? -1 : 1)))
      for await (const _ of resumeDeferred(question, { query, options: set.options(), asker, store, silenceMs: 3000 }));
    expect(timesTold(set, "Choice (Two?)\n   Selected: B")).toBe(1);
    expect(timesTold(set, '"One?"="B"') + timesTold(set, "Choice (One?)\n   Selected: B")).toBe(1);
    expect(await store.list()).toEqual([]);
  },
);
