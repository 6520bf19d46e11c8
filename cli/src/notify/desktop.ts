import { findProgram } from "../find-program.ts";
import type { Channel } from "./channel.ts";
import { createNotifySend } from "./notify-send.ts";
import type { NotifySettings } from "./notify-settings.ts";
import { createOsascript } from "./osascript.ts";
import { createPowershell } from "./powershell.ts";

export interface Machine {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
}

/** The desktop's own tool; null where it is switched off, or where nothing is set and there is no desktop here. */
export function createDesktop(setting: NotifySettings["desktop"], { platform, env }: Machine): Channel | null {
  if (setting === false) return null;
  const [program, create] = toolOf(platform, env);
  const file = findProgram(program, env);
  if (setting === "where-there-is-one" && (file === null || !hasSession(platform, env))) return null;
  // Where it was asked for and is missing, the channel fails and says so.
  return create(file ?? program);
}

function toolOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): [string, (file: string) => Channel] {
  if (platform === "darwin") return ["osascript", createOsascript];
  if (platform === "win32") {
    const root = env.SystemRoot ?? "C:\\Windows";
    return [`${root}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`, createPowershell];
  }
  return ["notify-send", createNotifySend];
}

function hasSession(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  if (platform === "darwin") return env.SSH_CONNECTION === undefined;
  if (platform === "win32") return true;
  return [env.DISPLAY, env.WAYLAND_DISPLAY, env.DBUS_SESSION_BUS_ADDRESS].some(
    (set) => set !== undefined && set !== "",
  );
}
