import type { WriteStream } from "node:tty";
import {
  asciiGlyphs,
  cellWidth,
  createPalette,
  detectBackground,
  detectColorDepth,
  detectUnicode,
  type Glyphs,
  type Palette,
  toAsciiText,
  unicodeGlyphs,
  wrapText,
} from "@yourcall/terminal";

const wordMs = 45;
/** The longest that one speech takes. */
const speechMs = 1400;

/** Writes what happens, as a person reads it. */
export interface Narrator {
  readonly glyphs: Glyphs;
  /** Words alone: what is drawn is read out badly. */
  readonly plain: boolean;
  readonly width: number;
  line(text?: string, style?: Parameters<Palette>[0]): void;
  /** `you › words` */
  says(who: string, text: string): void;
  /** The next words of a speech; resolves when it is their turn to have been read. */
  word(who: string, text: string): Promise<void>;
  /** The rest of this speech at once. */
  rush(): void;
  /** The speech has ended, if there is one. */
  endSpeech(): void;
}

export interface NarratorOptions {
  output: NodeJS.WriteStream;
  /** Whether words come one by one. */
  paced: boolean;
  plain: boolean;
}

export function createNarrator({ output, paced, plain }: NarratorOptions): Narrator {
  const isTerminal = output.isTTY === true;
  const palette = createPalette(detectBackground(process.env), detectColorDepth(process.env, isTerminal));
  const unicode = !isTerminal || detectUnicode(process.env);
  const widthNow = () => (isTerminal ? (output as WriteStream).columns || 80 : Number.POSITIVE_INFINITY);
  let column = 0;
  let gap = "";
  let indent = 0;
  let speaking = false;
  let spentMs = 0;
  let skip = () => {};
  let rushed = false;

  function write(text: string, style: Parameters<Palette>[0] = "text"): void {
    output.write(palette(style, unicode ? text : toAsciiText(text)));
  }

  function begin(who: string): void {
    endSpeech();
    speaking = true;
    spentMs = 0;
    rushed = false;
    write(plain ? `${who}: ` : `${who} `, "strong");
    if (!plain) write("› ", "dim");
    indent = plain ? 0 : cellWidth(who) + 3;
    column = cellWidth(who) + 3;
    gap = "";
  }

  function put(text: string): void {
    for (const word of text.split(/(?<=\s)(?=\S)/)) {
      const shown = word.trimEnd();
      const size = cellWidth(shown);
      if (gap !== "" && column + gap.length + size > widthNow() - 1) {
        write(`\n${" ".repeat(indent)}`);
        column = indent;
      } else {
        write(gap);
        column += gap.length;
      }
      write(shown);
      column += size;
      // Written with the next word, so that no line ends in a blank.
      gap = word.slice(shown.length);
    }
  }

  function pause(): Promise<void> {
    if (!paced || rushed || spentMs >= speechMs) return Promise.resolve();
    spentMs += wordMs;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, wordMs);
      skip = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function endSpeech(): void {
    if (!speaking) return;
    speaking = false;
    write("\n");
  }

  return {
    glyphs: unicode ? unicodeGlyphs : asciiGlyphs,
    plain,
    get width() {
      return widthNow();
    },
    line(text = "", style = "text") {
      endSpeech();
      for (const row of toRows(text, widthNow() - 1)) {
        write(row, style);
        write("\n");
      }
    },
    says(who, text) {
      begin(who);
      put(text);
      endSpeech();
    },
    async word(who, text) {
      if (!speaking) begin(who);
      put(text);
      await pause();
    },
    rush() {
      rushed = true;
      skip();
    },
    endSpeech,
  };
}

/** Broken between words; whole where it holds something, a link or a path, that has to stay in one piece to be copied. */
function toRows(text: string, width: number): string[] {
  const fits = text.split(" ").every((word) => cellWidth(word) <= width);
  return fits && cellWidth(text) > width ? wrapText(text, width) : [text];
}
