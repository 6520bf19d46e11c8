import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { temporaryDirectory } from "./hub.ts";

/** A program that only writes down how it was called. */
export interface StandIn {
  /** For the environment of whoever shall find it. */
  env: { PATH: string };
  readonly directory: string;
  /** The arguments of each call so far. */
  calls(): string[][];
  stdin(): string;
}

/** Puts an executable of this name first on the path. `script` comes after the recording: what it prints, how it ends. */
export function standIn(name: string, script = ""): StandIn {
  const directory = temporaryDirectory("stand-in");
  const record = `cat >>'${directory}/stdin'; { printf '%s\\0' "$@"; printf '\\036'; } >>'${directory}/calls'`;
  const file = join(directory, name);
  writeFileSync(file, `#!/bin/sh\n${record}\n${script}\n`);
  chmodSync(file, 0o755);
  const read = (what: string) => (existsSync(join(directory, what)) ? readFileSync(join(directory, what), "utf8") : "");
  return {
    directory,
    env: { PATH: `${directory}${delimiter}${process.env.PATH}` },
    calls: () =>
      read("calls")
        .split("\x1e")
        .slice(0, -1)
        .map((call) => call.split("\0").slice(0, -1)),
    stdin: () => read("stdin"),
  };
}
