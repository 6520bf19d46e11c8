import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Opens a text in `$VISUAL` or `$EDITOR` and gives back what was saved, or why there is nothing. */
export async function openInEditor(text: string, fileName: string): Promise<{ text: string } | { failed: string }> {
  let directory: string | undefined;
  try {
    directory = await mkdtemp(join(tmpdir(), "yourcall-"));
    const file = join(directory, fileName);
    await writeFile(file, text, { mode: 0o600 });
    const failed = await runEditor(process.env.VISUAL || process.env.EDITOR || "vi", file);
    return failed === null ? { text: await readFile(file, "utf8") } : { failed };
  } catch (error) {
    const what =
      directory === undefined ? "No file could be made for the editor" : "What the editor saved is not there";
    return { failed: `${what}: ${(error as Error).message}` };
  } finally {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Runs the editor as git does, through the shell because `$VISUAL` may hold arguments; the file's name is an argument, not
 * source. Ctrl-C is the editor's to take, and standard output stays free for what the command prints.
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
      else settle("The editor ended with an error, so nothing was taken from it.");
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
