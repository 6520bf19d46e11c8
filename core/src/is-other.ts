/** Whether a label is an agent's own "Other", which every surface adds by itself. */
export function isOther(label: string): boolean {
  const text = label.trim();
  // An expression that ignores case costs milliseconds at its first use, and hardly a label gets that far.
  if (text.slice(0, 5).toLowerCase() !== "other") return false;
  return text.length <= 60 && /^other\W*$|^other\W+(?:please )?(?:specify|describe|explain)\W*$/i.test(text);
}
