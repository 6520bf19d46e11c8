import {
  asciiGlyphs,
  cellWidth,
  createPalette,
  detectBackground,
  detectColorDepth,
  detectUnicode,
  type Palette,
  toAsciiText,
  unicodeGlyphs,
  wrapText,
} from "@yourcall/terminal";

const wordMs = 45;
const longestSpeechMs = 1400;

export interface NarratorOptions {
  output: NodeJS.WriteStream;
  /** Words appear one by one. */
  paced: boolean;
  /** Words only, for screen readers. */
  plain: boolean;
}

export type Narrator = ReturnType<typeof createNarrator>;

/** Tells a person what happens, line by line. */
export function createNarrator({ output, paced, plain }: NarratorOptions) {
  const isTerminal = output.isTTY === true;
  const palette = createPalette(detectBackground(process.env), detectColorDepth(process.env, isTerminal));
  const unicode = !isTerminal || detectUnicode(process.env);
  const widthNow = () => (isTerminal ? output.columns || 80 : Number.POSITIVE_INFINITY);
  let skip: (() => void) | undefined;

  function write(text: string, style: Parameters<Palette>[0] = "text"): void {
    output.write(palette(style, unicode ? text : toAsciiText(text)));
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, wordMs);
      skip = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    glyphs: unicode ? unicodeGlyphs : asciiGlyphs,
    plain,
    get width() {
      return widthNow();
    },
    line(text = "", style: Parameters<Palette>[0] = "text"): void {
      for (const row of toRows(text, widthNow() - 1)) write(`${row}\n`, style);
    },
    /** `agent › words`, one word after the other if it is paced. */
    async says(who: string, text: string): Promise<void> {
      const indent = plain ? "" : " ".repeat(cellWidth(who) + 3);
      const rows = toRows(plain ? `${who}: ${text}` : text, widthNow() - 1 - indent.length);
      if (!plain) {
        write(`${who} `, "strong");
        write("› ", "dim");
      }
      let words = paced ? longestSpeechMs / wordMs : 0;
      for (const word of rows.join(`\n${indent}`).split(/(?<=\s)(?=\S)/)) {
        write(word);
        if (words-- > 0) await pause();
        if (skip === undefined) words = 0;
      }
      write("\n");
    },
    /** Shows the rest of the speech at once. */
    rush(): void {
      skip?.();
      skip = undefined;
    },
  };
}

/** Broken between words, unless a word is too long: a link or a path stays in one piece, to be copied. */
function toRows(text: string, width: number): string[] {
  const fits = text.split(" ").every((word) => cellWidth(word) <= width);
  return fits && cellWidth(text) > width ? wrapText(text, width) : [text];
}
