import { messageOf } from "@yourcall/core";
import type { UIMessageChunk } from "ai";

/** One reply of the agent while it is being written, whether or not anybody reads it. */
export interface Run {
  /** Resolves when it has ended, successfully or not. */
  readonly ended: Promise<void>;
  readonly isRunning: boolean;
  /** Everything so far, then what follows. `before` comes first. */
  follow(before?: readonly UIMessageChunk[]): ReadableStream<UIMessageChunk>;
  stop(): void;
}

export function startRun(open: (signal: AbortSignal) => ReadableStream<UIMessageChunk>): Run {
  const chunks: UIMessageChunk[] = [];
  const readers = new Set<() => void>();
  const stopping = new AbortController();
  let isRunning = true;

  async function read(): Promise<void> {
    try {
      for await (const chunk of open(stopping.signal)) {
        chunks.push(chunk);
        for (const wake of readers) wake();
      }
    } catch (error) {
      chunks.push({ type: "error", errorText: messageOf(error) });
    } finally {
      isRunning = false;
      for (const wake of readers) wake();
    }
  }

  const ended = read();
  return {
    ended,
    get isRunning() {
      return isRunning;
    },
    stop: () => stopping.abort(),
    follow(before = []) {
      let at = 0;
      let wake = () => {};
      const woken = () => wake();
      readers.add(woken);
      return new ReadableStream<UIMessageChunk>({
        start(controller) {
          for (const chunk of before) controller.enqueue(chunk);
        },
        async pull(controller) {
          while (at >= chunks.length && isRunning) await new Promise<void>((resolve) => (wake = resolve));
          const chunk = chunks[at++];
          if (chunk !== undefined) return controller.enqueue(chunk);
          readers.delete(woken);
          controller.close();
        },
        cancel: () => void readers.delete(woken),
      });
    },
  };
}
