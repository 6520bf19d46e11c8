/** Whether somebody is typing in a field in this part of the page: then it must not go away. */
export function isTypingIn(part: string): boolean {
  return document.activeElement?.matches(`${part} :is(textarea, input:not([type=radio], [type=checkbox]))`) === true;
}
