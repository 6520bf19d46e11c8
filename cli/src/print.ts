import { cleanText } from "@yourcall/core";

// Each bundled file has its own copy of this module, and all of them are quiet.
const quiet = Symbol.for("yourcall.quiet");

/** Silences `info`: `--quiet`. */
export function beQuiet(): void {
  Reflect.set(globalThis, quiet, true);
}

export function isQuiet(): boolean {
  return Reflect.get(globalThis, quiet) === true;
}

/** Reports a problem on standard error. */
export function warn(message: string): void {
  write(`yourcall: ${message}`);
}

/** Reports on standard error that something was done, or that there is nothing to do. */
export function info(message: string): void {
  if (!isQuiet()) write(message);
}

/** The width of a terminal; 80 if it reports 0, as terminals without a size do in some containers and under `script`. */
export function columnsOf({ columns }: { columns?: number }): number {
  return columns || 80;
}

function write(message: string): void {
  const width = process.stderr.isTTY ? columnsOf(process.stderr) - 1 : Number.POSITIVE_INFINITY;
  const lines = cleanText(message)
    .split("\n")
    // An indented line is an example, to be copied as it is.
    .flatMap((line) => (line.length <= width || line.startsWith(" ") ? [line] : wrapWords(line, width)));
  process.stderr.write(`${lines.join("\n")}\n`);
}

/**
 * Writes to standard output and rejects if the reader is gone: a closed pipe is not a delivered answer. With `partly`, a
 * reader that stops early (`| head`) is fine.
 */
export function print(text: string, options: { partly?: boolean } = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      if (options.partly === true && error.code === "EPIPE") resolve();
      else reject(new Error(`Could not write to standard output: ${error.message}`));
    };
    process.stdout.once("error", fail);
    process.stdout.write(text, (error) => {
      if (error != null) return fail(error);
      process.stdout.off("error", fail);
      resolve();
    });
  });
}

/**
 * Wraps words to lines of at most `width` characters. What a person may copy is never broken: text in backquotes, and a command that
 * ends the text after a colon. If it is longer than `width`, it has a line of its own.
 */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.match(/`[^`]+`\S*|(?<=: )yourcall .+|\S+/g) ?? []) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
