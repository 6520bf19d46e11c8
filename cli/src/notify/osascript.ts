import type { Channel } from "./channel.ts";
import { runTool } from "./run-tool.ts";

/** The whole script. Texts come in as its arguments. */
const script = ["on run argv", "display notification (item 2 of argv) with title (item 1 of argv)", "end run"].flatMap(
  (line) => ["-e", line],
);

/** The desktop of macOS. What was shown there cannot be withdrawn by a script. */
export function createOsascript(file: string): Channel {
  return {
    name: "desktop",
    what: "osascript",
    async tell({ title, text, url }, signal) {
      await runTool(file, [...script, "--", title, `${text}\n${url}`], { signal });
      return "";
    },
  };
}
