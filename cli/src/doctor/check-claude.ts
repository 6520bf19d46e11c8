import { existsSync } from "node:fs";
import { join } from "node:path";
import { claudeDirectory } from "../setup/claude-directory.ts";
import { filesOf } from "../setup/claude-hooks.ts";
import { ownGroups } from "../setup/edit-hooks.ts";
import { readText } from "../setup/replace-file.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

const check = "claude";

/** Are there hooks of ours in Claude Code's settings, and is what they start still there? Nothing where there is no Claude Code. */
export function checkClaude(env: NodeJS.ProcessEnv, cwd: string): Finding[] {
  const home = claudeDirectory(env);
  const files = [
    join(home, "settings.json"),
    ...["", ".local"].map((local) => join(cwd, `.claude/settings${local}.json`)),
  ];
  const findings = [...new Set(files)].flatMap(checkFile);
  if (findings.length > 0 || !existsSync(home)) return findings;
  return [ok(check, "Claude Code: no hooks, so its questions stay in its own dialog; yourcall setup claude adds them")];
}

function checkFile(file: string): Finding[] {
  let own: ReturnType<typeof ownGroups>;
  try {
    const text = readText(file);
    own = text === null || text.trim() === "" ? [] : ownGroups(text);
  } catch (error) {
    return [warn(check, `${file}: ${(error as Error).message}`, "Claude Code may ignore it. Mend it.")];
  }
  if (own.length === 0) return [];
  const hooks = own.flatMap(([, group]) => group.hooks);
  const missing = hooks
    .flatMap(({ command }) => (typeof command === "string" ? filesOf(command) : []))
    .find((path) => !existsSync(path));
  if (missing !== undefined)
    return [
      fail(check, `The hooks in ${file} start ${missing}, which is not there`, "Run `yourcall setup claude` again."),
    ];
  return [ok(check, `Claude Code: hooks in ${file} for ${[...new Set(own.map(([event]) => event))].join(", ")}`)];
}
