import { maxInputLength } from "./limits.ts";

// CSI and two-byte escapes have an end of their own; OSC, DCS, APC, PM and SOS run to BEL or ST. An unterminated string sequence
// takes the rest of its line with it: showing the payload would show what a terminal was meant to swallow.
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  /(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*(?:[\x40-\x7e]|$)|(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c\n\r]*(?:\x07|\x1b\\|\x9c|$)?|\x1b[\x20-\x2f]*[\x30-\x7e]?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
// Bidi marks, embeddings, overrides, isolates; zero-width space, word joiner and the other invisible operators; soft hyphen;
// byte order mark; interlinear annotation; tag characters; Hangul and Khmer fillers. ZWJ, ZWNJ and variation selectors stay:
// emoji and several scripts need them.
const hidden =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb";
const invisible = /* @__PURE__ */ new RegExp(`[${hidden}\\u{e0000}-\\u{e0fff}]`, "gu");
const needsWork = /* @__PURE__ */ new RegExp(
  `[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff${hidden}]`,
);
// The characters from U+007F on that `cleanText` removes or replaces, matched one at a time.
const unshowable = /* @__PURE__ */ new RegExp(
  `[\\x7f-\\x9f\\u2028\\u2029${hidden}]|[\\udb40-\\udb43][\\udc00-\\udfff]`,
  "g",
);

/**
 * Makes text of a model or a person safe to show on any screen: no escape sequence, control character, bidi override or
 * other invisible character is left, lone surrogates become U+FFFD, tabs become spaces. Newlines stay as `\n`.
 *
 * @example
 * process.stdout.write(cleanText(question.question));
 */
export function cleanText(text: string): string {
  if (!needsWork.test(text)) return text;
  // Well-formed first: taking something out from between two lone surrogates would join them into a new character.
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replace(escapes, "")
    .replace(/\t/g, "  ")
    .replace(controls, "")
    .replace(invisible, "");
}

/** `cleanText` for code, in which a tab is not the same as spaces. */
export function cleanCode(text: string): string {
  return text.split("\t").map(cleanText).join("\t");
}

/** Code in which a tab can be told from spaces, for a screen on which it could not. As long as the code itself, in UTF-16 units. */
export function showTabs(code: string): string {
  return code.replaceAll("\t", "⇥");
}

/**
 * `cleanText` on one line: every run of white space becomes one space, trimmed at both ends.
 *
 * @example
 * console.log(`Question: ${cleanLine(question.question)}`);
 */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").trim();
}

/**
 * For text that must be read to its last character before it is allowed, such as a command: nothing is removed, and characters
 * that a screen would act on or hide are spelled out: `␛[31m`, `<U+202E>`. Newlines stay as `\n`, tabs become spaces.
 *
 * @example
 * console.log(revealText("rm -rf \u202e/")); // shows what is hidden in it
 */
export function revealText(text: string): string {
  if (!needsWork.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/\r\n/g, "\n")
    .replace(/\t/g, "  ")
    .replace(asciiControls, (found) => String.fromCharCode(0x2400 + Math.min(found.charCodeAt(0), 0x21)))
    .replace(unshowable, (found) => `<U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`);
}

/** Whether `revealText` spells a character of the text out, in up to eight. */
export function growsWhenRevealed(text: string): boolean {
  return text.search(unshowable) !== -1;
}

/** The text without the white space at its end. What `revealText` spells out stays, although some of it is white space too. */
export function trimShown(text: string): string {
  let end = text.length;
  while (end > 0 && isUnseenAt(text, end - 1)) end--;
  return text.slice(0, end);
}

function isUnseenAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === 0x0d) return text.charCodeAt(at + 1) === 0x0a;
  if (unit < 0x80) return unit === 0x20 || unit === 0x0a || unit === 0x09;
  return /[^\S\u2028\u2029\ufeff]/.test(text.charAt(at));
}

/**
 * Typed or pasted text as a field accepts it: clean, cut to `maxLength`, on one line unless `newlines`.
 *
 * @example
 * const name = cleanInput("main\u202e\n", { newlines: false, maxLength: 100 });
 */
export function cleanInput(text: string, options: { newlines?: boolean; maxLength?: number } = {}): string {
  return fitText(text, { newlines: options.newlines === true, maxLength: options.maxLength ?? maxInputLength }).text;
}

/** What a field accepts. */
export interface TextRule {
  newlines: boolean;
  /** Whether a tab stays one. Otherwise it becomes spaces. */
  tabs?: boolean;
  maxLength: number;
}

/** Text as a field accepts it. `cut` is how many characters exceeded the limit. */
export function fitText(given: string, { newlines, tabs, maxLength }: TextRule): { text: string; cut: number } {
  const clean = tabs === true ? cleanCode(given) : cleanText(given);
  const whole = newlines ? clean : clean.replace(/\n+/g, " ");
  // Without half of a character at the end.
  const text =
    whole.length > maxLength
      ? whole
          .slice(0, maxLength)
          .toWellFormed()
          .replace(/\ufffd$/, "")
      : whole;
  return { text, cut: whole.length - text.length };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const asciiControls = /[\x00-\x09\x0b-\x1f\x7f]/g;
/** JSON that keeps every character; those that a screen would act on are escaped. */
export function toShowableJson(value: unknown): string {
  return JSON.stringify(value).replace(unshowable, (found) =>
    Array.from(
      { length: found.length },
      (_, index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}
