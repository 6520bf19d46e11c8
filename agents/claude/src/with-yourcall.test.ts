import type { CanUseTool, HookCallback, Options, PermissionUpdate } from "@anthropic-ai/claude-agent-sdk";
import type { Asker } from "@yourcall/core";
import { createScriptedPerson } from "@yourcall/core/testing";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { withYourcall } from "./with-yourcall.ts";

const input = {
  questions: [{ question: "Which?", header: "H", options: [{ label: "A" }, { label: "B" }], multiSelect: false }],
};
const call: Parameters<CanUseTool>[2] = {
  signal: new AbortController().signal,
  toolUseID: "toolu_1",
  requestId: "r1",
};

async function use(options: Options, tool: string, given: Record<string, unknown>, more: Partial<typeof call> = {}) {
  return await options.canUseTool?.(tool, given, { ...call, ...more });
}

async function before(options: Options, permission_mode: string) {
  const hook: HookCallback | undefined = options.hooks?.PreToolUse?.at(-1)?.hooks[0];
  const base = { session_id: "s", transcript_path: "/none", cwd: "/here", permission_mode };
  const event = { tool_name: "AskUserQuestion", tool_input: input, tool_use_id: "toolu_1" };
  return await hook?.({ ...base, ...event, hook_event_name: "PreToolUse" }, "toolu_1", { signal: call.signal });
}

const failing: Asker = { ask: () => Promise.reject(new Error("The hub cannot be reached.")) };
const person = () => createScriptedPerson([() => ({ select: "A" })]);

test("a question that recommends nothing is asked even if the deadline wants a recommendation", async () => {
  const asker = person();
  const deadline = { timeoutMs: 1000, onTimeout: "recommended" } as const;
  await use(withYourcall({}, { asker, deadline }), "AskUserQuestion", input);
  const options = [{ label: "A (Recommended)" }, { label: "B" }];
  const recommending = { questions: input.questions.map((question) => ({ ...question, options })) };
  await use(withYourcall({}, { asker, deadline }), "AskUserQuestion", recommending);
  expect(asker.asks).toMatchObject([
    { timeoutMs: 1000, onTimeout: "expire" },
    { timeoutMs: 1000, onTimeout: "recommended" },
  ]);
});

test("the end of a session of which approvals are in the hub is said there, so that what was allowed in it ends", async () => {
  const ended: string[] = [];
  const asker: Asker = { ...person(), endSession: async (session) => void ended.push(session) };
  const own: HookCallback = async () => ({});
  const options = withYourcall({ hooks: { SessionEnd: [{ hooks: [own] }] } }, { asker, approvals: true });
  const hooks = (options.hooks?.SessionEnd ?? []).flatMap((group) => group.hooks);
  expect(hooks[0]).toBe(own);
  const event = { session_id: "s1", transcript_path: "/none", cwd: "/here", reason: "other" } as const;
  for (const hook of hooks) await hook({ ...event, hook_event_name: "SessionEnd" }, undefined, { signal: call.signal });
  expect(ended).toEqual(["s1"]);
});

describe("the host's own options stay", () => {
  test("its hooks run first, its permission prompts are not replaced, its environment is kept", () => {
    const own: HookCallback = async () => ({});
    const options = withYourcall(
      {
        hooks: { PreToolUse: [{ hooks: [own] }], Stop: [{ hooks: [own] }] },
        permissionPromptToolName: "mcp__a__b",
        env: { A: "1" },
      },
      { asker: person() },
    );
    expect(options.hooks?.PreToolUse?.map(({ hooks }) => hooks[0] === own)).toEqual([true, false]);
    expect(options.hooks?.Stop).toHaveLength(1);
    expect(options).not.toHaveProperty("canUseTool");
    expect(options.env).toEqual({ A: "1", YOURCALL_ANSWERED_BY_SDK: "questions" });
  });

  test("the hook waits a week for an answer, or as long as configured", () => {
    const timeoutOf = (options: Options) => options.hooks?.PreToolUse?.[0]?.timeout;
    expect(timeoutOf(withYourcall({}, { asker: person() }))).toBe(604_800);
    expect(timeoutOf(withYourcall({}, { asker: person(), hookTimeoutSeconds: 60 }))).toBe(60);
  });

  test("a form goes to the person, a link to the host, and a link without a host is declined", async () => {
    const own: Options["onElicitation"] = async () => ({ action: "cancel" });
    const ask = (options: Options, mode: "form" | "url") =>
      options.onElicitation?.({ serverName: "s", message: "m", mode, requestedSchema: {} }, call);
    const asker = createScriptedPerson([() => ({ select: "Accept" })]);
    expect(await ask(withYourcall({ onElicitation: own }, { asker }), "form")).toMatchObject({ action: "accept" });
    expect(await ask(withYourcall({ onElicitation: own }, { asker }), "url")).toEqual({ action: "cancel" });
    expect(await ask(withYourcall({}, { asker }), "url")).toEqual({ action: "decline" });
    expect(withYourcall({}, { asker, elicitations: false })).not.toHaveProperty("onElicitation");
  });
});

