import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { findProgram } from "../find-program.ts";
import { claudeDirectory, isHttpHook, programsOf } from "../setup/claude-hooks.ts";
import { ownGroups } from "../setup/edit-hooks.ts";
import { readText } from "../setup/replace-file.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

const check = "claude";

/** Checks that the hooks are installed and that their command exists. Finds nothing if there is no Claude Code. */
export function checkClaude(env: NodeJS.ProcessEnv, cwd: string): Finding[] {
  const home = claudeDirectory(env);
  const files = [
    join(home, "settings.json"),
    ...["", ".local"].map((local) => join(cwd, `.claude/settings${local}.json`)),
  ];
  const findings = [...new Set(files)].flatMap((file) => checkFile(file, env));
  if (findings.length > 0 || !existsSync(home)) return findings;
  return [ok(check, "Claude Code: no hooks, so it asks only in its own dialog; `yourcall setup claude` adds them")];
}

function checkFile(file: string, env: NodeJS.ProcessEnv): Finding[] {
  let own: ReturnType<typeof ownGroups>;
  try {
    own = ownGroups(readText(file) ?? "");
  } catch (error) {
    return [warn(check, `${file}: ${(error as Error).message}`, "Claude Code may ignore it. Fix the file.")];
  }
  if (own.length === 0) return [];
  const hooks = own.flatMap(([, group]) => group.hooks);
  if (hooks.some(isHttpHook))
    return [
      fail(
        check,
        `${file} has HTTP hooks, which send the agents' token to any program that holds the hub's port and let it decide`,
        "Run `yourcall setup claude` again, with --project or --local if that is where they are: it replaces them.",
      ),
    ];
  const missing = hooks
    .flatMap(({ command }) => (typeof command === "string" ? programsOf(command) : []))
    .find((program) => (isAbsolute(program) ? !existsSync(program) : findProgram(program, env) === null));
  if (missing !== undefined)
    return [
      fail(check, `The hooks in ${file} start ${missing}, which does not exist`, "Run `yourcall setup claude` again."),
    ];
  const events = [...new Set(own.map(([event]) => event))];
  if (["UserPromptSubmit", "SessionEnd"].some((event) => !events.includes(event)))
    return [
      warn(
        check,
        `The hooks in ${file} are those of an earlier version: after Esc in Claude's dialog, an answer given here may wrongly count as taken`,
        "Run `yourcall setup claude` again, with the options you want.",
      ),
    ];
  return [ok(check, `Claude Code: hooks in ${file} for ${events.join(", ")}`)];
}
