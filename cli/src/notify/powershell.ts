import type { Channel } from "./notice.ts";
import { runTool } from "./run-tool.ts";

// The program under whose name Windows shows it; one that is not installed may show nothing.
const app = "'{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'";
const start = [
  "$ErrorActionPreference = 'Stop'",
  "[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]",
  "$manager = [Windows.UI.Notifications.ToastNotificationManager]",
];

/** Constant: the texts are variables and become text nodes, so neither PowerShell nor the toast's XML interprets them. */
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
    await runTool(file, ["-NoProfile", "-NonInteractive", "-EncodedCommand", encoded], { signal, env });
  }
  return {
    name: "desktop",
    what: "PowerShell",
    async tell({ id, title, text, url }, signal) {
      // Older versions of Windows accept at most 16 characters.
      const tag = id.slice(-16);
      await run(show, { TITLE: title, TEXT: `${text}\n${url}`, TAG: tag }, signal);
      return tag;
    },
    end: (_notice, _ending, tag, signal) => run(withdraw, { TAG: tag }, signal),
  };
}
