import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** Opens a text in `$VISUAL` or `$EDITOR`. Returns the saved text, or why there is none. */
export async function openInEditor(text: string, fileName: string): Promise<{ text: string } | { failed: string }> {
  let directory: string | undefined;
  try {
    directory = await mkdtemp(join(tmpdir(), "yourcall-"));
    const file = join(directory, fileName);
    await writeFile(file, text, { mode: 0o600 });
    const failed = await runEditor(namedEditor(), file);
    return failed === null ? { text: await readFile(file, "utf8") } : { failed };
  } catch (error) {
    const what =
      directory === undefined
        ? "Could not create a file for the editor"
        : "Could not read the file that the editor saved";
    return { failed: `${what}: ${(error as Error).message}` };
  } finally {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  }
}

const namedEditor = () => process.env.VISUAL || process.env.EDITOR || "vi";

/** Editors that open a window and return at once, with the flags that make them wait until the file is closed. */
const waitFlags: Record<string, string[]> = {
  code: ["--wait", "-w"],
  "code-insiders": ["--wait", "-w"],
  codium: ["--wait", "-w"],
  cursor: ["--wait", "-w"],
  gvim: ["-f", "--nofork"],
  kate: ["--block", "-b"],
  mate: ["-w", "--wait"],
  mvim: ["-f", "--nofork"],
  subl: ["--wait", "-w"],
  zed: ["--wait", "-w"],
  zeditor: ["--wait", "-w"],
};

/** For a text that came back unchanged: the flag without which this editor cannot change it. Empty for other editors. */
export function toWaitHint(): string {
  const [program = "", ...args] = namedEditor().trim().split(/\s+/);
  const flags = waitFlags[basename(program)] ?? [];
  const [flag] = flags;
  if (flag === undefined || args.some((given) => flags.includes(given))) return "";
  const variable = process.env.VISUAL ? "VISUAL" : "EDITOR";
  return ` ${basename(program)} returns before you close the file; set ${variable}="${program} ${flag}".`;
}

/**
 * Runs the editor as git does: through the shell, because `$VISUAL` may contain arguments, with the file name as an argument
 * and not as source. Ctrl-C belongs to the editor, and standard output stays free for the command's own output.
 */
function runEditor(editor: string, file: string): Promise<string | null> {
  const terminal = openControllingTerminal();
  const ignore = () => {};
  process.on("SIGINT", ignore);
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", `trap : INT; ${editor} "$1"`, "sh", file], {
      stdio: terminal === null ? ["inherit", 2, 2] : [terminal, terminal, terminal],
    });
    const settle = (notice: string | null) => {
      process.off("SIGINT", ignore);
      if (terminal !== null) closeSync(terminal);
      resolve(notice);
    };
    child.once("error", (error) => settle(`The editor could not be started: ${error.message}. Set VISUAL or EDITOR.`));
    child.once("exit", (code) => {
      if (code === 0) settle(null);
      else if (code === 127) settle(`"${editor}" was not found. Set VISUAL or EDITOR to your editor.`);
      else settle("The editor exited with an error; nothing was changed.");
    });
  });
}

function openControllingTerminal(): number | null {
  try {
    return openSync("/dev/tty", "r+");
  } catch {
    return null;
  }
}
