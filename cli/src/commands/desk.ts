import { defineCommand } from "../command.ts";

export const desk = defineCommand({
  name: "desk",
  file: "desk/desk.ts",
  usage: [
    "desk [DIRECTORY...]",
    "desk list",
    "desk start --agent NAME [--directory DIR] [--worktree] ... PROMPT",
    "desk send ID TEXT",
    "desk stop ID",
  ],
  summary: "run several agents and answer them on one page",
  takes: ["list", "start", "send", "stop"],
  about: [
    "Runs agents for you: several sessions, each with its conversation and its questions, on the page under Sessions. Sessions can be started in the given directories and below, and nowhere else; without one, in the current directory. The desk runs in the foreground until Ctrl-C. Sessions are kept, and their questions keep waiting.",
    'Agents are claude (with the Claude Agent SDK), loop (with a model\'s key), the "agents" of config.json, and those that are installed: gemini, opencode, qwen, codex-acp, goose.',
  ],
  options: {
    remote: {
      type: "boolean",
      describe: "even if config.json has a publicUrl: anyone who signs in there can start agents on this machine",
    },
    env: {
      type: "string",
      multiple: true,
      value: "NAME",
      describe: "pass this variable on to the agents, in addition to the usual ones (repeatable)",
    },
    agent: { type: "string", value: "NAME", describe: "the agent of a new session" },
    directory: { type: "string", value: "DIR", describe: "where it works (default: here)" },
    mode: {
      type: "string",
      value: "MODE",
      values: ["default", "plan", "acceptEdits"],
      describe: "default (asks before it changes anything), plan, or acceptEdits",
    },
    model: { type: "string", value: "NAME", describe: "its model (default: the agent's)" },
    worktree: { type: "boolean", describe: "start the session in a git worktree with a branch of its own" },
    json: { type: "boolean", describe: "print sessions as JSON" },
  },
});
