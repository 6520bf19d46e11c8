import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { demo } from "../commands/demo.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { findTarget } from "../setup/replace-file.ts";

const opening = ["yourcall demo: an agent sets up a small web service.", "You decide."];

/** `yourcall demo`: a scripted agent sets up a small web service, and a person decides how. */
export function run(args: string[]): Promise<number> {
  return runCommand(demo, args, async ({ values }) => {
    if (values.hub === true) return (await import("./demo-hub.ts")).keepHub();
    const project = prepareProjectDirectory(values.dir);
    // To the terminal if there is one, like the questions.
    const output = process.stderr.isTTY ? process.stderr : process.stdout;
    // Load nothing slow before this line is written.
    output.write(`${opening.join(output.columns < opening.join(" ").length ? "\n" : " ")}\n`);
    return (await import("./run-demo.ts")).runDemo({ project, output });
  });
}

export type ProjectDirectory = ReturnType<typeof prepareProjectDirectory>;

/** A new or empty directory for the project: the one that was named, or a fresh one. */
function prepareProjectDirectory(named: string | undefined) {
  const todo = "Name a new or empty directory: --dir DIR.";
  if (named === "") throw new UsageError(`--dir needs a directory. ${todo}`);
  let path = named === undefined ? mkdtempSync(join(tmpdir(), "notes-service-")) : resolve(named);
  let isNew = named === undefined;
  try {
    // What is shown from now on is where the files really go.
    path = findTarget(path);
    isNew = mkdirSync(path, { recursive: true }) !== undefined || isNew;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" || code === "ENOTDIR" ? "there is a file in its place" : message;
    throw new UsageError(`${path} cannot be used: ${why}. ${todo}`);
  }
  const isEmpty = () => !existsSync(path) || readdirSync(path).length === 0;
  if (!isEmpty()) throw new UsageError(`${path} is not empty. ${todo}`);
  return {
    path,
    isEmpty,
    /** Removes an unfinished project, unless the person named its directory. */
    abandon() {
      if (named === undefined) rmSync(path, { recursive: true, force: true });
      else if (isNew && existsSync(path) && isEmpty()) rmdirSync(path);
    },
    /** What `abandon` does to a half-written project. */
    abandonWords:
      named === undefined ? "The half-written project was removed." : `The files written so far are in ${path}.`,
  };
}
