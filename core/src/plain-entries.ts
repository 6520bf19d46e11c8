/** One answer as it is given, before it is held against its question. */
export interface AnswerEntry {
  question: string;
  header?: string | undefined;
  selectedOptions: string[];
  customInput?: string | undefined;
  notes?: string | undefined;
  skipped?: boolean | undefined;
}

/**
 * A first look at answers without the schema, which takes several times as long: the entries where they plainly are some, or
 * null where the schema has to look. A property test holds the two together.
 */
export function toPlainEntries(value: unknown): AnswerEntry[] | null {
  if (!Array.isArray(value)) return null;
  const entries: AnswerEntry[] = [];
  for (const given of value) {
    const entry = toEntry(given);
    if (entry === null) return null;
    entries.push(entry);
  }
  return entries;
}

function toEntry(value: unknown): AnswerEntry | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { question, header, selectedOptions, customInput, notes, skipped } = value as Record<string, unknown>;
  if (typeof question !== "string" || skipped !== undefined || !Array.isArray(selectedOptions)) return null;
  if (!selectedOptions.every((label) => typeof label === "string")) return null;
  const entry: AnswerEntry = { question, selectedOptions: [...selectedOptions] };
  for (const [name, text] of [
    ["header", header],
    ["customInput", customInput],
    ["notes", notes],
  ] as const) {
    if (text === undefined) continue;
    if (typeof text !== "string") return null;
    entry[name] = text;
  }
  return entry;
}
