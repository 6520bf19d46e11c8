/** One option of a command, as data: parsing, help, man page, completion and reference follow from it. */
interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: true;
  /** What its value is called in the help: `FILE`. `[REASON]` is a value that may be left out. */
  readonly value?: string;
  readonly describe: string;
  /** The only values it takes. */
  readonly values?: readonly string[];
  /** Values that completion offers, if others are allowed too. */
  readonly suggest?: readonly string[];
  /** For other parts of yourcall, not for people. */
  readonly hidden?: true;
}

export type Options = Readonly<Record<string, Option>>;

export type Row = readonly [term: string, words: string];

/** A paragraph; lines to be copied, if it is indented; or rows of two columns. */
export type Block = string | readonly Row[];

/** A command, or a word after one that has its own options, such as `setup claude`. */
export interface Definition<O extends Options = Options> {
  /** `wait`, or `setup claude`. */
  readonly name: string;
  /** What follows `yourcall`, once for each way of calling it. */
  readonly usage: readonly [string, ...string[]];
  readonly about: readonly Block[];
  /** Command lines that can be pasted. */
  readonly examples?: readonly string[];
  readonly options: O;
  readonly notes?: readonly Block[];
  /** What each exit code means, in this order. */
  readonly exits?: readonly (readonly [code: number, meaning: string])[];
  /** Its arguments: ids of asks, files, text, or these words. Left out, it takes none. */
  readonly takes?: "ids" | "files" | "text" | readonly string[];
}

/** A command as `yourcall --help` lists it. */
export interface Command<O extends Options = Options> extends Definition<O> {
  /** The file whose `run` does it, below `cli/src`. */
  readonly file: string;
  /** Its line in the overview. */
  readonly summary: string;
  /** What its words are, by word, if they have options of their own. */
  readonly words?: Readonly<Record<string, Definition>>;
}

type Value<O extends Option> = O["type"] extends "boolean"
  ? boolean
  : O extends { readonly values: readonly (infer Known)[] }
    ? Known
    : string;

/** The values of the options that were given. */
export type Values<O extends Options> = {
  -readonly [Name in keyof O]?: O[Name] extends { readonly multiple: true } ? Value<O[Name]>[] : Value<O[Name]>;
};

/** Defines a command: data only, so that help and completion load nothing that does its work. */
export function defineCommand<const O extends Options>(command: Command<O>): Command<O> {
  return command;
}

/** Defines a word after a command that has options of its own. */
export function defineWord<const O extends Options>(word: Definition<O>): Definition<O> {
  return word;
}
