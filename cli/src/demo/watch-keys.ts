import type { Terminal } from "@yourcall/terminal";

const controlC = 3;
const controlZ = 26;

/** Takes keys while no prompt does: so that they are not echoed between the lines, and Ctrl-C and Ctrl-Z still work. */
export interface KeyWatch {
  start(): void;
  stop(): void;
}

export function watchKeys(terminal: Terminal, on: { key: () => void; interrupt: () => void }): KeyWatch {
  const { input } = terminal;
  let watching = false;
  let resuming: NodeJS.Timeout | undefined;

  function onData(chunk: Uint8Array): void {
    if (chunk.includes(controlC)) on.interrupt();
    else if (chunk.includes(controlZ)) suspend();
    else on.key();
  }

  function start(): void {
    clearTimeout(resuming);
    process.off("SIGCONT", start);
    if (watching) return;
    watching = true;
    input.setRawMode(true);
    input.on("data", onData).on("end", on.interrupt).on("error", on.interrupt);
    input.resume();
  }

  function stop(): void {
    clearTimeout(resuming);
    process.off("SIGCONT", start);
    if (!watching) return;
    watching = false;
    input.off("data", onData).off("end", on.interrupt).off("error", on.interrupt);
    input.setRawMode(false);
    input.pause();
  }

  function suspend(): void {
    stop();
    process.once("SIGCONT", start);
    // The whole job, as the terminal itself would. Where nothing can stop it (no job control), go on.
    process.kill(0, "SIGTSTP");
    resuming = setTimeout(start, 50);
  }

  return { start, stop };
}