describe("who answers a question", () => {
  test("the hook, in dontAsk mode and with the host's own prompts; otherwise the permission request", async () => {
    const answers = expect.objectContaining({
      hookSpecificOutput: expect.objectContaining({ permissionDecision: "allow" }),
    });
    expect(await before(withYourcall({}, { asker: person() }), "default")).toEqual({});
    expect(await before(withYourcall({}, { asker: person() }), "dontAsk")).toEqual(answers);
    expect(await before(withYourcall({}, { asker: person(), via: "permission" }), "dontAsk")).toEqual({});
    expect(await before(withYourcall({}, { asker: person(), via: "hook" }), "default")).toEqual(answers);
    const own = { permissionPromptToolName: "mcp__a__b" };
    expect(await before(withYourcall(own, { asker: person() }), "default")).toEqual(answers);
  });
});

describe("nothing passes for an answer", () => {
  const options = (asker: Asker) => withYourcall({}, { asker, approvals: true });

  test("a question that cannot be shown is denied with the reason, and nobody is asked", async () => {
    const asker = person();
    expect(await use(options(asker), "AskUserQuestion", { questions: [] })).toEqual({
      behavior: "deny",
      message: expect.stringMatching(
        /^The questions cannot be shown and no person saw them\. .*There are no questions/s,
      ),
    });
    expect(asker.asks).toEqual([]);
  });

  test("if nobody can be reached, question and tool are denied, and Claude learns why", async () => {
    const told = { behavior: "deny", message: expect.stringContaining("The hub cannot be reached.") };
    expect(await use(options(failing), "AskUserQuestion", input)).toEqual(told);
    expect(await use(options(failing), "Bash", { command: "ls" })).toEqual(told);
    expect(await before(withYourcall({}, { asker: failing }), "dontAsk")).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny" },
    });
  });

  test("a failing asker or host denies, and Claude always gets a reply", async () => {
    const odd = [null, undefined, {}, { status: "well" }, { status: "answered" }, { status: "answered", answers: [] }];
    const askers = [
      ...odd.map((outcome) => ({ ask: async () => outcome })),
      { ask: () => Promise.reject(undefined) },
      {
        ask() {
          throw new Error("at once");
        },
      },
    ] as unknown as Asker[];
    const denied = { behavior: "deny", message: expect.stringMatching(/\S/) };
    for (const asker of askers) {
      expect(await use(options(asker), "AskUserQuestion", input)).toEqual(denied);
      expect(await use(options(asker), "Bash", { command: "ls" })).toEqual(denied);
      expect(await before(withYourcall({}, { asker }), "dontAsk")).toMatchObject({
        hookSpecificOutput: { permissionDecision: "deny" },
      });
    }
  });

  test("an error in the host's callback does not lose the answer", async () => {
    const told = () => {
      throw new Error("The screen is gone.");
    };
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const host = withYourcall({}, { asker: person(), onOutcome: told, onRepairs: told });
    const long = { questions: [{ ...input.questions[0], header: "A header beyond any limit" }] };
    expect(await use(host, "AskUserQuestion", long)).toMatchObject({ updatedInput: { answers: { "Which?": "A" } } });
    expect(warn).toHaveBeenCalledTimes(2);
  });

  test("only an answer that allows lets a tool run; always keeps the rules for the call and no change of mode", async () => {
    const rule: PermissionUpdate = {
      type: "addRules",
      rules: [{ toolName: "Bash", ruleContent: "ls *" }],
      behavior: "allow",
      destination: "session",
    };
    const suggestions: PermissionUpdate[] = [rule, { type: "setMode", mode: "acceptEdits", destination: "session" }];
    const bash = { command: "ls" };
    const decide = (select: string, more: Partial<typeof call> = { suggestions }) => {
      const asker = createScriptedPerson([() => ({ select })]);
      return use(options(asker), "Bash", bash, more).then((result) => ({ result, ask: asker.asks[0] }));
    };
    expect((await decide("allow-once")).result).toEqual({ behavior: "allow", updatedInput: bash });
    const always = await decide("allow-always");
    expect(always.result).toEqual({ behavior: "allow", updatedInput: bash, updatedPermissions: [rule] });
    expect(always.ask?.questions[0]?.options[1]?.description).toBe("From now on: Bash(ls *)");
    const barred = await decide("allow-always", { suggestions, suppressAlwaysAllowRule: true });
    expect(barred.result).toEqual({ behavior: "allow", updatedInput: bash });
    expect(barred.ask?.questions[0]?.options[1]?.description).toContain("the same as once");
    expect((await decide("deny")).result).toMatchObject({ behavior: "deny" });
    for (const act of ["decline", "expire", "cancel"] as const)
      expect(await use(options(createScriptedPerson([() => act])), "Bash", bash)).toMatchObject({ behavior: "deny" });
  });
});
