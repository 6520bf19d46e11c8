/** Tools whose call is a question, which a conversation shows as one. */
export function isAskTool(name: string): boolean {
  return /(^|__)(AskUserQuestion|ask_user)$/.test(name);
}
