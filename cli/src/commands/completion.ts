import { defineCommand } from "../command.ts";

export const completion = defineCommand({
  name: "completion",
  file: "completion/completion.ts",
  usage: ["completion SHELL"],
  summary: "tab completion for bash, zsh or fish",
  takes: ["bash", "zsh", "fish"],
  about: [
    "Prints a script that completes commands, options, and the ids of pending asks with the tab key.",
    [
      ["bash", "add to ~/.bashrc: source <(yourcall completion bash)"],
      ["zsh", "add to ~/.zshrc, after compinit: source <(yourcall completion zsh)"],
      ["fish", "yourcall completion fish > ~/.config/fish/completions/yourcall.fish"],
    ],
  ],
  options: {
    words: { type: "boolean", hidden: true, describe: "for the scripts: print what may follow these words" },
  },
});
