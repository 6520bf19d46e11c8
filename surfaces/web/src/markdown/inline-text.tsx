/** One line of the agent's words with its `code` set apart; other marks stay as they are. */
export function InlineText({ text }: { text: string }) {
  return Array.from(text.matchAll(/`([^`]+)`|[^`]+|`/g), ({ 0: whole, 1: code, index }) =>
    code === undefined ? whole : <code key={index}>{code}</code>,
  );
}
