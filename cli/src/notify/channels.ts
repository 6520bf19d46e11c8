import { findProgram } from "../find-program.ts";
import type { Channel } from "./notice.ts";
import { createNotifySend } from "./notify-send.ts";
import type { NotifySettings } from "./notify-settings.ts";
import { createPowershell } from "./powershell.ts";
import { runTool } from "./run-tool.ts";
import { createWebhook } from "./webhook.ts";

/** The channels that are configured or that this machine has. */
export function createChannels(settings: NotifySettings, machine: Machine = process): Channel[] {
  const desktop = createDesktop(settings.desktop, machine);
  const webhooks = Array.from(settings.webhooks, ([number, webhook]) => createWebhook(number, webhook));
  return desktop === null ? webhooks : [desktop, ...webhooks];
}

interface Machine {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
}

/** The desktop's own tool; null if it is switched off, or if nothing is set and there is no desktop. */
export function createDesktop(setting: NotifySettings["desktop"], { platform, env }: Machine): Channel | null {
  if (setting === false) return null;
  const [program, create] = toolOf(platform, env);
  const file = findProgram(program, env);
  if (setting === "where-there-is-one" && (file === null || !hasSession(platform, env))) return null;
  // If it is configured but missing, the channel fails with a message.
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

/** Constant: texts are passed as arguments. */
const script = ["on run argv", "display notification (item 2 of argv) with title (item 1 of argv)", "end run"].flatMap(
  (line) => ["-e", line],
);

/** The macOS desktop. A script cannot withdraw what it showed there. */
function createOsascript(file: string): Channel {
  return {
    name: "desktop",
    what: "osascript",
    async tell({ title, text, url }, signal) {
      await runTool(file, [...script, "--", title, `${text}\n${url}`], { signal });
      return "";
    },
  };
}
