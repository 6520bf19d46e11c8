import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { temporaryDirectory } from "./hub.ts";

/** A program that only records how it was called. */
export interface StandIn {
  /** The environment in which it is found. */
  env: { PATH: string };
  readonly directory: string;
  /** The arguments of each call so far. */
  calls(): string[][];
  stdin(): string;
}

const end = "\x1e";

/** Puts an executable of this name first on the path. `script` runs after the recording. */
export function standIn(name: string, script = ""): StandIn {
  const directory = temporaryDirectory("stand-in");
  // One write, so that simultaneous calls do not mix.
  const record = `cat >>'${directory}/stdin'; printf '%s\\0' "$@" '${end}' >>'${directory}/calls'`;
  const file = join(directory, name);
  writeFileSync(file, `#!/bin/sh\n${record}\n${script}\n`);
  chmodSync(file, 0o755);
  const read = (what: string) => (existsSync(join(directory, what)) ? readFileSync(join(directory, what), "utf8") : "");
  return {
    directory,
    env: { PATH: `${directory}${delimiter}${process.env.PATH}` },
    calls: () =>
      read("calls")
        .split(`${end}\0`)
        .slice(0, -1)
        .map((call) => call.split("\0").slice(0, -1)),
    stdin: () => read("stdin"),
  };
}

/** An editor that runs this shell script, with the file's name as `$1`; `read` reads what it leaves in `$HERE`. */
export function scriptedEditor(script: string): { env: { EDITOR: string; HERE: string }; read(name: string): string } {
  const here = temporaryDirectory("editor");
  const file = join(here, "editor");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return { env: { EDITOR: file, HERE: here }, read: (name) => readFileSync(join(here, name), "utf8") };
}
