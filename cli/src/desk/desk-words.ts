interface StartedDesk {
  /** As a person would write them. */
  directories: readonly string[];
  /** The names of the agents that it found. */
  agents: readonly string[];
  /** A link for one login, if somebody can read it here. */
  link: string | undefined;
}

/** What a desk says when it has started: where it works, with which agents, and how to get to its page. */
export function toDeskWords({ directories, agents, link }: StartedDesk): string[] {
  return [
    `The desk runs agents in ${directories.join(", ")}.`,
    agents.length > 0
      ? `Agents: ${agents.join(", ")}.`
      : "No agent was found. Install one, as with `npm install -g @anthropic-ai/claude-agent-sdk` or opencode, or set ANTHROPIC_API_KEY or OPENAI_API_KEY for the built-in one.",
    link === undefined
      ? "Sessions are on the page: yourcall open"
      : `Sessions are on the page: ${link}  (works once, within one minute; later: yourcall open)`,
  ];
}
