import type { PluginSettings } from "./host.ts";

// The bundle reads this constant, which the head of the file declares.
const declaration = "const yourcallSettings =";
const bodyMark = "// The rest is yourcall's own code.";

/** The text of a file that runs inside a host: what a person should read, then the bundle. */
export function toPluginFile(title: string, settings: PluginSettings, bundle: string): string {
  const command = `yourcall setup ${settings.host}`;
  return [
    `// ${title}'s own questions and approvals, on every screen. Written by \`${command}\`; \`${command} --remove\` removes it.`,
    `${declaration} ${JSON.stringify(settings)};`,
    bodyMark,
    bundle,
  ].join("\n");
}

/** The settings in the text of such a file; null if it is not one. */
export function readPluginFile(text: string): PluginSettings | null {
  const [, line = "", mark] = text.split("\n", 3);
  if (mark !== bodyMark || !line.startsWith(declaration)) return null;
  try {
    return JSON.parse(line.slice(declaration.length, -1));
  } catch {
    return null;
  }
}

/** The text as it is shown before it is written: without the bundle, which nobody would read. */
export function toShownPlugin(text: string): string {
  const at = text.indexOf(`${bodyMark}\n`);
  if (at === -1) return text;
  const bytes = text.length - at - bodyMark.length;
  return `${text.slice(0, at)}${bodyMark} (${Math.ceil(bytes / 1024)} KB)\n`;
}
