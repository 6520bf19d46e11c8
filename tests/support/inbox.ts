import type { WireAsk } from "@yourcall/client";
import type { TestHub, TestQuestion } from "./hub.ts";
import { openTerminal, type TerminalOptions, type TestTerminal } from "./terminal.ts";

export const claude = { name: "claude", session: "s1", title: "fix login", cwd: "/home/ana/shop" };
export const loop = { name: "loop", session: "s2", title: "new service", cwd: "/home/ana/svc" };

/** `yourcall inbox` at this hub, once it accepts keys and shows the pending asks. */
export async function openInbox(
  hub: TestHub,
  options: TerminalOptions & { args?: string[] } = {},
): Promise<TestTerminal> {
  const terminal = openTerminal(options.args ?? ["inbox"], {
    stdoutOnTerminal: true,
    ...options,
    env: { YOURCALL_HOME: hub.directory, HOME: "/home/ana", ...options.env },
  });
  await terminal.ready();
  await terminal.see(/waiting(?!.*(connecting|reconnecting))/);
  return terminal;
}

/** `yourcall answer ID` on a terminal, once it accepts keys. */
export async function openAnswer(hub: TestHub, id: string, env = {}): Promise<TestTerminal> {
  const terminal = openTerminal(["answer", id], {
    stdoutOnTerminal: true,
    env: { YOURCALL_HOME: hub.directory, ...env },
  });
  await terminal.ready();
  return terminal;
}

/** An approval as an agent requests it. */
export function askApproval(hub: TestHub, command = "fly deploy", more: { editable?: string } = {}): Promise<WireAsk> {
  const options = ["allow-once", "allow-always", "deny"].map((label) => ({ label }));
  return hub.ask([{ question: "May I run `fly deploy`?", header: "Deploy", options, multiSelect: false }], {
    kind: "approval",
    approval: { tool: "Bash", input: { command }, ...more },
    agent: claude,
  });
}

/** Answers with one label per question, from another screen. */
export function answerElsewhere(hub: TestHub, ask: WireAsk, ...labels: string[]): Promise<WireAsk> {
  return hub.client("human").answer(ask.id, {
    answers: ask.questions.map(({ question, header }, index) => ({
      question,
      header,
      selectedOptions: [labels[index] ?? labels[0]],
    })),
    surface: "web",
    act: "click",
    user: "ben",
  });
}

/** Somebody begins to answer on the web, so that the ask has at least another minute. */
export async function draftElsewhere(hub: TestHub, id: string): Promise<void> {
  const draft = { entries: [], comment: "hm", reason: "" };
  await hub.client("human").saveDraft(id, { draft, baseRevision: 0, surface: "web" });
}

export function textQuestion(header: string, question: string): TestQuestion {
  return {
    question,
    header,
    options: [
      { label: "Yes", description: "Do it" },
      { label: "No", description: "Leave it" },
    ],
    multiSelect: false,
  };
}
