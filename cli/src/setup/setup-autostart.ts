import { join } from "node:path";
import { exitCodes } from "../exit-codes.ts";
import { setupAutostartHelp } from "../help-texts.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { print, tell } from "../say.ts";
import { isChange, makeChanges, planChanges, showChange } from "./change-files.ts";
import { toProgram } from "./claude-hooks.ts";
import { herePlaces } from "./setup-mcp.ts";

const flag = { type: "boolean" } as const;
const options = { print: flag, remove: flag, yes: { ...flag, short: "y" } } as const;
const unit = "yourcall.service";

/** `yourcall setup autostart`: a systemd user unit that runs the hub while the person is logged in. */
export function setupAutostart(args: string[]): Promise<number> {
  return runCommand(args, { options, help: setupAutostartHelp }, async ({ values }) => {
    if (process.platform !== "linux")
      throw new UsageError("Autostart is for systemd, on Linux. Commands that need a hub start one by themselves.");
    const { home, env } = herePlaces();
    const file = join(env.XDG_CONFIG_HOME || join(home, ".config"), "systemd/user", unit);
    const text = toUnit(toProgram(process.execPath, process.argv[1] ?? "", env), env);
    if (values.print === true && values.remove !== true) {
      await print(text);
      return 0;
    }
    const removes = values.remove === true;
    const planned = planChanges([
      { file, removes, edit: () => (removes ? "" : text), goes: (before) => removes && before !== "" },
    ]);
    if (values.print === true) {
      for (const change of planned) showChange(change);
      return 0;
    }
    if (!planned.some(isChange)) {
      tell(removes ? `${file} does not exist.` : `${file} is already there.`);
      return 0;
    }
    if (!(await makeChanges(planned, values.yes === true))) return exitCodes.failure;
    tell(
      removes
        ? "Now run: systemctl --user daemon-reload && systemctl --user stop yourcall"
        : "Now run: systemctl --user daemon-reload && systemctl --user enable --now yourcall",
    );
    return 0;
  });
}

function toUnit(program: ReturnType<typeof toProgram>, { YOURCALL_HOME: home }: NodeJS.ProcessEnv): string {
  const words = "command" in program ? [program.command] : [program.node, program.entry];
  return [
    "[Unit]",
    "Description=yourcall: the hub, where the questions of agents wait",
    "",
    "[Service]",
    // `env` finds a bare name in the PATH of the session.
    `ExecStart=${["command" in program ? "/usr/bin/env" : "", ...words, "serve"].filter(Boolean).map(quote).join(" ")}`,
    ...(home ? [`Environment=${quote(`YOURCALL_HOME=${home}`)}`] : []),
    // `yourcall stop` ends it cleanly, and then it stays stopped.
    "Restart=on-failure",
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
}

/** As systemd reads it: a percent sign and a dollar sign would be replaced. */
function quote(word: string): string {
  const escaped = word.replace(/[\\"]/g, "\\$&").replaceAll("%", "%%").replaceAll("$", "$$$$");
  return /^[\w@/.+:=,-]+$/.test(word) ? word : `"${escaped}"`;
}
