import type { Channel, Notice } from "./notice.ts";
import { runTool } from "./run-tool.ts";

/** The desktop through libnotify's `notify-send`. Since version 0.8 the outcome replaces the notification. */
export function createNotifySend(file: string): Channel {
  // Before 0.8 it neither prints nor accepts ids.
  let withIds = true;

  async function send(options: string[], title: string, body: string, signal: AbortSignal): Promise<string> {
    const call = (more: string[]) =>
      runTool(file, ["--app-name=yourcall", ...more, ...options, "--", toSummary(title), body], { signal });
    if (!withIds) return call([]).then(() => "");
    try {
      return await call(["--print-id"]);
    } catch (error) {
      if (!/unknown option/i.test((error as Error).message)) throw error;
      withIds = false;
      return call([]).then(() => "");
    }
  }

  return {
    name: "desktop",
    what: "notify-send",
    async tell(notice, signal) {
      const printed = await send([], notice.title, toBody(notice), signal);
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

function toBody({ text, url }: Notice): string {
  return toMarkup(`${text}\n${url}`);
}

/**
 * Text for the body, which is markup to the desktop. Before that `notify-send` reads escapes like `\074` in it, so that a
 * backslash left alone could bring the markup back.
 */
export function toMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\\", "\\\\");
}

/** Text for the summary, which is not markup. Some desktops treat it as such, and others would show an entity as it is. */
export function toSummary(text: string): string {
  return text.replaceAll("&", "＆").replaceAll("<", "‹").replaceAll(">", "›");
}
