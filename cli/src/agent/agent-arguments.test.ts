import { describe, expect, it } from "vitest";
import { parseAgentArguments } from "./agent-arguments.ts";

describe("parseAgentArguments", () => {
  it("takes the words after the flags as the prompt", () => {
    expect(parseAgentArguments(["--plan", "add", "a login page"])).toMatchObject({
      prompt: "add a login page",
      planMode: true,
      kind: "loop",
      resume: undefined,
    });
  });

  it("distinguishes a run's name from a prompt after --resume", () => {
    expect(parseAgentArguments(["--resume"])).toMatchObject({ resume: {}, prompt: undefined });
    expect(parseAgentArguments(["--resume", "run_1", "go on"])).toMatchObject({
      resume: { run: "run_1" },
      prompt: "go on",
    });
    expect(parseAgentArguments(["--resume", "go on"])).toMatchObject({ resume: {}, prompt: "go on" });
    expect(parseAgentArguments(["--resume=run_1"])).toMatchObject({ resume: { run: "run_1" } });
    expect(parseAgentArguments(["--", "--resume"])).toMatchObject({ resume: undefined, prompt: "--resume" });
    expect(() => parseAgentArguments(["--resume=../x"])).toThrow(
      '--resume needs the name of a run (run_...), got "../x".',
    );
  });

  it("takes the command of an ACP agent from after --, or from the agents in the settings", () => {
    expect(parseAgentArguments(["--with", "acp", "fix it", "--", "gemini", "--acp"])).toMatchObject({
      kind: "acp",
      command: ["gemini", "--acp"],
      prompt: "fix it",
    });
    const agents = { gem: ["gemini", "--acp"] };
    expect(parseAgentArguments(["--with=gem", "--", "--plan"], agents)).toMatchObject({
      kind: "acp",
      command: ["gemini", "--acp"],
      prompt: "--plan",
    });
    expect(() => parseAgentArguments(["--with", "acp"])).toThrow("Name the agent's command after --");
    expect(() => parseAgentArguments(["--with", "x"], agents)).toThrow("loop, claude, acp or gem");
  });

  it("names what is wrong", () => {
    expect(() => parseAgentArguments(["--with", "x"])).toThrow('--with must be loop, claude or acp, got "x".');
    expect(() => parseAgentArguments(["--max-steps", "0"])).toThrow("--max-steps must be a number");
  });
});
