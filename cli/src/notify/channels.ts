import { execFile } from "node:child_process";
import { basename } from "node:path";
import { promisify } from "node:util";
import { cleanLine } from "@yourcall/core";
import { findProgram } from "../find-program.ts";
import type { Channel } from "./notice.ts";
import type { NotifySettings } from "./notify-settings.ts";
import { createWebhook } from "./webhook.ts";

/** The channels that are configured or that this machine has. */
export function createChannels(settings: NotifySettings): Channel[] {
  const desktop = createDesktop(settings.desktop, process);
  const all = Array.from(settings.webhooks, ([number, webhook]) => createWebhook(number, webhook));
  // The same address twice would get everything twice.
  const webhooks = all.filter(({ id }, index) => all.findIndex((one) => one.id === id) === index);
  return desktop === null ? webhooks : [desktop, ...webhooks];
}

/** The desktop's own tool; null if it is switched off, or if there is no desktop and no setting. */
export function createDesktop(
  setting: NotifySettings["desktop"],
  { platform, env }: Pick<NodeJS.Process, "platform" | "env">,
): Channel | null {
  if (setting === false) return null;
  const [program, create] = toolOf(platform, env);
  const file = findProgram(program, env);
  if (setting === "auto" && (file === null || !hasSession(platform, env))) return null;
  // If the tool is configured but missing, the channel fails with a message.
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
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.DBUS_SESSION_BUS_ADDRESS);
}

/** The desktop through libnotify's `notify-send`. From version 0.8, the outcome replaces the notification. */
function createNotifySend(file: string): Channel {
  // Before 0.8, `notify-send` neither prints nor accepts ids.
  let withIds = true;

  async function send(options: string[], title: string, body: string, signal: AbortSignal): Promise<string> {
    const call = (more: string[]) =>
      runTool(file, ["--app-name=yourcall", ...more, ...options, "--", toSummary(title), body], signal);
    try {
      if (withIds) return await call(["--print-id"]);
    } catch (error) {
      if (!/unknown option/i.test((error as Error).message)) throw error;
      withIds = false;
    }
    await call([]);
    return "";
  }

  return {
    name: "desktop",
    what: "notify-send",
    async send({ title, text, url }, signal) {
      const printed = await send([], title, toMarkup(`${text}\n${url}`), signal);
      return isId(printed.trim()) ? printed.trim() : "";
    },
    end(notice, ending, handle, signal) {
      if (!isId(handle) || !withIds) return undefined;
      const options = [`--replace-id=${handle}`, "--urgency=low", "--expire-time=3000", "--hint=int:transient:1"];
      return send(options, ending.title, toMarkup(`${notice.agent}: ${notice.text}`), signal).then(() => {});
    },
  };
}

function isId(text: string): boolean {
  return /^\d{1,10}$/.test(text);
}

/**
 * Text for the body, which the desktop reads as markup. Before that, `notify-send` expands escapes such as `\074`, so an
 * unescaped backslash could bring markup back.
 */
export function toMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\\", "\\\\");
}

/**
 * Text for the summary, which is not markup. Some desktops read it as markup anyway, and others would show an entity literally.
 */
export function toSummary(text: string): string {
  return text.replaceAll("&", "＆").replaceAll("<", "‹").replaceAll(">", "›");
}

/** Contains no texts: they are passed as arguments. */
const script = ["on run argv", "display notification (item 2 of argv) with title (item 1 of argv)", "end run"].flatMap(
  (line) => ["-e", line],
);

/** The macOS desktop. A script cannot withdraw a notification there. */
function createOsascript(file: string): Channel {
  return {
    name: "desktop",
    what: "osascript",
    async send({ title, text, url }, signal) {
      await runTool(file, [...script, "--", title, `${text}\n${url}`], signal);
      return "";
    },
  };
}

// Windows shows the toast under this program's name; under one that is not installed it may show nothing.
const app = "'{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'";
const start = [
  "$ErrorActionPreference = 'Stop'",
  "[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]",
  "$manager = [Windows.UI.Notifications.ToastNotificationManager]",
];

/**
 * Contains no texts: they are passed as variables and become text nodes, so neither PowerShell nor the toast's XML interprets
 * them.
 */
const show = [
  ...start,
  "$xml = $manager::GetTemplateContent([Windows.UI.Notifications.ToastTemplateType]::ToastText02)",
  "$lines = $xml.GetElementsByTagName('text')",
  "[void]$lines.Item(0).AppendChild($xml.CreateTextNode($env:YOURCALL_NOTICE_TITLE))",
  "[void]$lines.Item(1).AppendChild($xml.CreateTextNode($env:YOURCALL_NOTICE_TEXT))",
  "$toast = New-Object Windows.UI.Notifications.ToastNotification $xml",
  "$toast.Tag = $env:YOURCALL_NOTICE_TAG",
  "$toast.Group = 'yourcall'",
  `$manager::CreateToastNotifier(${app}).Show($toast)`,
].join("\n");

const withdraw = [...start, `$manager::History.Remove($env:YOURCALL_NOTICE_TAG, 'yourcall', ${app})`].join("\n");

/** The Windows desktop through its own PowerShell. The toast is removed when the ask ends. */
export function createPowershell(file: string): Channel {
  async function run(source: string, texts: Record<string, string>, signal: AbortSignal): Promise<void> {
    const env = { ...process.env };
    for (const [name, text] of Object.entries(texts)) env[`YOURCALL_NOTICE_${name}`] = text;
    const encoded = Buffer.from(source, "utf16le").toString("base64");
    await runTool(file, ["-NoProfile", "-NonInteractive", "-EncodedCommand", encoded], signal, env);
  }
  return {
    name: "desktop",
    what: "PowerShell",
    async send({ id, title, text, url }, signal) {
      // Older versions of Windows accept at most 16 characters.
      const tag = id.slice(-16);
      await run(show, { TITLE: title, TEXT: `${text}\n${url}`, TAG: tag }, signal);
      return tag;
    },
    end: (_notice, _ending, tag, signal) => run(withdraw, { TAG: tag }, signal),
  };
}

const limitMs = 5000;
const endMs = 200;

/**
 * Runs a program and resolves with its output. No shell is involved: texts are passed as arguments or variables. Rejects if it
 * fails or takes longer than 5 s.
 */
async function runTool(file: string, args: string[], signal: AbortSignal, env = process.env): Promise<string> {
  const limits = { timeout: limitMs, killSignal: "SIGKILL", windowsHide: true } as const;
  const running = promisify(execFile)(file, args, { ...limits, signal, env });
  const { stdin, stdout, stderr } = running.child;
  stdin?.end();
  // The program's child processes may keep the pipes open after it exits.
  running.child.once("exit", () => setTimeout(() => [stdout, stderr].map((pipe) => pipe?.destroy()), endMs).unref());
  try {
    return (await running).stdout;
  } catch (error) {
    throw new Error(`${basename(file)} ${toFault(error as ToolError)}`);
  }
}

type ToolError = NodeJS.ErrnoException & { killed?: boolean; signal?: string | null; stderr?: string };

function toFault({ code, killed, signal, stderr = "", message }: ToolError): string {
  if (code === "ENOENT") return "was not found";
  if (killed === true) return `took longer than ${limitMs / 1000} s`;
  if (signal) return `was ended by ${signal}`;
  if (typeof code !== "number") return `could not be run: ${code ?? message}`;
  const why = cleanLine(stderr).slice(0, 200).toWellFormed();
  return `failed (exit code ${code})${why === "" ? "" : `: ${why}`}`;
}
