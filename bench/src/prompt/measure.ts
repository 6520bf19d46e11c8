import type { Subject } from "./subjects.ts";
import { TerminalChild, withLimit } from "./terminal-child.ts";

const startLimitMs = 15_000;
const keyLimitMs = 3_000;
// Longer than a frame of Ink (30 a second), so that no press waits for the redraw of the one before.
const betweenPressesMs = 50;
const quietMs = 80;

export interface Sample {
  startMs: number;
  keyMs: number[];
  memory?: { rss: number; peak: number };
}

/** Runs one subject once. The child is gone when this returns or throws. */
export async function measure(subject: Subject): Promise<Sample> {
  const child = new TerminalChild(subject.command);
  try {
    if (subject.isReady === undefined) {
      const at = await withLimit(child.exited, startLimitMs, () => `did not end within ${startLimitMs} ms`);
      return { startMs: at - child.startedAt, keyMs: [] };
    }
    const readyAt = await child.screenWhere("the first full frame", subject.isReady, startLimitMs);
    await child.settled(quietMs, 1_000);
    const memory = child.memory();
    const keyMs: number[] = [];
    for (const [index, press] of subject.presses.entries()) {
      const shown = child.screenWhere(`the repaint after key ${index + 1}`, press.isShown, keyLimitMs);
      const typedAt = child.type(press.keys);
      keyMs.push((await shown) - typedAt);
      await child.settled(betweenPressesMs, 500);
    }
    return { startMs: readyAt - child.startedAt, keyMs, memory };
  } finally {
    await child.end();
  }
}
