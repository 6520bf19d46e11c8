import { agentKinds } from "@yourcall/core/internal";
import { defineCommand } from "../command.ts";

export const agent = defineCommand({
  name: "agent",
  file: "agent/agent.ts",
  usage: ["agent [PROMPT]"],
  summary: "chat with an agent that lets you decide",
  takes: "text",
  about: [
    "Chat with an agent that works in this directory and asks you when the decision is yours. Questions and approvals appear here and on all your other screens. Without a terminal it runs PROMPT (or standard input) and prints the reply. The model comes from ANTHROPIC_API_KEY, OPENAI_API_KEY, or OPENAI_BASE_URL with OPENAI_MODEL.",
  ],
  options: {
    resume: {
      type: "boolean",
      value: "[RUN]",
      describe: "continue the last run in this directory, or this one; its open questions are asked again",
    },
    plan: { type: "boolean", describe: "look and ask, change nothing, end with a plan" },
    model: { type: "string", value: "NAME", describe: "use another model; also YOURCALL_MODEL" },
    "max-steps": { type: "string", value: "N", describe: "the most model turns for one message (default 50)" },
    hub: { type: "boolean", describe: "accepted and ignored: there is always a hub" },
    with: {
      type: "string",
      value: "KIND",
      suggest: agentKinds,
      describe:
        'loop (default), the built-in agent; claude, the Claude Agent SDK; acp, any agent that speaks the Agent Client Protocol: --with acp -- gemini --acp; or a name under "agents" in config.json',
    },
    json: {
      type: "boolean",
      describe: "JSON lines in and out, for an editor or another host; see docs/agents/json-lines.md",
    },
    keep: {
      type: "boolean",
      describe: "with --json: when the host goes away, its questions keep waiting instead of being withdrawn",
    },
    schema: { type: "boolean", describe: "print the JSON Schemas of these lines" },
  },
  notes: [
    "In the chat: enter sends; ctrl+j starts a new line; up and down show earlier messages; ctrl+c stops the turn and withdraws its questions, again on an empty line quits; ctrl+d quits",
  ],
  exits: [
    [0, "ended"],
    [1, "failure, or no model configured"],
    [2, "wrong usage"],
    [130, "interrupted"],
  ],
});
