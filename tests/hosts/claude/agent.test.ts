import { type AgentEvent, createClaudeAgent, createFileDeferStore } from "@yourcall/claude";
import { loadSdk } from "@yourcall/claude/internal";
import { expect } from "vitest";
import { testWithClaude } from "../../support/claude.ts";
import { startHub, temporaryDirectory } from "../../support/hub.ts";
import { labelled, setUpClaude } from "./sessions.ts";

function ask(question: string) {
  const one = { question, header: "Choice", options: labelled("A", "B"), multiSelect: false };
  return { tool: "AskUserQuestion", input: { questions: [one] } };
}

/** The events of a run, texts joined; asks are answered as they come, with the label given for their question. */
async function collect(
  run: AsyncIterable<AgentEvent>,
  onAsk: (event: Extract<AgentEvent, { type: "ask_user" }>) => unknown = () => {},
): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of run) {
    const last = events.at(-1);
    if (event.type === "text" && last?.type === "text") last.text += event.text;
    else events.push(event);
    if (event.type === "ask_user") await onAsk(event);
  }
  return events;
}

testWithClaude(
  "Claude produces the same events, questions and approvals in the hub as the built-in agent",
  async () => {
    const hub = await startHub();
    const [asker, human] = [hub.client("agent"), hub.client("human")];
    const { api, place, options } = await setUpClaude({
      agent: [
        ["Let me see.", { tool: "Bash", input: { command: "touch made", description: "Make it" } }],
        ["Now then.", ask("Which?")],
        ["All done."],
        ["Sure."],
      ],
      stopped: [[ask("Stopped?")]],
    });
    const { cwd, env, ...rest } = options();
    const claude = { asker, cwd: place.cwd, options: { ...rest, env: place.env } };
    const answer = ({ askId = "", questions }: { askId?: string; questions: { question: string; header: string }[] }) =>
      human.answer(askId, {
        answers: questions.map(({ question, header }) => ({
          question,
          header,
          selectedOptions: [header === "Approval" ? "allow-once" : "B"],
        })),
      });

    const agent = createClaudeAgent(claude);
    const run = agent.run("[agent] Go.");
    const events = await collect(run, answer);
    expect(events).toMatchObject([
      { type: "text", text: "Let me see." },
      { type: "tool_start", id: "toolu_agent_0_1", name: "Bash", input: { command: "touch made" } },
      { type: "ask_user", id: "toolu_agent_0_1", askId: expect.stringMatching(/^ask_/), kind: "approval" },
      { type: "tool_result", id: "toolu_agent_0_1", name: "Bash", result: { isError: false } },
      { type: "text", text: "Now then." },
      { type: "tool_start", id: "toolu_agent_1_1", name: "AskUserQuestion" },
      {
        type: "ask_user",
        id: "toolu_agent_1_1",
        kind: "question",
        questions: [{ question: "Which?", kind: "choice" }],
      },
      {
        type: "tool_result",
        id: "toolu_agent_1_1",
        name: "AskUserQuestion",
        result: { text: expect.stringContaining('"Which?"="B"'), isError: false, outcome: { status: "answered" } },
      },
      { type: "text", text: "All done." },
      { type: "done", text: "All done." },
    ]);
    expect(await collect(agent.resume(run.id, "More?"))).toMatchObject([
      { type: "text", text: "Sure." },
      { type: "done", text: "Sure." },
    ]);

    const stop = new AbortController();
    const stopped = createClaudeAgent({ ...claude, signal: stop.signal });
    let askId = "";
    const ended = await collect(stopped.run("[stopped] Go."), (event) => {
      askId = event.askId ?? "";
      stop.abort();
    });
    expect(ended.at(-1)).toMatchObject({ type: "error", error: { name: "AgentError", code: "aborted" } });
    expect(await human.wait(askId)).toMatchObject({ status: "cancelled" });
    expect(api.requests.filter(({ scenario }) => scenario === "stopped")).toHaveLength(1);
  },
);

testWithClaude(
  "with a store the run continues through deferred questions; a run that cannot start says why",
  async () => {
    const hub = await startHub();
    const [asker, human] = [hub.client("agent"), hub.client("human")];
    const { api, place, options } = await setUpClaude({ kept: [["Hm.", ask("One?")], [ask("Two?")], ["Done."]] });
    const store = createFileDeferStore(temporaryDirectory("deferred"));
    const { cwd, env, ...rest } = options();
    const claude = { asker, store, cwd: place.cwd, options: { ...rest, env: place.env } };
    const kept: number[] = [];
    const events = await collect(createClaudeAgent(claude).run("[kept] Go."), async ({ askId = "", questions }) => {
      const [{ question = "", header = "" } = {}] = questions;
      kept.push((await store.list()).length);
      await human.answer(askId, { answers: [{ question, header, selectedOptions: ["A"] }] });
    });
    expect(events.map((event) => ("id" in event ? `${event.type} ${event.id}` : event.type))).toEqual([
      "text",
      "tool_start toolu_kept_0_1",
      "ask_user toolu_kept_0_1",
      "tool_result toolu_kept_0_1",
      "tool_start toolu_kept_1_0",
      "ask_user toolu_kept_1_0",
      "tool_result toolu_kept_1_0",
      "text",
      "done",
    ]);
    expect(kept).toEqual([1, 1]);
    expect(await store.list()).toEqual([]);
    expect(api.requests.map(({ turn }) => turn)).toEqual([0, 1, 2]);

    const unknown = createClaudeAgent(claude).resume("00000000-0000-4000-8000-000000000000", "Hello?");
    expect(await collect(unknown)).toMatchObject([{ type: "error", error: { code: "not-found" } }]);
    const gone = () => Promise.reject(Object.assign(new Error("gone"), { code: "ERR_MODULE_NOT_FOUND" }));
    await expect(loadSdk(gone)).rejects.toMatchObject({
      code: "no-model",
      message: expect.stringContaining("npm install @anthropic-ai/claude-agent-sdk"),
    });
  },
);
