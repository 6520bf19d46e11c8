import { join } from "node:path";
import * as commands from "../commands/setup.ts";
import { info, print } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { changeFiles } from "./change-files.ts";
import { hereCommand, herePlaces } from "./setup-mcp.ts";

const unit = "yourcall.service";

/** `yourcall setup autostart`: a systemd user unit that runs the hub while the person is logged in. */
export function setupAutostart(args: string[]): Promise<number> {
  return runCommand(commands.setupAutostart, args, async ({ values }) => {
    if (process.platform !== "linux")
      throw new UsageError("Autostart is for systemd, on Linux. Commands that need a hub start one by themselves.");
    const { home, env } = herePlaces();
    const file = join(env.XDG_CONFIG_HOME || join(home, ".config"), "systemd/user", unit);
    const text = toUnit(hereCommand(), env);
    const removes = values.remove === true;
    if (values.print === true && !removes) {
      await print(text);
      return 0;
    }
    const change = {
      file,
      removes,
      edit: () => (removes ? "" : text),
      goes: (before: string) => removes && before !== "",
    };
    const done = await changeFiles([change], values, `${file} ${removes ? "does not exist" : "is already there"}.`);
    if (done === "changed")
      info(`Now run: systemctl --user daemon-reload && systemctl --user ${removes ? "stop" : "enable --now"} yourcall`);
    return done === "refused" ? exitCodes.failure : 0;
  });
}

function toUnit(command: readonly string[], { YOURCALL_HOME: home }: NodeJS.ProcessEnv): string {
  return [
    "[Unit]",
    "Description=yourcall: the hub, where the questions of agents wait",
    "",
    "[Service]",
    // `env` finds a bare name in the PATH of the session.
    `ExecStart=${[...(command.length === 1 ? ["/usr/bin/env"] : []), ...command, "serve"].map(quote).join(" ")}`,
    ...(home ? [`Environment=${quote(`YOURCALL_HOME=${home}`)}`] : []),
    // After `yourcall stop`, which ends it cleanly, it stays stopped.
    "Restart=on-failure",
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
}

/** Quoted for systemd, which would replace percent and dollar signs. */
function quote(word: string): string {
  const escaped = word.replace(/[\\"]/g, "\\$&").replaceAll("%", "%%").replaceAll("$", "$$$$");
  return /^[\w@/.+:=,-]+$/.test(word) ? word : `"${escaped}"`;
}
