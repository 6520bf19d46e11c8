/** Whether a label is an agent's own "Other", which every surface adds by itself. */
export function isOther(label: string): boolean {
  const text = label.trim();
  return text.length <= 60 && /^other\W*$|^other\W+(?:please )?(?:specify|describe|explain)\W*$/i.test(text);
}
