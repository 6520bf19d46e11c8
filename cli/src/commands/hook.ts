import { defineCommand, type Options } from "../command.ts";

/** The options that `setup claude` passes on to the hook. */
export const hookOptions = {
  exclusive: { type: "boolean", describe: "only in yourcall: Claude shows no dialog of its own" },
  approvals: { type: "boolean", describe: "also handle permissions for other tools" },
  unattended: {
    type: "boolean",
    describe:
      "with --approvals: permissions of `claude -p` too, which otherwise denies them as it does without yourcall",
  },
} as const satisfies Options;

export const hook = defineCommand({
  name: "hook",
  file: "hook/hook.ts",
  usage: ["hook claude", "hook codex", "hook gemini", "hook qwen", "hook hub"],
  summary: "what Claude Code and others run for that",
  takes: ["claude", "codex", "gemini", "qwen", "hub"],
  about: [
    "`yourcall hook hub` starts the hub if none is running, and ends. The plugin for OpenCode and Kilo and the extension for Copilot run it.",
    "`yourcall hook codex`, `yourcall hook gemini` and `yourcall hook qwen` read a question as JSON from standard input, ask it, and print the answer for the model. If nobody answers within five minutes, or anything goes wrong, they print nothing, and the program asks in its own window.",
    "Claude Code runs this, as `yourcall hook claude`: it reads an event as JSON from standard input and prints the person's decision as JSON. If anything goes wrong, it prints nothing and exits with 0, and Claude continues without it; YOURCALL_DEBUG=1 prints the reason to standard error. `yourcall setup claude` adds it to the settings, with the options you gave there:",
  ],
  options: {
    ...hookOptions,
    "subagent-wait": {
      type: "string",
      value: "SECONDS",
      describe: "how long a subagent's permission is only in yourcall",
    },
  },
});
