import { type Ask, cleanLine, type Question, splitRecommended, toOptionNames } from "@yourcall/core";

/**
 * The labels of a question that a person may have meant: the exact one, else the one that screens name so, else those that
 * differ only in case, spaces or the recommended mark. Several are for the person to tell apart.
 */
export function matchLabel(question: Question, kind: Ask["kind"], given: string): string[] {
  const options = toOptionNames(question, kind).map(({ name }, index) => {
    const label = question.options[index]?.label ?? "";
    return { label, name };
  });
  const exact = options.filter(({ label }) => label === given);
  if (exact.length > 0) return exact.map(({ label }) => label);
  const named = options.filter(({ name }) => name === given);
  if (named.length > 0) return named.map(({ label }) => label);
  const look = toLook(given);
  if (look === "") return [];
  return options
    .filter(({ label, name }) =>
      [name, label, splitRecommended(cleanLine(label)).label].some((text) => toLook(text) === look),
    )
    .map(({ label }) => label);
}

/** The names by which the options of a question can be given, for a person who has to choose one. */
export function toChoices(question: Question, kind: Ask["kind"]): string {
  const names =
    kind === "approval"
      ? question.options.map(({ label }) => label)
      : toOptionNames(question, kind).map(({ name, recommended }) => (recommended ? `${name} (Recommended)` : name));
  return names.map((name) => `"${cleanLine(name)}"`).join(", ");
}

function toLook(text: string): string {
  return cleanLine(text).normalize("NFKC").toLowerCase();
}
