/** A command of the chat: a message that begins with a slash is for the chat, not for the model. */
interface SlashCommand {
  name: string;
  /** What follows it, if anything. */
  takes: string;
  does: string;
}

export const slashCommands: readonly SlashCommand[] = [
  { name: "/help", takes: "", does: "what you can type here" },
  { name: "/model", takes: "[NAME]", does: "show the model, or switch to another" },
  { name: "/clear", takes: "", does: "start a new conversation" },
  { name: "/resume", takes: "[RUN]", does: "continue the last run, or this one" },
];

/** The commands that a message being typed may become. None after a space, or for a path such as `/etc/hosts`. */
export function matchSlash(text: string): SlashCommand[] {
  if (!/^\/[a-z]*$/.test(text)) return [];
  const exact = slashCommands.filter(({ name }) => name === text);
  return exact.length > 0 ? exact : slashCommands.filter(({ name }) => name.startsWith(text));
}

/** What Tab makes of a message: the command, if only one is left, or as much as all of them share. */
export function completeSlash(text: string): string {
  const found = matchSlash(text);
  const [first] = found;
  if (first === undefined) return text;
  if (found.length === 1) return `${first.name}${first.takes === "" ? "" : " "}`;
  let length = first.name.length;
  while (!found.every(({ name }) => name.startsWith(first.name.slice(0, length)))) length -= 1;
  return first.name.slice(0, length);
}

/** A message as a command and its word; `known` is false for a command that does not exist. Null for a message to the model. */
export function parseSlash(text: string): { name: string; word: string | undefined; known: boolean } | null {
  const [, name = "", word] = /^(\/[a-z]+)(?:\s+(\S+))?\s*$/.exec(text) ?? [];
  if (name === "") return null;
  return { name, word, known: slashCommands.some((command) => command.name === name) };
}
